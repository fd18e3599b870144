"""Turns a table into rows of plain text. Pure.

A cell that spans rows stands in each of them, where it is short: a row that is cut off from the
others still says what it belongs to. One that spans columns stands in the first, and the fields
that it covers are empty; in a form, where most are covered, there are no columns to keep, and they
are left out. So are rows that hold nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from workers.hwp.elements import Cell, Element, Table
from workers.hwp.plain import lines_of

_MAX_REPEATED_CHARS = 80


def rows_of(table: Table) -> list[list[str]]:
    """Lay the cells' text out; a cell's paragraphs become one line."""
    rows: dict[int, dict[int, str]] = {}
    for cell in table.cells:
        text = " ".join(lines_of(cell.content))
        height = cell.row_span if len(text) <= _MAX_REPEATED_CHARS else 1
        for row in range(cell.row, min(cell.row + max(height, 1), table.rows)):
            rows.setdefault(row, {}).setdefault(cell.column, text)
    starts = {cell.row for cell in filled_cells(table)}
    kept = [rows[row] for row in sorted(rows) if row in starts]
    if _is_form(table):
        return [[row[column] for column in sorted(row)] for row in kept]
    return [[row.get(column, "") for column in range(table.columns)] for row in kept]


def filled_cells(table: Table) -> list[Cell]:
    """Return the cells that hold text or another table."""
    return [
        cell
        for cell in table.cells
        if lines_of(cell.content) or any(isinstance(inner, Table) for inner in cell.content)
    ]


def inner_tables(elements: Iterable[Element]) -> Iterator[Table]:
    """Find the tables inside a table's cells; theirs are not looked for."""
    for element in elements:
        if isinstance(element, Table):
            for cell in element.cells:
                yield from (inner for inner in cell.content if isinstance(inner, Table))


def _is_form(table: Table) -> bool:
    covered = sum(max(cell.column_span - 1, 0) * max(cell.row_span, 1) for cell in table.cells)
    return 2 * covered > table.rows * table.columns
