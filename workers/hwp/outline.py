"""Tells which paragraphs are headings, by the document's outline or by how they are numbered.

Pure. Korean office documents mostly number by hand: then a short line behind a mark such as
"제1장", "1." or "가." counts, where something that is no such line follows. Behind a mark that
lists have too, a line that gives a value ("가. 기간: 2026. 3. 1.") is an item of a list, and so is
one right after its like. That is a guess, and labelled so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

Method = Literal["outline", "pattern", "none"]
Mode = Literal["auto", "outline", "clause"]
MAX_HEADING_CHARS = 120
_MAX_GUESSED_CHARS = 50
_MIN_OUTLINE = 2
_ATTACHED = r"(?:붙임|별첨|별지|별표|첨부|부록)"
_PATTERNS: tuple[tuple[int, re.Pattern[str]], ...] = (
    (1, re.compile(rf"[\[<(]?\s?{_ATTACHED}\s?(?:제?\s?\d+.{{0,12}})?[\]>)]?(?:\s|$)")),
    (1, re.compile(r"제\s?\d+\s?[편장](\s|$)|[\u2160-\u216b]\s?[.)\s]")),
    (1, re.compile(r"(?:VI{0,3}|I{1,3}|IV|IX|X)\.\s")),
    (2, re.compile(r"제\s?\d+\s?절(\s|$)|\d{1,2}\.\s?(?=[^\d\s])")),
    (3, re.compile(r"\d{1,2}[-.]\d{1,2}\.?\s|제\s?\d+\s?조(?:의\s?\d+)?\s?\(")),
    (4, re.compile(r"\d{1,2}[-.]\d{1,2}[-.]\d{1,2}\.?\s|[가-하]\.\s|[□■◆]\s?(?=\S)")),
    (5, re.compile(r"\d{1,2}\)\s|\(\d{1,2}\)\s")),
)
_SENTENCE_END = re.compile(r"(?:[.!?:;,]|다|세요|시오|함|음|것|까지)[\"'\u201d\u2019]*$")
_OF_LISTS = re.compile(r"(\d{1,2}\.\s)|([가-하]\.\s)|(\d{1,2}\)\s)|(\(\d{1,2}\)\s)")
_VALUE = re.compile(r":\s?\S")
_NUMERIC_VALUE = re.compile(r":\s?.*\d")
_DEEP = 4


def heading_levels(
    lines: Sequence[tuple[str, int]], mode: Mode = "auto"
) -> tuple[list[int], Method]:
    """Give each line, a text and its outline level, its level as a heading: 0 for none.

    `outline` takes what the document states, `clause` how lines are numbered, `auto` the first
    where there is enough of it.
    """
    stated = [level if 0 < len(text) <= MAX_HEADING_CHARS else 0 for text, level in lines]
    if mode == "outline":
        return stated, "outline" if any(stated) else "none"
    if mode == "auto" and sum(map(bool, stated)) >= _MIN_OUTLINE:
        return stated, "outline"
    guessed = [_guess(text) for text, _ in lines]
    items = [_item(text) for text, _ in lines]
    levels = [
        level if level and _leads(guessed, index) and not _goes_on(items, index) else 0
        for index, level in enumerate(guessed)
    ]
    return levels, "pattern" if any(levels) else "none"


def _guess(text: str) -> int:
    line = " ".join(text.split())
    if not line or len(line) > _MAX_GUESSED_CHARS or _SENTENCE_END.search(line):
        return 0
    level = _mark(line)
    value = _VALUE if level >= _DEEP else _NUMERIC_VALUE
    return 0 if _OF_LISTS.match(line) and value.search(line) else level


def _mark(line: str) -> int:
    return next((level for level, pattern in _PATTERNS if pattern.match(line)), 0)


def _leads(guessed: Sequence[int], index: int) -> bool:
    """Tell whether something stands below it: a row of such lines is a list, or a contents page."""
    following = guessed[index + 1] if index + 1 < len(guessed) else guessed[index]
    return following == 0 or following > guessed[index]


def _item(text: str) -> int:
    """Tell which of the marks that lists have a line begins with: 0 for none."""
    found = _OF_LISTS.match(" ".join(text.split()))
    return found.lastindex or 0 if found else 0


def _goes_on(items: Sequence[int], index: int) -> bool:
    """Tell whether a line is an item of the list that the line before is one of."""
    return index > 0 and items[index] != 0 and items[index - 1] == items[index]
