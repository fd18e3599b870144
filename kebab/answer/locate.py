"""Finds a quotation in the lines of its source, white space and markup aside. Pure."""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Callable, Sequence

_TAG = re.compile(r"<[^<>]*>")
_NEAR = 80  # lines around the place where it stood when it was indexed


def locate(lines: Sequence[str], quote: str, expected: int) -> tuple[int, int] | None:
    """Return the first and last line on which a quotation stands now, the nearest to where it is
    expected; None where it stands nowhere.
    """
    near = range(max(0, expected - 1 - _NEAR), min(len(lines), expected + _NEAR))
    return (
        _find(lines, near, quote, expected, _folded)
        or _find(lines, range(len(lines)), quote, expected, _folded)
        or _find(lines, range(len(lines)), quote, expected, _visible)
    )


def _folded(line: str) -> str:
    return " ".join(line.split())


def _visible(line: str) -> str:
    return " ".join(html.unescape(_TAG.sub(" ", line)).split())


def _find(
    lines: Sequence[str],
    among: range,
    quote: str,
    expected: int,
    normal: Callable[[str], str],
) -> tuple[int, int] | None:
    wanted = normal(" ".join(quote.split("\n")))
    if not wanted:
        return None
    starts: list[int] = []
    numbers: list[int] = []
    parts: list[str] = []
    length = 0
    for index in among:
        line = normal(lines[index])
        if line:
            starts.append(length)
            numbers.append(index + 1)
            parts.append(line)
            length += len(line) + 1
    text = " ".join(parts)
    found: tuple[int, int] | None = None
    place = text.find(wanted)
    while place >= 0:
        first = numbers[bisect_right(starts, place) - 1]
        last = numbers[bisect_right(starts, place + len(wanted) - 1) - 1]
        if found is None or abs(first - expected) < abs(found[0] - expected):
            found = first, last
        place = text.find(wanted, place + 1)
    return found
