"""Finds tables without rules: short cells that stand in rows and columns. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from workers.extract.pdf_page import Line, Table

_SHORT = 30
_LABEL = 24
_FULL_SHARE = 0.6
_MIN_ROWS_OF_TWO = 3
_MIN_ROWS = 2
_GOING_ON = 0.25
_FULL_WIDTH = 0.8
_PROSE_CHARS = 12
_FIRST_CJK = "\u2e80"
_NEXT_ROW = 1.7  # of the size: a row whose first cell is empty continues one that is nearer


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows of cells, each cell the lines in it."""

    cells: list[list[list[Line]]]

    @staticmethod
    def of(rows: Sequence[list[Line]], gaps: Sequence[tuple[float, float]]) -> Grid:
        """Part each row at the gaps."""
        cuts = sorted((start + end) / 2 for start, end in gaps)
        cells = []
        for row in rows:
            parted: list[list[Line]] = [[] for _ in range(len(cuts) + 1)]
            for line in row:
                center = (line.left + line.right) / 2
                parted[sum(center > cut for cut in cuts)].append(line)
            cells.append(parted)
        return Grid(cells)

    def columns(self) -> list[list[Line]]:
        """Return the lines of each column, from top to bottom."""
        return [
            [line for row in self.cells for line in row[index]]
            for index in range(len(self.cells[0]))
        ]


def aligned_table(grid: Grid) -> Table | None:
    """Return the table that the grid is, or None where it is prose."""
    rows = [
        [" ".join(line.text for line in cell).replace("\t", " ") for cell in row]
        for row in grid.cells
    ]
    width = len(rows[0])
    full = [row for row in rows if sum(map(bool, row)) >= min(width, max(2, width - 1))]
    if len(full) < (_MIN_ROWS_OF_TWO if width == 2 else _MIN_ROWS):  # noqa: PLR2004 - two columns
        return None
    if len(full) < _FULL_SHARE * sum(bool(row[0]) for row in rows):
        return None
    lengths = sorted(
        median([len(row[index]) for row in rows if row[index]] or [0]) for index in range(width)
    )
    if lengths[-2] > _SHORT or lengths[0] > _LABEL:
        return None
    if _is_mono(grid) or _is_flowing(grid) or len(full) < _FULL_SHARE / 2 * len(rows):
        return None
    lines = [line for row in grid.cells for cell in row for line in cell]
    box = (
        min(line.left for line in lines),
        min(line.top for line in lines),
        max(line.right for line in lines),
        max(line.bottom for line in lines),
    )
    return Table(_with_continued(grid, rows), box)


def _text(cell: Sequence[Line]) -> str:
    return " ".join(line.text for line in cell).replace("\t", " ")


def _is_mono(grid: Grid) -> bool:
    """Tell a listing, whose gaps are indentation."""
    lines = [line for row in grid.cells for cell in row for line in cell]
    return sum(line.is_mono for line in lines) > len(lines) / 2


def _is_flowing(grid: Grid) -> bool:
    """Tell narrow columns of prose: filled lines, many of which go on with a sentence."""
    columns = [column for column in grid.columns() if column]
    lines = [line for column in columns for line in column]
    goes_on = sum(line.text[0].islower() or line.text[0] > _FIRST_CJK for line in lines)
    return goes_on > _GOING_ON * len(lines) and all(map(_is_filled, columns))


def _is_filled(column: Sequence[Line]) -> bool:
    widths = [line.right - line.left for line in column]
    full = sum(width > _FULL_WIDTH * max(widths) for width in widths)
    is_long = median(len(line.text) for line in column) >= _PROSE_CHARS
    return is_long and full >= _FULL_SHARE * len(column)


def _with_continued(grid: Grid, rows: Sequence[list[str]]) -> tuple[tuple[str, ...], ...]:
    """Join a row without a first cell to the one above it."""
    merged: list[list[str]] = []
    last_top = 0.0
    for cells, texts in zip(grid.cells, rows, strict=True):
        lines = [line for cell in cells for line in cell]
        top, size = min(line.top for line in lines), max(line.size for line in lines)
        if merged and not texts[0] and top - last_top < _NEXT_ROW * size:
            merged[-1] = [f"{a} {b}".strip() for a, b in zip(merged[-1], texts, strict=True)]
        else:
            merged.append(list(texts))
        last_top = top
    return tuple(tuple(row) for row in merged)
