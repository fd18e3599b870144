"""Finds tables by the lines that are drawn around their cells. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from workers.extract.pdf_lines import lines_of, rows_of
from workers.extract.pdf_page import Glyph, Line, Rule, Table

_NEAR = 3.0
_MIN_LENGTH = 8.0
_MAX_CELLS = 20_000
_MIN_ROWS_WITHOUT_RULES = 3

Box = tuple[float, float, float, float]


def ruled_tables(
    rules: Iterable[Rule], glyphs: Sequence[Glyph], max_cells: int
) -> tuple[list[Table], list[Glyph]]:
    """Return the tables with text in two columns or more, and the glyphs outside of them."""
    tables: list[Table] = []
    rest = list(glyphs)
    for frame in _frames(rules):
        cell_count = (len(frame.xs) - 1) * (len(frame.ys) - 1)
        if cell_count > min(max_cells, _MAX_CELLS):
            continue
        cells, outside = _filled(frame, rest)
        rows = _shrunk(cells)
        if len(rows) > 1 and len(rows[0]) > 1:
            tables.append(Table(rows, frame.box))
            rest = outside
    return tables, rest


@dataclass(frozen=True, slots=True)
class _Frame:
    xs: list[float]
    ys: list[float]
    upright: list[Rule]
    level: list[Rule]

    @property
    def box(self) -> Box:
        return self.xs[0], self.ys[0], self.xs[-1], self.ys[-1]

    def owner(self, row: int, column: int) -> tuple[int, int]:
        """Return the cell at the upper left of those that no rule parts from this one."""
        while column and not self._is_parted(row, column, upright=True):
            column -= 1
        while row and not self._is_parted(row, column, upright=False):
            row -= 1
        return row, column

    def _is_parted(self, row: int, column: int, *, upright: bool) -> bool:
        x, y = self.xs[column], self.ys[row]
        if upright:
            y = (y + self.ys[row + 1]) / 2
        else:
            x = (x + self.xs[column + 1]) / 2
        return any(
            rule.left - _NEAR <= x <= rule.right + _NEAR
            and rule.top - _NEAR <= y <= rule.bottom + _NEAR
            for rule in (self.upright if upright else self.level)
        )


def _frames(rules: Iterable[Rule]) -> list[_Frame]:
    """Group rules that touch, and keep the groups that make cells."""
    long_enough = [
        rule for rule in rules if max(rule.right - rule.left, rule.bottom - rule.top) >= _MIN_LENGTH
    ]
    frames = []
    for group in _touching(sorted(long_enough, key=lambda rule: (rule.top, rule.left))):
        upright = [rule for rule in group if rule.is_upright]
        level = [rule for rule in group if not rule.is_upright]
        xs = _places((rule.left + rule.right) / 2 for rule in upright)
        ys = _places((rule.top + rule.bottom) / 2 for rule in level)
        if len(xs) > 2 and len(ys) > 2:  # noqa: PLR2004 - two columns and two rows have three each
            frames.append(_Frame(xs, ys, upright, level))
    return sorted(frames, key=lambda frame: frame.box[1])


def _touching(rules: Iterable[Rule]) -> list[list[Rule]]:
    groups: list[tuple[Rule, list[Rule]]] = []
    for rule in rules:
        around, group = rule, [rule]
        apart = []
        for box, others in groups:
            if _touch(rule, box) and any(_touch(rule, other) for other in others):
                group += others
                around = Rule(*map(min, around[:2], box[:2]), *map(max, around[2:], box[2:]))
            else:
                apart.append((box, others))
        groups = [*apart, (around, group)]
    return [group for _, group in groups]


def _touch(rule: Rule, other: Rule) -> bool:
    return (
        rule.left - _NEAR <= other.right
        and other.left - _NEAR <= rule.right
        and rule.top - _NEAR <= other.bottom
        and other.top - _NEAR <= rule.bottom
    )


def _places(values: Iterable[float]) -> list[float]:
    places: list[float] = []
    for value in sorted(values):
        if not places or value - places[-1] > _NEAR:
            places.append(value)
    return places


def _filled(frame: _Frame, glyphs: Sequence[Glyph]) -> tuple[list[list[str]], list[Glyph]]:
    inside: dict[tuple[int, int], list[Glyph]] = {}
    outside: list[Glyph] = []
    owners: dict[tuple[int, int], tuple[int, int]] = {}
    cell: tuple[int, int] | None = None
    for glyph in glyphs:
        if not glyph.is_generated:
            x, y = (glyph.left + glyph.right) / 2, (glyph.top + glyph.bottom) / 2
            column, row = _index(frame.xs, x), _index(frame.ys, y)
            cell = None
            if column is not None and row is not None:
                if (row, column) not in owners:
                    owners[row, column] = frame.owner(row, column)
                cell = owners[row, column]
        (outside if cell is None else inside.setdefault(cell, [])).append(glyph)
    rows: list[list[str]] = []
    for row in range(len(frame.ys) - 1):
        columns = range(len(frame.xs) - 1)
        rows += _row_texts([_cell_lines(inside.get((row, column), [])) for column in columns])
    return rows, outside


def _index(places: Sequence[float], value: float) -> int | None:
    if not places[0] <= value <= places[-1]:
        return None
    return max(0, min(sum(place <= value for place in places), len(places) - 1) - 1)


def _cell_lines(glyphs: Sequence[Glyph]) -> list[list[Line]]:
    return rows_of(lines_of(glyphs))


def _row_texts(cells: Sequence[list[list[Line]]]) -> list[list[str]]:
    """Write a row; one that holds as many lines in each cell is as many rows without rules."""
    texts = [[" ".join(line.text for line in row) for row in cell] for cell in cells]
    counts = {len(cell) for cell in texts if cell}
    filled = sum(map(bool, texts))
    if len(counts) == 1 and filled > 1 and (count := counts.pop()) >= _MIN_ROWS_WITHOUT_RULES:
        return [[cell[index] if cell else "" for cell in texts] for index in range(count)]
    return [[" ".join(cell) for cell in texts]]


def _shrunk(rows: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """Leave out rows and columns without text."""
    kept = [row for row in rows if any(row)]
    columns = [index for index in range(len(rows[0])) if any(row[index] for row in kept)]
    return tuple(tuple(row[index] for index in columns) for row in kept)
