"""Joins what rhwp says of each paragraph with what the XML says of it. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workers.hwp.elements import Element, Part
from workers.hwp.ir import Address
from workers.hwp.preflight import Scans
from workers.hwp.section_xml import SectionScan

_NOTHING = SectionScan((), ())


def parts_of(
    body: Mapping[Address, Sequence[Element]],
    headers: Mapping[Address, Sequence[Element]],
    footers: Mapping[Address, Sequence[Element]],
    scans: Scans | None,
) -> tuple[Part, ...]:
    """Put the parts in order; addresses count from 0, parts from 1."""
    asides = _asides(scans)
    addresses = sorted({*body, *headers, *footers, *asides})
    return tuple(
        Part(
            section + 1,
            paragraph + 1,
            tuple(body.get((section, paragraph), ())),
            _level(scans, section, paragraph),
            tuple(_texts(asides, (section, paragraph), "box")),
            tuple(_texts(asides, (section, paragraph), "memo")),
            tuple(headers.get((section, paragraph), ())),
            tuple(footers.get((section, paragraph), ())),
        )
        for section, paragraph in addresses
    )


def _asides(scans: Scans | None) -> dict[Address, list[tuple[str, str]]]:
    found: dict[Address, list[tuple[str, str]]] = {}
    for number, section in enumerate(scans.sections if scans else ()):
        for aside in section.asides:
            texts = found.setdefault((number, aside.paragraph), [])
            texts.append((aside.kind, "\n".join(aside.lines)))
    return found


def _texts(
    asides: Mapping[Address, Sequence[tuple[str, str]]], address: Address, kind: str
) -> list[str]:
    return [text for found, text in asides.get(address, ()) if found == kind]


def _level(scans: Scans | None, section: int, paragraph: int) -> int:
    if scans is None or section >= len(scans.sections):
        return 0
    shapes = scans.sections[section].shapes
    return scans.levels.get(shapes[paragraph], 0) if paragraph < len(shapes) else 0
