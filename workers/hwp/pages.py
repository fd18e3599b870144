"""Finds the page on which each paragraph begins, from the text of the laid-out pages. Pure.

A best effort: None where a paragraph is too short, is found nowhere, or could be on several.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Sequence

MIN_KEY_CHARS = 6
_MAX_KEY_CHARS = 24
_SHORT_KEY_CHARS = 12  # layout puts something of its own into some lines
_RUN = re.compile(r"<text[^>]*>(.*?)</text>", re.DOTALL)
_TAG = re.compile(r"<[^>]+>")
_BLANK = re.compile(r"\s+")


def key_of(text: str) -> str:
    """Take from a paragraph's beginning what its page is looked up by."""
    return squeeze(text[: 4 * _MAX_KEY_CHARS])[:_MAX_KEY_CHARS]


def squeeze(text: str) -> str:
    """Drop white space, which layout does not keep."""
    return _BLANK.sub("", text)


def text_of_svg(svg: str) -> str:
    """Return a laid-out page's text without white space."""
    runs = (_TAG.sub("", run) for run in _RUN.findall(svg))
    return squeeze(html.unescape("".join(runs)))


def pages_of(keys: Sequence[str], pages: Sequence[str]) -> list[int | None]:
    """Give each paragraph, in order, its page from 1.

    Paragraphs that stand on one page only are anchors, as far as they come in order; one between
    two anchors is on the only page between theirs that has it, or on theirs where both agree.
    """
    candidates = [_candidates(key, pages) for key in keys]
    single = [(index, found[0]) for index, found in enumerate(candidates) if len(found) == 1]
    anchors = dict(_rising(single))
    before = _carried(range(len(keys)), anchors)
    after = _carried(range(len(keys) - 1, -1, -1), anchors)
    chosen: list[int | None] = []
    for index, found in enumerate(candidates):
        low, high = before[index] or 1, after[index] or len(pages)
        possible = [page for page in found or range(low, high + 1) if low <= page <= high]
        chosen.append(possible[0] if len(possible) == 1 else None)
    return chosen


def _candidates(key: str, pages: Sequence[str]) -> list[int]:
    if len(key) < MIN_KEY_CHARS:
        return []
    found = [number for number, page in enumerate(pages, 1) if key in page]
    if not found and len(key) > _SHORT_KEY_CHARS:
        return _candidates(key[:_SHORT_KEY_CHARS], pages)
    return found


def _carried(order: Sequence[int], anchors: dict[int, int]) -> dict[int, int | None]:
    nearest: dict[int, int | None] = {}
    page: int | None = None
    for index in order:
        page = anchors.get(index, page)
        nearest[index] = page
    return nearest


def _rising(found: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Keep the longest row of pages that never goes back."""
    tails: list[int] = []
    tail_at: list[int] = []
    previous: list[int] = []
    for at, (_, page) in enumerate(found):
        length = bisect_right(tails, page)
        previous.append(tail_at[length - 1] if length else -1)
        tails[length : length + 1] = [page]
        tail_at[length : length + 1] = [at]
    row: list[tuple[int, int]] = []
    at = tail_at[-1] if tail_at else -1
    while at >= 0:
        row.append(found[at])
        at = previous[at]
    return row[::-1]
