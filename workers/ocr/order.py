"""Puts the lines of a page into reading order: columns one after the other, rows across. Pure.

A page is cut along and across until no column of prose is left beside another. Short cells stay in
rows: they are a table or a form.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from workers.ocr.line import OcrLine

_GUTTER = 0.8  # of a line's height, between two columns
_MIN_COLUMN_LINES = 3
_MIN_COLUMN_HEIGHTS = 7  # how wide the lines of a column of prose are
_MAX_LINES = 600  # more are taken row by row: the cuts take time that grows with the square
_MAX_DEPTH = 12


def in_reading_order(lines: Sequence[OcrLine]) -> list[OcrLine]:
    """Order a page's lines."""
    if len(lines) > _MAX_LINES:
        return _by_rows(lines)
    return _ordered(list(lines), 0)


def _ordered(lines: list[OcrLine], depth: int) -> list[OcrLine]:
    if len(lines) < 2 * _MIN_COLUMN_LINES or depth >= _MAX_DEPTH:
        return _by_rows(lines)
    if sides := _columns(lines):
        return [line for side in sides for line in _ordered(side, depth + 1)]
    if parts := _parts_with_columns(lines):
        return [line for part in parts for line in _ordered(part, depth + 1)]
    return _by_rows(lines)


def _columns(lines: Sequence[OcrLine]) -> tuple[list[OcrLine], list[OcrLine]] | None:
    """Cut at the first gap from top to bottom with prose on both sides."""
    gutter = _GUTTER * median(line.box[3] for line in lines)
    by_left = sorted(lines, key=lambda line: line.box[0])
    right = by_left[0].box[0] + by_left[0].box[2]
    for index, line in enumerate(by_left):
        if line.box[0] - right >= gutter:
            sides = by_left[:index], by_left[index:]
            if all(map(_is_prose, sides)) and _are_beside(*sides):
                return sides
        right = max(right, line.box[0] + line.box[2])
    return None


def _is_prose(side: Sequence[OcrLine]) -> bool:
    if len(side) < _MIN_COLUMN_LINES:
        return False
    width = median(line.box[2] / max(1, line.box[3]) for line in side)
    return bool(width >= _MIN_COLUMN_HEIGHTS)


def _are_beside(left: Sequence[OcrLine], right: Sequence[OcrLine]) -> bool:
    (left_top, left_bottom), (right_top, right_bottom) = _height_of(left), _height_of(right)
    return max(left_top, right_top) < min(left_bottom, right_bottom)


def _height_of(side: Sequence[OcrLine]) -> tuple[int, int]:
    return min(line.box[1] for line in side), max(line.box[1] + line.box[3] for line in side)


def _parts_with_columns(lines: Sequence[OcrLine]) -> list[list[OcrLine]]:
    """Cut across around the first part that falls into columns, as far down as it does."""
    by_top = sorted(lines, key=lambda line: line.box[1])
    cuts = [0, *_cuts_across(by_top), len(by_top)]
    for index, start in enumerate(cuts):
        ends = [cut for cut in cuts[index + 1 :] if cut - start >= 2 * _MIN_COLUMN_LINES]
        end = start
        for cut in ends:
            if not _columns(by_top[start:cut]):
                break
            end = cut
        if end > start:
            parts = by_top[:start], by_top[start:end], by_top[end:]
            return [part for part in parts if part]
    return []


def _cuts_across(by_top: Sequence[OcrLine]) -> list[int]:
    cuts: list[int] = []
    bottom = by_top[0].box[1] + by_top[0].box[3]
    for index, line in enumerate(by_top[1:], 1):
        slack = line.box[3] // 4  # boxes of neighbouring lines touch
        if line.box[1] + slack >= bottom:
            cuts.append(index)
        bottom = max(bottom, line.box[1] + line.box[3])
    return cuts


def _by_rows(lines: Sequence[OcrLine]) -> list[OcrLine]:
    rows: list[list[OcrLine]] = []
    for line in sorted(lines, key=lambda line: (_middle(line), line.box[0])):
        if rows and _middle(line) - _middle(rows[-1][0]) < 0.5 * min(
            line.box[3], rows[-1][0].box[3]
        ):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [line for row in rows for line in sorted(row, key=lambda line: line.box[0])]


def _middle(line: OcrLine) -> float:
    return line.box[1] + line.box[3] / 2
