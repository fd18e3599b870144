"""How many tokens an answer costs, and what to give up where it costs too many. Pure."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import TypeVar

FLOOR_CHARS = 60
_LATIN_CHARS_A_TOKEN = 4
_CJK_CHARS_A_TOKEN = 1.5
_CJK = re.compile(
    "[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef"
    "\U0001f000-\U0001faff\U00020000-\U0003ffff]+"
)

Item = TypeVar("Item")


def weigh(text: str) -> float:
    """Estimate tokens: one for 4 characters, one for 1.5 of Chinese, Japanese or Korean."""
    other = len(text) if text.isascii() else len(_CJK.sub("", text))
    wide = len(text) - other
    return other / _LATIN_CHARS_A_TOKEN + wide / _CJK_CHARS_A_TOKEN


def estimate_tokens(text: str) -> int:
    """Estimate tokens, in whole ones."""
    return math.ceil(weigh(text))


def most_tokens(text: str, pieces: int) -> int:
    """Return what `text` costs at most, in however many pieces it is estimated. Quick."""
    chars_a_token = _LATIN_CHARS_A_TOKEN if text.isascii() else _CJK_CHARS_A_TOKEN
    return math.ceil(len(text) / chars_a_token) + pieces


def fit(
    render: Callable[[int], list[Item]],
    cost: Callable[[Item], int],
    *,
    snippet_chars: int,
    max_tokens: int,
) -> tuple[list[Item], bool]:
    """Return what fits into `max_tokens`, and whether anything was given up for it.

    First the snippets are halved, down to 60 characters; then hits go, from the tail. One hit
    stays whatever it costs: an empty answer would look like no hit at all.
    """
    items = render(snippet_chars)
    if max_tokens <= 0 or not items:
        return items, False
    limit, costs, cut = snippet_chars, [cost(item) for item in items], False
    while sum(costs) > max_tokens and limit > FLOOR_CHARS:
        limit, cut = max(FLOOR_CHARS, limit // 2), True
        items = render(limit)
        costs = [cost(item) for item in items]
    while sum(costs) > max_tokens and len(items) > 1:
        items.pop()
        costs.pop()
        cut = True
    return items, cut
