"""Makes one reading of a line with Korean out of several. Pure.

Tesseract's Korean model reads Hangul well and Latin letters as noise. Asked for both languages it
takes Korean words for Latin ones now and then, and the reverse. PP-OCR reads Latin well and leaves
Hangul out. So a word that is not plainly Hangul is tried as Latin with a Korean ending, and what is
no Latin either is what the Korean model says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from kebab.wire.place import Box

# What reads the columns from one to another as Latin, with its confidence.
ReadLatin = Callable[[int, int], tuple[str, float]]

_SURE, _LIKELY = 0.95, 0.9
_SURE_LATIN = 0.9
_KOREAN_SHARE = 0.5  # of a line's symbols
_SLACK = 0.15  # of a symbol's width
_LATIN_CHAR_WIDTH = 0.31  # of a line's height, on the average
_FILLED = 0.75
_WORD_FILLED = 0.55  # capitals are wide
_MAX_ENDING = 3  # syllables
_MOST_OF_A_PICTURE = 3  # letters
_PICTURE_SHARE = 0.2  # of the image


@dataclass(frozen=True, slots=True)
class Symbol:
    """What stands in some columns of a line; `is_spaced` where a space comes before it."""

    text: str
    left: int
    right: int
    confidence: float
    is_spaced: bool

    @property
    def middle(self) -> float:
        """Say where its middle is."""
        return (self.left + self.right) / 2

    @property
    def is_hangul(self) -> bool:
        """Say whether it is written in Hangul."""
        return any("가" <= char <= "힣" for char in self.text)


def is_korean(korean: Sequence[Symbol], mixed: Sequence[Symbol]) -> bool:
    """Say whether a line has any Korean, by the Korean model's reading and the mixed one."""
    if any(symbol.is_hangul for symbol in mixed):
        return True
    return len(_hangul(korean, _SURE)) > _KOREAN_SHARE * max(1, len(korean))


def is_filled(text: str, width: float, height: float) -> bool:
    """Say whether a Latin reading is long enough for its place: else something was left out."""
    return len(text) * _LATIN_CHAR_WIDTH * height >= _FILLED * width


def is_plainly_latin(text: str, confidence: float, width: float, height: float) -> bool:
    """Say whether a reading that knows no Hangul can have left none out."""
    return text.isascii() and confidence >= _SURE and is_filled(text, width, height)


def is_settled(symbols: Iterable[Symbol]) -> bool:
    """Say whether a mixed reading is Hangul and punctuation only, and needs no second one."""
    symbols = list(symbols)
    return any(symbol.is_hangul for symbol in symbols) and _is_plain(symbols)


def may_be_picture(text: str, box: Box, shape: Sequence[int]) -> bool:
    """Say whether a reading of a letter or two fills so much of an image that it may be none.

    The detector takes a plain picture, or a hill in one, for a line; a syllable is no accident.
    """
    letters = sum(map(str.isalnum, text))
    if letters > _MOST_OF_A_PICTURE or any("가" <= char <= "힣" for char in text):
        return False
    _, _, width, height = box
    return width * height > _PICTURE_SHARE * shape[0] * shape[1]


def combined(
    korean: Sequence[Symbol], mixed: Sequence[Symbol], height: int, read_latin: ReadLatin
) -> list[Symbol]:
    """Go through the words of the mixed reading, and read anew those that are not all Hangul."""
    result: list[Symbol] = []
    for word in _words(mixed):
        result += word if _is_plain(word) else _read_anew(word, korean, height, read_latin)
    return result


def text_of(symbols: Sequence[Symbol]) -> str:
    """Write symbols down, with the spaces between them."""
    return "".join(" " * symbol.is_spaced + symbol.text for symbol in symbols).strip()


def confidence_of(symbols: Sequence[Symbol]) -> float:
    """Say how sure a reading is, from 0 to 1."""
    return fmean(symbol.confidence for symbol in symbols) if symbols else 0.0


def _hangul(symbols: Iterable[Symbol], least: float) -> list[Symbol]:
    return [symbol for symbol in symbols if symbol.is_hangul and symbol.confidence >= least]


def _words(symbols: Sequence[Symbol]) -> list[list[Symbol]]:
    words: list[list[Symbol]] = []
    for symbol in symbols:
        if symbol.is_spaced or not words:
            words.append([])
        words[-1].append(symbol)
    return words


def _is_plain(word: Iterable[Symbol]) -> bool:
    return all(
        symbol.is_hangul or (symbol.text.isascii() and not symbol.text.isalnum()) for symbol in word
    )


def _read_anew(
    word: Sequence[Symbol], korean: Sequence[Symbol], height: int, read_latin: ReadLatin
) -> list[Symbol]:
    left, right = word[0].left, word[-1].right
    inside = [symbol for symbol in korean if left <= symbol.middle <= right]
    left = min([left, *(symbol.left for symbol in inside[:1])])
    sure = _hangul(inside, _SURE)
    if len(sure) < len(inside) or not inside:  # else the Korean model is sure of all of it
        best: tuple[float, list[Symbol]] = (0.0, [])
        for ending in _endings(inside):
            end = ending[0].left if ending else right
            text, confidence = read_latin(left, end)
            text = text.rstrip(".,'") if ending else text  # the edge of a syllable
            if _is_latin_word(text, end - left, height) and confidence > best[0]:
                latin = Symbol(text, left, end, confidence, is_spaced=word[0].is_spaced)
                best = confidence, [latin, *ending]
        if best[0] >= _SURE_LATIN:
            return best[1]
    return _overlaid(word, sure)


def _is_latin_word(text: str, width: int, height: int) -> bool:
    is_long_enough = len(text) * _LATIN_CHAR_WIDTH * height >= _WORD_FILLED * width
    return text.isascii() and any(map(str.isalnum, text)) and is_long_enough


def _endings(symbols: Sequence[Symbol]) -> list[list[Symbol]]:
    """Give what may be a Korean ending behind a Latin word: nothing, one syllable, two, three."""
    endings: list[list[Symbol]] = [[]]
    for length in range(1, min(_MAX_ENDING, len(symbols) - 1) + 1):
        ending = list(symbols[-length:])
        if _is_plain(ending) and _hangul(ending, _LIKELY):
            endings.append(ending)
    return endings


def _overlaid(word: Sequence[Symbol], hangul: Sequence[Symbol]) -> list[Symbol]:
    """Lay syllables over a word; what they cover is left out."""
    spans = _spans(hangul)
    kept = [s for s in word if not any(start <= s.middle <= end for start, end in spans)]
    ordered = sorted([*kept, *hangul], key=lambda symbol: symbol.middle)
    first = [replace(symbol, is_spaced=word[0].is_spaced) for symbol in ordered[:1]]
    return [*first, *(replace(s, is_spaced=s.is_spaced and s in hangul) for s in ordered[1:])]


def _spans(symbols: Sequence[Symbol]) -> list[tuple[float, float]]:
    """Join what touches, so that nothing is read twice between two syllables."""
    spans: list[tuple[float, float]] = []
    for symbol in symbols:
        slack = _SLACK * (symbol.right - symbol.left)
        start, end = symbol.left - slack, symbol.right + slack
        if spans and start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return spans
