"""Turns a document of the Hangul word processor, .hwp or .hwpx, into a canonical one.

Each block names its section and paragraph, and its page where that can be told. Equations stand in
Hancom's own script between dollar signs; a note follows the paragraph that it belongs to.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kebab.wire.place import Place
from workers.chunk.blocks import Kind
from workers.extract.canonical import Canonical, CanonicalText
from workers.extract.limits import Limits
from workers.extract.markdown_table import table_text
from workers.hwp.document import HwpDocument
from workers.hwp.elements import Element, Note, Part, Picture, Table, Text
from workers.hwp.headings import headings_of, headline, host_text, says_something
from workers.hwp.plain import clean, lines_of, note_mark
from workers.hwp.tables import filled_cells, inner_tables, rows_of


@dataclass(frozen=True, slots=True)
class _Place:
    """Where blocks are added: their place, in a section that no chunk leaves."""

    text: CanonicalText
    place: Place

    def add(self, kind: Kind, text: str, level: int = 0) -> None:
        division = self.place.section or 0
        self.text.add(kind, text, place=self.place, division=division, level=level)


def parse_hwp(data: bytes, path: str, limits: Limits) -> Canonical:
    """Read HWP 5 or HWPX, whichever the bytes are."""
    document = HwpDocument(data, path, limits)
    try:
        return _canonical(document)
    finally:
        document.close()


def _canonical(document: HwpDocument) -> Canonical:
    text = CanonicalText()
    parts = [
        (part, page)
        for part, page in zip(document.parts, document.pages, strict=True)
        if says_something(part)
    ]
    headings = headings_of([part for part, _ in parts])
    shown: set[str] = set()
    for (part, page), level in zip(parts, headings.levels, strict=True):
        place = Place("paragraph", page=page, section=part.section, paragraph=part.paragraph)
        _add_part(_Place(text, place), part, level, shown)
    properties = document.properties
    checked = document.checked
    return Canonical(
        blocks=text.blocks,
        lines=text.lines,
        title=properties.title,
        metadata={
            "format": checked.format.value,
            "pages": document.page_count,
            "headings": headings.method,
            **({"distribution": True} if checked.is_distribution else {}),
            **properties.others,
        },
        warnings=(*document.warnings, *_left_out(part for part, _ in parts)),
    )


def _add_part(at: _Place, part: Part, level: int, shown: set[str]) -> None:
    host = host_text(part)
    if level:
        at.add(Kind.HEADING, headline(part).replace("\n", " "), level)
    elif host:
        _add_paragraph(at, host, part.elements[0])
    for element in part.elements:
        if isinstance(element, Table) and (host or not level):
            _add_table(at, element)
        elif isinstance(element, Picture):
            at.add(Kind.PARAGRAPH, "\n".join(lines_of(element.caption)))
    _add_what_hangs_on(at, part, shown)


def _add_what_hangs_on(at: _Place, part: Part, shown: set[str]) -> None:
    """Add notes, text boxes and memos; headers and footers where their text is new."""
    for element in part.elements:
        if isinstance(element, Note):
            lines = lines_of(element.content)
            at.add(Kind.PARAGRAPH, f"{note_mark(element)}: {' '.join(lines)}" if lines else "")
    for aside in (*part.boxes, *part.memos):
        at.add(Kind.PARAGRAPH, clean(aside))
    for line in lines_of(part.shown):
        if line not in shown:
            at.add(Kind.PARAGRAPH, line)
            shown.add(line)


def _add_paragraph(at: _Place, text: str, element: Element) -> None:
    if isinstance(element, Text) and element.item_level is not None:
        at.add(Kind.LIST, "  " * element.item_level + "- " + text.replace("\n", " "))
    else:
        at.add(Kind.PARAGRAPH, text)


def _add_table(at: _Place, table: Table) -> None:
    """Add a table, its caption before it and the tables inside it below; a frame around something
    becomes what it frames.
    """
    at.add(Kind.PARAGRAPH, "\n".join(lines_of(table.caption)))
    filled = filled_cells(table)
    if len(filled) == 1:
        at.add(Kind.PARAGRAPH, "\n".join(lines_of(filled[0].content)))
    else:
        at.add(Kind.TABLE, table_text(rows_of(table)))
    for inner in inner_tables([table]):
        _add_table(at, inner)


def _left_out(parts: Iterable[Part]) -> tuple[str, ...]:
    pictures = sum(_pictures(part.elements) for part in parts)
    if not pictures:
        return ()
    return ("a picture was left out" if pictures == 1 else f"{pictures} pictures were left out",)


def _pictures(elements: Iterable[Element]) -> int:
    count = 0
    for element in elements:
        if isinstance(element, Table):
            count += sum(_pictures(cell.content) for cell in element.cells)
        count += isinstance(element, Picture)
    return count
