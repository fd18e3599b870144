"""Reads from an HWPX header which paragraph shapes are levels of the outline."""

from __future__ import annotations

from workers.hwp.section_xml import local_name, new_parser, number


def outline_levels(data: bytes) -> dict[int, int]:
    """Return the level, from 1, of each paragraph shape of the outline, by its id."""
    levels: dict[int, int] = {}
    shape = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal shape
        tag = local_name(name)
        if tag == "paraPr":
            shape = number(attributes, "id", 0)
        elif tag == "heading" and attributes.get("type") == "OUTLINE":
            levels[shape] = number(attributes, "level", 0) + 1

    parser = new_parser()
    parser.StartElementHandler = start
    parser.Parse(data, True)  # noqa: FBT003 - positional only
    return levels
