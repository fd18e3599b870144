"""A document's texts, made comparable once and then searched as often as is asked. Pure."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import regex

from kebab.errors import InvalidInputError
from workers.hwp.folding import Folded, fold

MAX_PATTERN_S = 2.0


class Found(NamedTuple):
    """One match: the index of the text that it is in, and its place in that."""

    block: int
    start: int
    end: int


class SearchTexts:
    """Texts by their index. Empty ones are passed over."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = [(index, text) for index, text in enumerate(texts) if text]

    @cached_property
    def _composed(self) -> list[tuple[int, Folded]]:
        return [(index, fold(text, ignore_case=False)) for index, text in self._texts]

    @cached_property
    def _caseless(self) -> list[tuple[int, Folded]]:
        return [(index, fold(text, ignore_case=True)) for index, text in self._texts]

    def find(self, query: str, *, case_sensitive: bool) -> Iterator[Found]:
        """Find a text wherever it stands; matches do not overlap."""
        wanted = fold(query, ignore_case=not case_sensitive).text
        for index, folded in self._composed if case_sensitive else self._caseless:
            at = folded.text.find(wanted)
            while at >= 0:
                end = at + len(wanted)
                span = folded.span(at, end)
                if span is not None:
                    yield Found(index, *span)
                at = folded.text.find(wanted, end if span else at + 1)

    def find_pattern(
        self,
        pattern: str,
        *,
        case_sensitive: bool,
        clock: Callable[[], float] = time.monotonic,
    ) -> Iterator[Found]:
        """Find a regular expression; what is empty is no match.

        Raises InvalidInputError where it is none, or takes too long.
        """
        compiled = _compiled(pattern, case_sensitive=case_sensitive)
        deadline = clock() + MAX_PATTERN_S
        for index, folded in self._composed:
            try:
                left_s = _left_s(deadline, clock())
                for match in compiled.finditer(folded.text, timeout=left_s):
                    span = folded.span(match.start(), match.end())
                    if span is not None and span[0] < span[1]:
                        yield Found(index, *span)
            except TimeoutError as cause:
                raise InvalidInputError(
                    f"the regular expression {pattern!r} takes more than {MAX_PATTERN_S:g} s",
                    hint="Make it simpler: nested repetitions such as (a+)+ are what takes long.",
                    details={"query": pattern, "reason": "regex_timeout"},
                ) from cause


def _left_s(deadline: float, now: float) -> float:
    if now >= deadline:
        raise TimeoutError
    return deadline - now


def _compiled(pattern: str, *, case_sensitive: bool) -> regex.Pattern[str]:
    flags = regex.VERSION0 if case_sensitive else regex.VERSION0 | regex.IGNORECASE
    try:
        return regex.compile(fold(pattern, ignore_case=False).text, flags)
    except (regex.error, RecursionError, OverflowError, ValueError) as cause:
        raise InvalidInputError(
            f"{pattern!r} is no regular expression: {cause}",
            hint="Leave regex out to search for the text as it is.",
            details={"query": pattern, "reason": "regex_invalid"},
        ) from cause
