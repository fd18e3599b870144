"""Reads from an HWPX header the outline's paragraph shapes and the names of fonts."""

from __future__ import annotations

from dataclasses import dataclass

from workers.hwp.section_xml import local_name, new_parser, number


@dataclass(frozen=True, slots=True)
class Header:
    """The level, from 1, of each paragraph shape of the outline, by its id; the fonts in order."""

    levels: dict[int, int]
    fonts: tuple[str, ...]


def read_header(data: bytes) -> Header:
    """Read a header."""
    levels: dict[int, int] = {}
    fonts: dict[str, None] = {}
    shape = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal shape
        tag = local_name(name)
        if tag == "paraPr":
            shape = number(attributes, "id", 0)
        elif tag == "heading" and attributes.get("type") == "OUTLINE":
            levels[shape] = number(attributes, "level", 0) + 1
        elif tag == "font" and attributes.get("face"):
            fonts[attributes["face"]] = None

    parser = new_parser()
    parser.StartElementHandler = start
    parser.Parse(data, True)  # noqa: FBT003 - positional only
    return Header(levels, tuple(fonts))
