"""Where a text may be cut: before list items, after lines, sentences, words, at last anywhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import pairwise

Cut = Callable[[str], list[str]]

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_WORD = re.compile(r"\S+\s*|\s+")
_ITEM = re.compile(r"^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]", re.MULTILINE)
_SENTENCE_END = re.compile(
    r"""[.!?…][\"'”’)\]]*\s+ | [。！？｡][」』”’）]*\s* | \n[^\S\n]*\n\s*""",  # noqa: RUF001 - they end sentences
    re.VERBOSE,
)


def lines(text: str) -> list[str]:
    """Cut after each LF."""
    return _LINE.findall(text)


def words(text: str) -> list[str]:
    """Cut before each word."""
    return _WORD.findall(text)


def items(text: str) -> list[str]:
    """Cut before each item of the outermost list."""
    return _cut_at(text, (match.start() for match in _ITEM.finditer(text)))


def sentences(text: str) -> list[str]:
    """Cut after what looks like the end of a sentence; once too often does no harm."""
    return _cut_at(text, (match.end() for match in _SENTENCE_END.finditer(text)))


def slices(text: str, width: int) -> list[str]:
    """Cut into equal lengths."""
    return [text[start : start + width] for start in range(0, len(text), width)]


def _cut_at(text: str, places: Iterable[int]) -> list[str]:
    bounds = [0, *(place for place in places if 0 < place < len(text)), len(text)]
    return [text[start:end] for start, end in pairwise(bounds)]
