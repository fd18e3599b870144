"""Turns text into the token streams that the lexical view indexes and that questions are made of.

Three streams. `words`: every word in order, case folded, English ones stemmed; scripts that are
written without spaces, and Hangul, as overlapping pairs of characters. `exact`: whatever a plain
word split would tear apart, whole: `c++`, `1.0.21`, `--pre-glob`, `a@b.com`. `parts`: the pieces of
camelCase and of words with digits. A token never holds white space, so that a stream can be joined
by spaces. An identifier with signs before it, or with segments, also gives those marked: from
`--pre-glob` comes `*pre-glob`, from `docs/run-app.md` `*run-app.md`. Whoever asks for one finds it,
after the places where it stands alone.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from py_rust_stemmers import SnowballStemmer

LED = "*"  # before an identifier that is part of a longer one in the text
LONGEST_TOKEN = 80  # characters; the rest of a longer word is noise such as base64
_LONGEST_CACHED = 40  # characters; longer pieces rarely come twice
_stem = SnowballStemmer("english").stem_word


def _marks() -> str:
    """List the combining marks that belong to the word before them, for a character class."""
    found = [i for i in range(0x300, 0x1E00) if unicodedata.category(chr(i)) in {"Mn", "Mc"}]
    return "".join(map(chr, [*found, 0x200C, 0x200D]))


def _latin_folds() -> dict[int, str]:
    """Map Latin letters with accents to their bare letters."""
    folds = {}
    for code in (*range(0xC0, 0x250), *range(0x1E00, 0x1F00)):
        bare = unicodedata.normalize("NFD", chr(code))[0]
        if bare.isascii():
            folds[code] = bare
    return folds


# Hangul, Han, Kana, Bopomofo, Yi, and the South-East Asian scripts that do not space words.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029"
    "\u3031-\u3035\u303b\u3040-\u30fa\u30fc-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
_LETTER = rf"(?:[^\W_{_UNSPACED}]|[{_marks()}])"
# English endings stay with their word; what French, Italian or Turkish put before or behind an
# apostrophe is a word of its own. Other scripts have it as a letter.
_APOSTROPHE = rf"['\u2019](?:(?=(?i:s|t|d|m|re|ve|ll)(?!{_LETTER}))|(?![A-Za-z\u00c0-\u024f]))"
_RUN = re.compile(rf"(?P<unspaced>[{_UNSPACED}]+)|(?P<word>{_LETTER}+(?:{_APOSTROPHE}{_LETTER}+)*)")
_SYMBOL = re.compile("[\u2190-\u2bff\u3200-\u33ff\U0001f000-\U0001faff]")
_IDENTIFIER = re.compile(
    rf"(?:(?<!{_LETTER})(?:--?|[@$#]|_+|~?[./\\]+))?"
    rf"{_LETTER}+(?:[-_./:@+\\#~%&]{{1,3}}{_LETTER}+)*"
    rf"(?:\+\+|\#|_+)?"
)
_PLAIN = re.compile(rf"{_LETTER}+")
_SEGMENTS = re.compile(r"[/\\:#@&%]+")
_LEADING = "-@$#_~./\\"
_PUNCTUATION = "\"'`()[]{}<>*,;:!?|=\u2018\u2019\u201c\u201d\u3001\u3002"
_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_FOLDS = _latin_folds()
_SURROGATE = re.compile("[\ud800-\udfff]")
_WIDE_FORM = re.compile("[\uff01-\uff5e]")
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}


@dataclass(frozen=True, slots=True)
class Tokens:
    """The three streams of one text."""

    words: tuple[str, ...]
    exact: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()


def composed(text: str) -> str:
    """Compose what was written decomposed, and replace what cannot be encoded."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", _SURROGATE.sub("\ufffd", text))


def normalise(text: str) -> str:
    """Make one of all spellings of a text, full-width letters included."""
    normal = composed(text)
    return normal.translate(_WIDE) if _WIDE_FORM.search(normal) else normal


def analyse(text: str) -> Tokens:
    """Split a text of any length into its streams."""
    words: list[str] = []
    exact: list[str] = []
    parts: list[str] = []
    for whole in normalise(text).split():
        piece = whole.strip(_PUNCTUATION)
        tokens = _piece(piece) if len(piece) <= _LONGEST_CACHED else _analyse_piece(piece)
        words += tokens.words
        exact += tokens.exact
        parts += tokens.parts
    return Tokens(tuple(words), tuple(exact), tuple(parts))


def characters(text: str) -> set[str]:
    """Collect the characters of unspaced scripts: a question may ask for a single one."""
    return {char for char in set(text) if char >= "\u0e00" and is_unspaced(char)}


def pairs(run: str) -> tuple[str, ...]:
    """Cut a run of an unspaced script into overlapping pairs; one character stays alone."""
    return tuple(map("".join, pairwise(run))) or (run,)


@lru_cache(maxsize=1 << 14)
def is_unspaced(token: str) -> bool:
    """Tell whether a token comes from a script that is cut into pairs."""
    return (match := _RUN.match(token)) is not None and match["unspaced"] is not None


@lru_cache(maxsize=1 << 16)
def _piece(piece: str) -> Tokens:
    return _analyse_piece(piece)


def _analyse_piece(piece: str) -> Tokens:
    words: list[str] = []
    parts: list[str] = []
    for run in _RUN.finditer(piece):
        if run["unspaced"] is not None:
            words += pairs(run[0])
        else:
            words.append(stem(run[0]))
            parts += parts_of(run[0])
    exact = () if piece.isalnum() and piece.isascii() else _exact(piece)
    return Tokens(_interned(words), _interned(exact), _interned(parts))


def stem(word: str) -> str:
    """Reduce a word to the token that stands for all its forms."""
    folded = word.translate(_FOLDS).casefold()[:LONGEST_TOKEN]
    folded = folded.replace("\u2019", "'").removesuffix("'s").replace("'", "")
    return _stem(folded) if folded.isascii() and folded.isalpha() else folded


def parts_of(word: str) -> list[str]:
    """List the pieces of a camelCase word or of one with digits; none where it is simple."""
    if word.islower() or (word[1:].islower() and word.isalpha()) or not word.isascii():
        return []
    found = [part for part in _PARTS.findall(word) if len(part) > 1]
    return [stem(part) for part in found] if found != [word] else []


def elements(piece: str) -> Iterator[tuple[str, bool]]:
    """Split a piece into what a user means by one word, and say which are whole identifiers."""
    position = 0
    for match in _IDENTIFIER.finditer(piece):
        if not _PLAIN.fullmatch(match[0]):
            yield from ((run[0], False) for run in _RUN.finditer(piece, position, match.start()))
            yield match[0], True
            position = match.end()
    yield from ((run[0], False) for run in _RUN.finditer(piece, position))
    yield from ((symbol, True) for symbol in _SYMBOL.findall(piece))


def _exact(piece: str) -> Iterator[str]:
    for match in _IDENTIFIER.finditer(piece):
        if _PLAIN.fullmatch(match[0]):
            continue
        whole = match[0].casefold()[:LONGEST_TOKEN]
        yield whole
        bare = whole.lstrip(_LEADING).rstrip("_")
        if bare != whole and not _PLAIN.fullmatch(bare):
            yield LED + bare
        for segment in _SEGMENTS.split(bare):
            if segment and segment != bare and not _PLAIN.fullmatch(segment):
                yield LED + segment
    yield from _SYMBOL.findall(piece)


def _interned(tokens: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(sys.intern, tokens))
