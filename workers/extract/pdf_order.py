"""Puts the lines of a page into reading order: columns one after the other, tables as tables. Pure.

From top to bottom, the longest run of rows with a gap that goes through all of them is looked for.
What stands on both sides of one is a table, columns of prose, or marks in front of list items.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from workers.extract.pdf_aligned import Grid, aligned_table
from workers.extract.pdf_lines import rows_of
from workers.extract.pdf_page import MARK, Item, Line, Table, joined

Span = tuple[float, float]

_GUTTER = 0.9  # of the size
_CELL_GAP = 0.6
_MIN_COLUMN_LINES = 3
_MIN_COLUMN_CHARS = 12
_MAX_DEPTH = 4
_MAX_LINES = 3000  # more are no page of text


def in_order(lines: Sequence[Line], tables: Sequence[Table]) -> list[Item]:
    """Order a page. Rows above, beside and below a ruled table keep to their side of it."""
    if len(lines) > _MAX_LINES:
        return [*tables, *(replace(line, room=(line.left, line.right)) for line in lines)]
    items: list[Item] = []
    rest = list(lines)
    for table in sorted(tables, key=lambda table: table.box[1]):
        above = [line for line in rest if line.middle < table.box[1]]
        items += _Columns().order(above)
        items.append(table)
        rest = [line for line in rest if line.middle >= table.box[1]]
    return _numbered([*items, *_Columns().order(rest)])


def _numbered(items: list[Item]) -> list[Item]:
    """Give each column a number of its own; a table ends one."""
    numbered: list[Item] = []
    column, key = 0, None
    for item in items:
        if isinstance(item, Table):
            column, key = column + 1, None
            numbered.append(item)
        else:
            if key is not None and key != item.room:
                column += 1
            key = item.room
            numbered.append(replace(item, column=column))
    return numbered


class _Columns:
    def __init__(self, depth: int = 0) -> None:
        self._depth = depth

    def order(self, lines: Sequence[Line]) -> list[Item]:
        """Order the lines of one region."""
        if not lines:
            return []
        room = (min(line.left for line in lines), max(line.right for line in lines))
        rows = rows_of(lines)
        if self._depth >= _MAX_DEPTH:
            return [_in_room(joined(row), room) for row in rows]
        items: list[Item] = []
        index = 0
        gutter = _GUTTER * median(line.size for line in lines)
        while index < len(rows):
            end, gaps = _longest_run(rows, index, room, gutter)
            found = self._parted(rows[index:end], gaps) if gaps else None
            items += found or [_in_room(joined(rows[index]), room)]
            index = end if found else index + 1
        return items

    def _parted(self, rows: Sequence[list[Line]], gaps: Sequence[Span]) -> list[Item] | None:
        grid = Grid.of(rows, gaps)
        if (marks := _without_marks(grid)) is not None:
            return _Columns(self._depth + 1).order(marks)
        if with_table := self._table(rows):
            return with_table
        columns = grid.columns()
        if not all(_is_prose(column) for column in columns):
            return None
        return [item for column in columns for item in _Columns(self._depth + 1).order(column)]

    def _table(self, rows: Sequence[list[Line]]) -> list[Item] | None:
        """Find a table between what stands alone above it and below it."""
        several = [index for index, row in enumerate(rows) if len(row) > 1]
        if not several:
            return None
        first, last = several[0], several[-1] + 1
        inner = rows[first:last]
        lines = [line for row in inner for line in row]
        room = (min(line.left for line in lines), max(line.right for line in lines))
        end, gaps = _longest_run(inner, 0, room, _CELL_GAP * median(line.size for line in lines))
        table = aligned_table(Grid.of(inner, gaps)) if gaps and end == len(inner) else None
        if table is None:
            return None
        around = _Columns(_MAX_DEPTH)
        above = [line for row in rows[:first] for line in row]
        below = [line for row in rows[last:] for line in row]
        return [*around.order(above), table, *around.order(below)]


def _longest_run(
    rows: Sequence[list[Line]], start: int, room: Span, gutter: float
) -> tuple[int, list[Span]]:
    """Extend down while a gap goes through all rows; return the end and the gaps with two sides."""
    free = [room]
    for end in range(start, len(rows)):
        left = _cut_out(free, rows[end], gutter)
        if not left:
            break
        free = left
    else:
        end = len(rows)
    lines = [line for row in rows[start:end] for line in row]
    gaps = [
        gap
        for gap in free
        if any(line.right <= gap[0] + 1 for line in lines)
        and any(line.left >= gap[1] - 1 for line in lines)
    ]
    return end, gaps


def _cut_out(free: Sequence[Span], row: Sequence[Line], least: float) -> list[Span]:
    for line in row:
        free = [
            part
            for start, end in free
            for part in ((start, min(end, line.left)), (max(start, line.right), end))
            if part[1] - part[0] >= least
        ]
    return list(free)


def _without_marks(grid: Grid) -> list[Line] | None:
    """Join marks of list items with what they mark, where the first column is nothing else."""
    first = [row[0] for row in grid.cells]
    if not any(first) or any(cell and not MARK.fullmatch(_text(cell)) for cell in first):
        return None
    joined_lines: list[Line] = []
    for row in grid.cells:
        rest = [line for cell in row[1:] for line in cell]
        near = min(rest, key=lambda line: line.left, default=None)
        if row[0] and near is not None:
            joined_lines.append(joined([*row[0], near]))
            rest.remove(near)
        else:
            joined_lines += row[0]
        joined_lines += rest
    return joined_lines


def _text(cell: Sequence[Line]) -> str:
    return " ".join(line.text for line in cell)


def _is_prose(column: Sequence[Line]) -> bool:
    return (
        len(column) >= _MIN_COLUMN_LINES
        and median(len(line.text) for line in column) >= _MIN_COLUMN_CHARS
    )


def _in_room(line: Line, room: Span) -> Line:
    return replace(line, room=room)
