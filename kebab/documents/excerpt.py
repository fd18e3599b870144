"""Cut as many lines out of a text as a budget of tokens allows. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kebab.search.budget import weigh

_LINE_END_TOKENS = 0.25


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Lines `start` to `end`, 1-based and inclusive; `end` is 0 where there is none.

    Where it was cut, the rest begins at `next_line`, after `next_column` characters of it.
    """

    text: str
    end: int
    is_cut: bool = False
    next_line: int = 0
    next_column: int = 0


def excerpt(
    lines: Sequence[str], start: int, end: int, *, max_tokens: int, column: int = 0
) -> Excerpt:
    """Take lines from `start`, from `column` on, to `end`, whole ones while they fit.

    A first line that alone is over the budget is cut within.
    """
    last = min(end, len(lines))
    if start > last:
        return Excerpt("", 0)
    taken: list[str] = []
    left = float(max_tokens)
    for number in range(start, last + 1):
        line = lines[number - 1][column:] if number == start else lines[number - 1]
        weight = weigh(line) + _LINE_END_TOKENS
        if weight > left:
            if taken:
                return Excerpt("\n".join(taken), number - 1, is_cut=True, next_line=number)
            return _cut_line(line, number, column, max_tokens)
        taken.append(line)
        left -= weight
    return Excerpt("\n".join(taken), last)


def _cut_line(line: str, number: int, column: int, max_tokens: int) -> Excerpt:
    fits, too_many = 1, len(line)
    while fits < too_many - 1:
        middle = (fits + too_many) // 2
        if weigh(line[:middle]) <= max_tokens:
            fits = middle
        else:
            too_many = middle
    if fits >= len(line):
        return Excerpt(line, number)
    return Excerpt(line[:fits], number, is_cut=True, next_line=number, next_column=column + fits)
