"""Joins the lines of a paragraph: hyphens at their ends, and words that go on without one. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from workers.extract.pdf_page import MARKED_HYPHENS, Line

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_TAIL = re.compile(r"([^\W\d_]+)[-\u2010]$")
_HEAD = re.compile(r"[^\W\d_]+")
LEADERS = re.compile(r"(?:\s?[.·․…]){4,}\s?")  # noqa: RUF001 - the dots of a table of contents
_NO_SPACES = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")
_HANGUL = re.compile(r"[\uac00-\ud7a3]")
_WORD_ENDS = frozenset("은는이가을를에의로와과도며고서면게한된할인던")
_CLOSING = frozenset(".,!?)]”’")  # noqa: RUF001 - they end what stands before
_TWO_WORDS = 7  # letters that are rarely one word
_RAGGED = 1.3  # of the size
_FILLED_SHARE = 0.85
_MIN_LINES_TO_JUDGE = 8


class Words:
    """The words of a document as they stand inside of its lines; they decide how lines join."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._known: set[str] = set()
        for line in lines:
            inside = _WORD.findall(line.text)[1:-1]
            self._known.update(word.casefold() for word in inside)
        self._breaks_anywhere = _breaks_anywhere(lines)

    def join(self, texts: Iterable[str]) -> str:
        """Join lines to one."""
        joined = ""
        for text in texts:
            joined = self._glue(joined, text) if joined else text
        return plain(joined)

    def _glue(self, before: str, after: str) -> str:
        if before[-1] in MARKED_HYPHENS or before[-1] in "-\u2010":
            return self._dehyphenated(before, after)
        ends = before[-1] + after[0]
        if all(_NO_SPACES.match(character) for character in ends):
            return before + after
        if self._breaks_anywhere and after[0] in _CLOSING and _HANGUL.match(before[-1]):
            return before + after
        if self._breaks_anywhere and all(_HANGUL.match(character) for character in ends):
            return before + ("" if self._is_one_word(before, after) else " ") + after
        return f"{before} {after}"

    def _dehyphenated(self, before: str, after: str) -> str:
        is_soft = before[-1] == "\u00ad"
        bare = before[:-1]
        tail, head = _TAIL.search(f"{bare}-"), _HEAD.match(after)
        if not tail or not head:
            is_dash = bare.endswith(" ") or not bare
            return f"{bare}- {after}" if is_dash else f"{bare}-{after}"
        whole = (tail[1] + head[0]).casefold()
        hyphened = f"{tail[1]}-{head[0]}".casefold()
        keeps = hyphened in self._known and whole not in self._known
        if is_soft or (head[0][0].islower() and not keeps):
            return bare + after
        return f"{bare}-{after}"

    def _is_one_word(self, before: str, after: str) -> bool:
        """Tell whether a word of Korean was broken: by the words seen elsewhere, else by its look.

        Two words are likelier where one would be long, or where the first ends like a whole one.
        """
        tail, head = before.rsplit(None, 1)[-1], after.split(None, 1)[0]
        whole, first, second = _WORD.match(tail + head), _WORD.fullmatch(tail), _WORD.match(head)
        if whole and whole[0].casefold() in self._known:
            return True
        if any(
            part and len(part[0]) > 1 and part[0].casefold() in self._known
            for part in (first, second)
        ):
            return False
        ends_like_one = len(tail) > 1 and len(head) > 1 and tail[-1] in _WORD_ENDS
        return len(tail) + len(head) < _TWO_WORDS and not ends_like_one


def plain(text: str) -> str:
    """Leave out the dots that lead to a page number, and what is left of marked hyphens."""
    text = LEADERS.sub(" ", text).replace("\t", " ")
    for mark in MARKED_HYPHENS:
        text = text.replace(mark, "" if mark == "\u00ad" else "-")
    return text.strip()


def _breaks_anywhere(lines: Sequence[Line]) -> bool:
    """Tell whether lines of Korean are filled to the margin, so that words break at it."""
    ends = [
        line.room[1] - line.right < _RAGGED * line.size
        for line, following in pairwise(lines)
        if line.column == following.column
        and _HANGUL.search(line.text[-1:])
        and _HANGUL.match(following.text)
        and abs(following.left - line.left) < line.size
    ]
    return len(ends) >= _MIN_LINES_TO_JUDGE and sum(ends) > _FILLED_SHARE * len(ends)
