"""Writes rows of CSV into the cells of a table that is there."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kebab.errors import InvalidInputError
from workers.hwp.editing.allowed_text import allowed
from workers.hwp.editing.edited import EditedDocument
from workers.hwp.editing.grid import Grid
from workers.hwp.editing.places import TablePlace
from workers.hwp.editing.plan import Change, Plan
from workers.hwp.editing.set_cell import text_of_cell
from workers.hwp.editing.stretches import local_name
from workers.hwp.plain import clean

_FORMULA = re.compile(r"\$[^$]*\$")  # as the export of a table writes it
_MAX_NEW_ROWS = 1000
_MAX_SHOWN_FAULTS = 50


@dataclass(slots=True)
class _Writes:
    """What goes where; `new_rows` have no cells yet."""

    cells: list[tuple[int, int, Any, str]] = field(default_factory=list)
    new_rows: list[list[str]] = field(default_factory=list)
    invalid: list[str] = field(default_factory=list)


def csv_to_table(document: EditedDocument, args: Mapping[str, Any]) -> Plan:
    """Plan to write `csv` into `table` from `start_row` on, from its first column.

    `has_header` leaves the first row of the CSV out. More rows than the table has are appended with
    `add_rows`, and otherwise invalid, as are more columns. A cell that another one covers takes
    nothing but what that one holds: so a table that was exported goes back unchanged.
    """
    number = int(args["table"])
    table = document.table(number)
    grid = Grid(table)
    rows = _rows(allowed(args["csv"], "csv"), has_header=bool(args.get("has_header", False)))
    writes = _lay_out(rows, grid, int(args.get("start_row", 0)), add_rows=bool(args["add_rows"]))
    changing = [
        (row, col, cell, text) for row, col, cell, text in writes.cells if not _says(cell, text)
    ]
    new = len(writes.new_rows)
    changes = [
        Change(f"{table.address}/r{row}c{col}", text_of_cell(cell), text)
        for row, col, cell, text in changing
    ]
    for offset, values in enumerate(writes.new_rows):
        address = f"{table.address}/r{grid.rows + offset}"
        changes += [Change(f"{address}c{col}", "", text) for col, text in enumerate(values)]
    touched = (table.element,) if new else tuple(cell for _, _, cell, _ in changing)
    return Plan(
        changes=tuple(changes),
        make=None
        if writes.invalid or not changes
        else lambda: _make(document, table, number, writes),
        touched=touched,
        marks=_marks(grid, new),
        invalid=tuple(writes.invalid[:_MAX_SHOWN_FAULTS]),
    )


def _rows(text: str, *, has_header: bool) -> list[list[str]]:
    try:
        rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff")), strict=True))
    except csv.Error as cause:
        raise InvalidInputError(
            f"csv is not CSV: {cause}",
            hint="put a field with a comma, a quotation mark or a line end into quotation marks",
            details={"argument": "csv"},
        ) from cause
    kept = [row for row in rows if row][1 if has_header else 0 :]
    if not kept:
        raise InvalidInputError(
            "csv has no rows",
            hint="give a line for each row, with commas between its cells",
            details={"argument": "csv"},
        )
    return kept


def _lay_out(rows: Sequence[list[str]], grid: Grid, start: int, *, add_rows: bool) -> _Writes:
    writes = _Writes()
    if start < 0 or start > grid.rows:
        writes.invalid.append(f"start_row {start}: the table has {grid.rows} rows")
        return writes
    surplus = start + len(rows) - grid.rows
    if surplus > 0 and not add_rows:
        writes.invalid.append(f"{surplus} rows more than the table has; add_rows appends them")
    if surplus > _MAX_NEW_ROWS:
        writes.invalid.append(f"{surplus} new rows; {_MAX_NEW_ROWS} are the most")
    for row, values in enumerate(rows, start):
        if len(values) > grid.cols:
            wide = f"row {row - start}: {len(values)} columns, the table has {grid.cols}"
            writes.invalid.append(wide)
        elif row >= grid.rows:
            writes.new_rows.append(values)
        else:
            _lay_out_row(row, values, grid, writes)
    _check_covered(rows, start, grid, writes)
    return writes


def _lay_out_row(row: int, values: Sequence[str], grid: Grid, writes: _Writes) -> None:
    for col, text in enumerate(values):
        if (row, col) in grid.covering:
            continue
        if (row, col) in grid.cells:
            writes.cells.append((row, col, grid.cells[row, col], text))
        elif text:
            writes.invalid.append(f"row {row}, column {col}: the table has no cell there")


def _check_covered(rows: Sequence[list[str]], start: int, grid: Grid, writes: _Writes) -> None:
    """Find values for covered cells that say something else than the cell around."""
    held = {(row, col): text for row, col, _, text in writes.cells}
    for row, values in enumerate(rows, start):
        for col, text in enumerate(values):
            around = grid.covering.get((row, col))
            if around is None or not text:
                continue
            shown = held.get(around)
            if shown is None:
                shown = text_of_cell(grid.cells[around])
            if _one_line(text) != _one_line(shown):
                writes.invalid.append(
                    f"row {row}, column {col}: covered by the cell at row {around[0]}, "
                    f"column {around[1]}"
                )


def _make(document: EditedDocument, table: TablePlace, number: int, writes: _Writes) -> None:
    for _, _, cell, text in writes.cells:
        if not _says(cell, text):
            document.file.set_cell(cell, table.element, table.part, text)
    if not writes.new_rows:
        return
    first = table.shape[0]
    document.file.add_rows(table.element, table.part, len(writes.new_rows))
    grid = Grid(table)
    for row, values in enumerate(writes.new_rows, first):
        for col, text in enumerate(values):
            if text:
                cell = grid.cell(row, col, number)
                document.file.set_cell(cell, table.element, table.part, text)


def _says(cell: Any, text: str) -> bool:
    """Tell whether a cell holds a text already, as it is or as it would be exported."""
    held = text_of_cell(cell)
    if any(local_name(one) == "equation" for one in cell.iter()):
        return _one_line(held) == _one_line(_FORMULA.sub(" ", text))
    return text in {held, clean(held)}


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _marks(grid: Grid, new: int) -> frozenset[str]:
    if not new:
        return frozenset()
    return frozenset(f"[table {rows}x{grid.cols}]" for rows in (grid.rows, grid.rows + new))
