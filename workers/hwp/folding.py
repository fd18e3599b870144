"""Makes texts comparable, and finds the way back to where a match stands in the original. Pure.

Hangul may be written as syllables or letter by letter, and folding the case may change the length
of a text: "ß" becomes "ss". So each character, with what combines with it, is made comparable by
itself, and a match has to begin and end between two of them.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

_JAMO_VOWELS_AND_FINALS = range(0x1160, 0x1200)
_COMBINING = ("Mn", "Mc", "Me")


@dataclass(frozen=True, slots=True)
class Folded:
    """A comparable text. `starts` has, for each place in it and its end, the place in the original
    where a character begins, -1 where none does; None where all places are the same.
    """

    text: str
    starts: tuple[int, ...] | None

    def span(self, start: int, end: int) -> tuple[int, int] | None:
        """Find a match's place in the original; None where it splits a character."""
        if self.starts is None:
            return start, end
        found = self.starts[start], self.starts[end]
        return None if -1 in found else found


def fold(text: str, *, ignore_case: bool) -> Folded:
    """Compose a text and, where asked, fold its case."""
    if unicodedata.is_normalized("NFC", text):
        folded = text.casefold() if ignore_case else text
        if len(folded) == len(text):
            return Folded(folded, None)
    pieces: list[str] = []
    starts: list[int] = []
    at = 0
    for piece in _characters(text):
        composed = unicodedata.normalize("NFC", piece)
        pieces.append(composed.casefold() if ignore_case else composed)
        starts += [at, *(-1 for _ in pieces[-1][1:])]
        at += len(piece)
    return Folded("".join(pieces), (*starts, at))


def _characters(text: str) -> list[str]:
    """Cut a text before each character that combines with none before it."""
    characters: list[str] = []
    begin = 0
    for index in range(1, len(text)):
        if not _combines(text[index]):
            characters.append(text[begin:index])
            begin = index
    return [*characters, text[begin:]] if text else []


def _combines(char: str) -> bool:
    return ord(char) in _JAMO_VOWELS_AND_FINALS or unicodedata.category(char) in _COMBINING
