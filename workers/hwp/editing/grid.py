"""Finds the cell of a table that stands at a row and column. Pure."""

from __future__ import annotations

from typing import Any

from kebab.errors import CellOutOfRangeError
from workers.hwp.editing.places import TablePlace, cell_position, cell_span, cells_of


class Grid:
    """The cells of one table by position; `covering` has the cell around each covered position."""

    def __init__(self, table: TablePlace) -> None:
        self.table = table
        self.rows, self.cols = table.shape
        self.cells: dict[tuple[int, int], Any] = {}
        self.covering: dict[tuple[int, int], tuple[int, int]] = {}
        for cell in cells_of(table.element):
            row, column = cell_position(cell)
            self.cells[row, column] = cell
            height, width = cell_span(cell)
            for below in range(row, min(row + height, self.rows)):
                for right in range(column, min(column + width, self.cols)):
                    if (below, right) != (row, column):
                        self.covering[below, right] = row, column

    def cell(self, row: int, col: int, number: int) -> Any:
        """Return a cell; where there is none, say which one covers it, or the table's size."""
        around = self.covering.get((row, col))
        if around is None and (row, col) in self.cells:
            return self.cells[row, col]
        details = {"table": number, "row": row, "col": col, "rows": self.rows, "cols": self.cols}
        if around is not None:
            raise CellOutOfRangeError(
                f"the cell at row {row}, column {col} of table {number} is covered by the one at "
                f"row {around[0]}, column {around[1]}",
                hint=f"Write to row {around[0]}, column {around[1]}.",
                details={**details, "covered_by": {"row": around[0], "col": around[1]}},
            )
        raise CellOutOfRangeError(
            f"table {number} has no cell at row {row}, column {col}: "
            f"it has {self.rows} rows and {self.cols} columns",
            hint=_hint(row, col, self.rows, self.cols),
            details=details,
        )


def _hint(row: int, col: int, rows: int, cols: int) -> str:
    if row < cols and col < rows and (row >= rows or col >= cols):
        return f"Rows come first: did you mean row {col}, column {row}? Both count from 0."
    return f"Rows go from 0 to {rows - 1}, columns from 0 to {cols - 1}."
