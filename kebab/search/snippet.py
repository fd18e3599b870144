"""Cut the part of a chunk that shows best why it was found. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

ELLIPSIS = "…"
_MAX_MATCHES = 50  # of one word in one chunk
_MAX_HIGHLIGHTS = 64
# Scripts without spaces between words: a cut may fall between any two of their characters.
_UNSPACED = "\u0e00-\u0eff\u2e80-\u312f\u31a0-\u9fff\uf900-\ufaff\uff00-\uffef"
_FIRST_UNSPACED = _UNSPACED[0]
_CUTTABLE = re.compile(f"[{_UNSPACED}]")
# Korean has spaces, but its words take endings and form compounds: a highlight may begin inside.
_INNER = re.compile(f"[\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff{_UNSPACED}]")
_JOINERS = frozenset("\u200d\ufe0e\ufe0f")
_SENTENCE_END = re.compile(r"[.!?。！？](?=\s)|[。！？]")  # noqa: RUF001 - full-width marks end sentences


@dataclass(frozen=True, slots=True)
class Highlight:
    """A word or stem to show, in lower case. `starts_word`: it counts at the start of a word only,
    which a script without word starts does not ask for.
    """

    text: str
    starts_word: bool

    def places(self, lowered: str) -> list[int]:
        """Find where it stands, up to a limit."""
        found: list[int] = []
        text, length = self.text, len(self.text)
        place = lowered.find(text)
        for _ in range(_MAX_MATCHES):
            if place < 0:
                break
            before = lowered[place - 1] if place else " "
            if not (self.starts_word and (before.isalnum() or before == "_")):
                found.append(place)
            place = lowered.find(text, place + length)
        return found


def highlights_of(words: Sequence[str]) -> tuple[Highlight, ...]:
    """Choose the words and stems to show."""
    distinct = dict.fromkeys(word.strip().lower() for word in words[:_MAX_HIGHLIGHTS])
    return tuple(
        Highlight(word, starts_word=word[0].isalnum() and not _INNER.match(word))
        for word in distinct
        if word
    )


def cut_snippet(text: str, highlights: Sequence[Highlight], limit: int) -> str:
    """Return at most `limit` characters: the window with the most different highlights.

    White space is folded; cuts fall between words, never inside a composed character, and are
    marked with an ellipsis, which counts.
    """
    folded = " ".join(text.split())
    if len(folded) <= limit:
        return folded
    start, end = _best_window(folded, highlights, limit - 2 * len(ELLIPSIS))
    start, end = _widen(folded, start, end, limit - 2 * len(ELLIPSIS))
    head = ELLIPSIS if start > 0 else ""
    tail = ELLIPSIS if end < len(folded) else ""
    return head + folded[start:end].strip() + tail


def _best_window(text: str, highlights: Sequence[Highlight], room: int) -> tuple[int, int]:
    """Find the earliest span of at most `room` that holds the most different highlights."""
    found = _matches(text, highlights)
    most = len({word for _, _, word in found})
    best, best_span = 0, (0, 0)
    first = 0
    inside: dict[str, int] = {}
    for last, (_, end, word) in enumerate(found):
        inside[word] = inside.get(word, 0) + 1
        while end - found[first][0] > room and first < last:
            _leave(inside, found[first][2])
            first += 1
        if len(inside) > best and end - found[first][0] <= room:
            best, best_span = len(inside), (found[first][0], end)
            if best == most:
                break
    return best_span


def _matches(text: str, highlights: Sequence[Highlight]) -> list[tuple[int, int, str]]:
    """List start, end and word of what is found, in the order of the text."""
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = text  # a letter that grows in lower case would shift every place
    return sorted(
        [
            (place, place + len(one.text), one.text)
            for one in highlights
            for place in one.places(lowered)
        ]
    )


def _leave(inside: dict[str, int], word: str) -> None:
    inside[word] -= 1
    if not inside[word]:
        del inside[word]


def _widen(text: str, start: int, end: int, room: int) -> tuple[int, int]:
    """Give the room that is left to what stands around: a third before, the rest after."""
    spare = room - (end - start)
    start = _sentence_start(text, max(0, start - max(spare // 3, spare - (len(text) - end))), start)
    end = min(len(text), start + room)
    return _forward(text, start, end), _backward(text, start, end)


def _sentence_start(text: str, earliest: int, start: int) -> int:
    """Begin with a whole sentence where one begins between the two."""
    if earliest == 0:
        return 0
    ends = [match.end() for match in _SENTENCE_END.finditer(text, earliest, start)]
    return ends[0] if ends else earliest


def _forward(text: str, start: int, end: int) -> int:
    """Move the start of a window to where a word begins, if that is not too far."""
    for position in range(start, (start + end) // 2):
        if _is_boundary(text, position):
            return position
    return _whole_character(text, start, 1)


def _backward(text: str, start: int, end: int) -> int:
    for position in range(end, (start + end) // 2, -1):
        if _is_boundary(text, position):
            return position
    return _whole_character(text, end, -1)


def _whole_character(text: str, position: int, step: int) -> int:
    while 0 < position < len(text) and _continues(text[position - 1], text[position]):
        position += step
    return position


def _is_boundary(text: str, position: int) -> bool:
    if position in {0, len(text)}:
        return True
    before, after = text[position - 1], text[position]
    if before == " " or after == " ":
        return True
    if before < _FIRST_UNSPACED and after < _FIRST_UNSPACED:
        return False
    return bool(_CUTTABLE.match(before) or _CUTTABLE.match(after)) and not _continues(before, after)


def _continues(before: str, after: str) -> bool:
    """Tell whether two code points are part of one character as people see it."""
    return bool(unicodedata.combining(after)) or after in _JOINERS or before == "\u200d"
