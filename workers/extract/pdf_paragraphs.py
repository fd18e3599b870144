"""Gathers the lines of a page into paragraphs, headings, lists and listings. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from statistics import median

from workers.chunk.blocks import Kind
from workers.extract.markdown_table import table_text
from workers.extract.pdf_headings import Headings
from workers.extract.pdf_page import Item, Line, Table
from workers.extract.pdf_words import LEADERS, Words, plain

_BULLET = re.compile(r"[•▪▸✓‣◦●○■□*·–-]\s+(?=\S)|[•▪▸✓‣◦●○■□](?=\S)")  # noqa: RUF001 - marks
_ITEM = re.compile(r"(?:[•▪▸✓‣◦●○■□*·–-]|\d{1,3}[.)]|\(?[a-z0-9]{1,3}\))\s+\S|[•▪▸✓‣◦●○■□]\S")  # noqa: RUF001 - marks
_SENTENCE_END = (".", "!", "?", ":", "。", "…")
_DEFAULT_PITCH = 1.25
_LEAST_PITCH, _MOST_PITCH = 0.9, 2.5


@dataclass(frozen=True, slots=True)
class Part:
    """One block of a page to be."""

    kind: Kind
    text: str
    level: int = 0


def parts_of(items: Sequence[Item], page: int, headings: Headings, words: Words) -> Iterator[Part]:
    """Give the blocks of a page in order."""
    pending: list[Part] = []
    for group in _groups(items, headings, page):
        if isinstance(group, Table):
            part = Part(
                Kind.TABLE, table_text([[plain(cell) for cell in row] for row in group.rows])
            )
        else:
            part = _part(group, page, headings, words)
        if pending and (pending[-1].kind, part.kind) != (Kind.LIST, Kind.LIST):
            yield _list_or_only(pending)
            pending = []
        pending.append(part)
    if pending:
        yield _list_or_only(pending)


def _list_or_only(parts: Sequence[Part]) -> Part:
    if len(parts) == 1:
        return parts[0]
    return Part(Kind.LIST, "\n".join(part.text for part in parts))


def _part(lines: Sequence[Line], page: int, headings: Headings, words: Words) -> Part:
    if _is_listing(lines):
        return Part(Kind.CODE, _listing(lines))
    text = words.join(line.text for line in lines)
    if level := headings.level(text, lines[0], page):
        return Part(Kind.HEADING, text, level)
    if _ITEM.match(text):
        return Part(Kind.LIST, _BULLET.sub("- ", text, count=1))
    return Part(Kind.PARAGRAPH, text)


def _groups(items: Sequence[Item], headings: Headings, page: int) -> Iterator[list[Line] | Table]:
    pitch = _pitch([item for item in items if isinstance(item, Line)])
    group: list[Line] = []
    for item, following in zip_longest(items, items[1:]):
        if isinstance(item, Table):
            if group:
                yield group
            yield item
            group = []
            continue
        after = following if isinstance(following, Line) else None
        if group and (
            _begins_anew(group, item, pitch, headings, page)
            or _is_set_off(group, item, after, pitch)
        ):
            yield group
            group = []
        group.append(item)
    if group:
        yield group


def _begins_anew(
    group: Sequence[Line], line: Line, pitch: float, headings: Headings, page: int
) -> bool:
    last = group[-1]
    is_listing = last.is_mono and line.is_mono
    advance = (line.middle - last.middle) / max(line.size, 1.0)
    if last.is_mono != line.is_mono or last.turn != line.turn:
        return True
    if last.column != line.column:
        return is_listing or not _flows_on(last, line)
    if is_listing:
        return advance > 3 * pitch
    if any(headings.level(each.text, each, page) for each in (last, line)):
        is_one = _is_large(last, headings) and _is_large(line, headings)
        return not is_one or _looks_different(last, line) or advance > 1.3 * pitch
    return (
        _looks_different(last, line)
        or _ITEM.match(line.text) is not None
        or "\t" in last.text + line.text
        or LEADERS.search(last.text) is not None
        or not 0 <= advance <= 1.3 * pitch
    )


def _is_set_off(group: Sequence[Line], line: Line, after: Line | None, pitch: float) -> bool:
    """Tell a first line by its indent, or by a short line above it."""
    last = group[-1]
    if line.is_mono:
        return False
    is_short = last.room[1] - last.right > 0.25 * (last.room[1] - last.room[0])
    if _ITEM.match(group[0].text):
        return is_short and line.left < group[0].left + 0.3 * line.size
    if is_short and last.text.endswith(_SENTENCE_END):
        return True
    if line.left - last.left < 0.8 * line.size:
        return False
    goes_on = (
        after is not None
        and after.column == line.column
        and 0 < (after.middle - line.middle) / max(line.size, 1.0) < 1.3 * pitch
    )
    if after is not None and goes_on:
        return after.left < line.left - 0.5 * line.size
    return last.left - last.room[0] < 0.5 * line.size


def _is_large(line: Line, headings: Headings) -> bool:
    """Tell a line that is a heading by its size: the next one of that size belongs to it."""
    return line.size > 1.1 * headings.body_size


def _flows_on(last: Line, line: Line) -> bool:
    """Tell a sentence that goes on at the top of the next column."""
    return (
        not _looks_different(last, line)
        and not last.text.endswith(_SENTENCE_END)
        and line.text[0].islower()
        and line.top < last.top
    )


def _looks_different(last: Line, line: Line) -> bool:
    small, large = sorted((last.size, line.size))
    return large > 1.08 * small or last.is_bold != line.is_bold


def _pitch(lines: Sequence[Line]) -> float:
    """Return how far one line of a paragraph stands below the other, as a share of its size."""
    steps = [
        (line.middle - last.middle) / line.size
        for last, line in pairwise(lines)
        if last.column == line.column and line.size and abs(last.size - line.size) < 1
    ]
    near = [step for step in steps if _LEAST_PITCH < step < _MOST_PITCH]
    return min(2.0, median(near)) if near else _DEFAULT_PITCH


def _is_listing(lines: Sequence[Line]) -> bool:
    return all(line.is_mono for line in lines)


def _listing(lines: Sequence[Line]) -> str:
    """Keep the lines of code, and how deep they are indented."""
    widths = [(line.right - line.left) / len(line.text) for line in lines]
    width = max(1.0, median(widths))
    left = min(line.left for line in lines)
    return "\n".join(" " * round((line.left - left) / width) + line.text for line in lines)
