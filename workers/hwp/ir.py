"""Turns rhwp's tree of a document into plain values, grouped by the paragraph they hang on.

Everything comes in as `Any`: the classes of the tree stay behind `native.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from workers.hwp.elements import Cell, Element, Field, Formula, Note, Picture, Table, Text

Address = tuple[int, int]
_HEADER_ROLES = ("column_header", "row_header")


def body_of(tree: Any) -> dict[Address, list[Element]]:
    """Group the body, and the notes that it points to, by section and paragraph from 0."""
    grouped = _grouped(tree.body)
    for kind, notes in (
        ("footnote", tree.furniture.footnotes),
        ("endnote", tree.furniture.endnotes),
    ):
        for note in notes:
            made = Note(
                "footnote" if kind == "footnote" else "endnote",
                note.number,
                _elements(note.blocks),
                note.marker_prov.char_start,
            )
            grouped.setdefault(_address(note.marker_prov), []).append(made)
    return grouped


def headers_of(tree: Any) -> dict[Address, list[Element]]:
    """Group page headers by the paragraph that sets them up."""
    return _grouped(tree.furniture.page_headers)


def footers_of(tree: Any) -> dict[Address, list[Element]]:
    """Group page footers likewise."""
    return _grouped(tree.furniture.page_footers)


def _grouped(blocks: Iterable[Any]) -> dict[Address, list[Element]]:
    grouped: dict[Address, list[Element]] = {}
    for block in blocks:
        grouped.setdefault(_address(block.prov), []).extend(_elements([block]))
    return grouped


def _address(place: Any) -> Address:
    return place.section_idx, place.para_idx


def _elements(blocks: Iterable[Any]) -> tuple[Element, ...]:
    made = (_element(block) for block in blocks)
    return tuple(one for one in made if one is not None)


def _element(block: Any) -> Element | None:
    make = _MAKERS.get(block.kind)
    return None if make is None else make(block)


def _cell(cell: Any) -> Cell:
    content, is_header = _elements(cell.blocks), cell.role in _HEADER_ROLES
    return Cell(cell.row, cell.col, cell.row_span, cell.col_span, content, is_header)


def _table(block: Any) -> Table:
    cells = tuple(_cell(cell) for cell in block.cells)
    return Table(block.rows, block.cols, cells, _caption(block.caption_block))


def _field(block: Any) -> Field:
    return Field(block.field_kind, block.raw_instruction or "", block.cached_value or "")


def _caption(caption: Any) -> tuple[Element, ...]:
    return () if caption is None else _elements(caption.blocks)


def _bin_id(image: Any) -> int | None:
    digits = "" if image is None else image.uri.removeprefix("bin://")
    return int(digits) if digits.isdecimal() else None


_MAKERS: dict[str, Callable[[Any], Element]] = {
    "paragraph": lambda block: Text(block.text),
    "list_item": lambda block: Text(block.text, block.level, block.enumerated),
    "formula": lambda block: Formula(block.script, block.prov.char_start),
    "table": _table,
    "picture": lambda block: Picture(_bin_id(block.image), _caption(block.caption)),
    "field": _field,
    "toc": lambda _: Field("toc", "", ""),
}
