"""Reads the rows of an OpenDocument spreadsheet, whose cells hold the text that they show."""

from __future__ import annotations

from collections.abc import Iterator

from workers.extract.sheet_blocks import Row
from workers.extract.xml_tree import (
    Element,
    attribute,
    children,
    descendants,
    local_name,
    text_of,
)

_MAX_REPEAT = 1_048_576
_MAX_COLUMNS = 16_384
_GROUPS = {"table-header-rows", "table-rows", "table-row-group"}


class SheetRows:
    """Gives the rows of sheets, up to a number of cells in all."""

    def __init__(self, max_cells: int) -> None:
        self.warnings: list[str] = []
        self._room = max_cells
        self._max_cells = max_cells

    def of(self, table: Element) -> Iterator[Row]:
        """Give the rows of one sheet; repeated ones are given as often, blank ones not at all."""
        number = 1
        for row in _rows(table):
            repeat = _repeat(row, "number-rows-repeated", _MAX_REPEAT)
            cells = _cells(row)
            for offset in range(repeat if any(cells) else 0):
                self._room -= len(cells)
                if self._room < 0:
                    name, last = attribute(table, "name"), number + offset
                    self.warnings.append(
                        f"{name}: cut at row {last}, after {self._max_cells} cells in all"
                    )
                    return
                yield number + offset, cells
            number += repeat


def _rows(table: Element) -> Iterator[Element]:
    """Give the rows in order, those in groups too; no recursion, as groups may be nested."""
    stack = list(reversed(list(children(table))))
    while stack:
        element = stack.pop()
        if local_name(element) == "table-row":
            yield element
        elif local_name(element) in _GROUPS:
            stack += reversed(list(children(element)))


def _cells(row: Element) -> list[str]:
    cells: list[str] = []
    blank = 0
    for cell in row.iterchildren("{*}table-cell", "{*}covered-table-cell"):
        repeat = _repeat(cell, "number-columns-repeated", _MAX_COLUMNS)
        text = _shown(cell)
        if not text:
            blank += repeat
            continue
        if len(cells) + blank + repeat > _MAX_COLUMNS:
            break
        cells += [""] * blank + [text] * repeat
        blank = 0
    return cells


def _shown(cell: Element) -> str:
    texts = [_text(paragraph) for paragraph in cell.iterchildren("{*}p")]
    for comment in cell.iterchildren("{*}annotation"):
        words = " ".join(" ".join(map(text_of, descendants(comment, "p"))).split())
        texts.append(f"[Comment: {words}]" if words else "")
    return " ".join(filter(None, texts))


def _text(paragraph: Element) -> str:
    """Return the text; elements that stand for white space give one space."""
    parts = [paragraph.text or ""]
    for element in paragraph.iterdescendants():
        parts += [
            " " if local_name(element) in {"s", "tab", "line-break"} else "",
            element.text or "",
        ]
        parts.append(element.tail or "")
    return " ".join("".join(parts).split())


def _repeat(element: Element, name: str, most: int) -> int:
    text = attribute(element, name)
    return max(1, min(int(text), most)) if text.isascii() and text.isdecimal() else 1
