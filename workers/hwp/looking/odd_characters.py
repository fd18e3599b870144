"""Which characters deceive: they show nothing, turn text round, or look like others. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from workers.hwp.looking.finding import Severity


@dataclass(frozen=True, slots=True)
class OddKind:
    """One kind of odd characters; `pattern` finds a run of them."""

    name: str
    severity: Severity
    confidence: float
    pattern: re.Pattern[str]
    means: str
    is_odd: Callable[[str, int, int], bool] = lambda _text, _start, _end: True

    def runs(self, text: str) -> Iterator[tuple[int, int]]:
        """Find every run in a text."""
        for match in self.pattern.finditer(text):
            if self.is_odd(text, *match.span()):
                yield match.span()


# Cyrillic and Greek letters that look like Latin ones. Greek letters that stand in for themselves
# beside Latin ones (alpha, beta, mu, ohm) are not among them.
_CYRILLIC = "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u051b\u051d"
_CYRILLIC_CAPITALS = (
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0406"
)
_GREEK = (
    "\u03bf\u03bd\u03c1\u0391\u0392\u0395\u0396\u0397\u0399"
    "\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7"
)
_ALIKE = frozenset(_CYRILLIC + _CYRILLIC_CAPITALS + _GREEK)
_WORD = re.compile(r"[^\W\d_]{3,}")
_JOINED = re.compile("[\u200c\u200d]")
_FLAG = "\U0001f3f4"


def _mixes_scripts(text: str, start: int, end: int) -> bool:
    word = text[start:end]
    return any(letter in _ALIKE for letter in word) and any(
        "a" <= letter.lower() <= "z" for letter in word
    )


def _is_no_old_hangul(text: str, start: int, end: int) -> bool:
    """Let pass a filler beside a jamo: it holds the place of one in an old syllable."""
    around = text[max(0, start - 1) : start] + text[end : end + 1]
    return not any("\u1100" <= char <= "\u11ff" for char in around)


def _joins_nothing(text: str, start: int, end: int) -> bool:
    """Let pass the joiners of emoji, and of the scripts of India and the Near East."""
    if not _JOINED.fullmatch(text[start:end]):
        return True
    around = text[max(0, start - 1) : start] + text[end : end + 1]
    return all(char.isascii() or _is_east_asian_letter(char) for char in around)


def _is_east_asian_letter(char: str) -> bool:
    return unicodedata.category(char) == "Lo" and unicodedata.east_asian_width(char) == "W"


def _is_no_flag(text: str, start: int, _end: int) -> bool:
    return text[max(0, start - 1) : start] != _FLAG


ODD_KINDS: tuple[OddKind, ...] = (
    OddKind(
        "tag_characters",
        "high",
        1.0,
        re.compile("[\U000e0000-\U000e007f]+"),
        "letters that no font shows, which models read all the same",
        _is_no_flag,
    ),
    OddKind(
        "bidi_control",
        "high",
        0.9,
        re.compile("[\u202a-\u202e\u2066-\u2069]+"),
        "text is shown in another order than it is read in",
    ),
    OddKind(
        "variation_selectors",
        "high",
        0.9,
        re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}"),
        "bytes can be hidden behind a character",
    ),
    OddKind(
        "mixed_scripts",
        "high",
        0.9,
        _WORD,
        "a word of Latin letters holds Cyrillic or Greek ones that look like them",
        _mixes_scripts,
    ),
    OddKind(
        "zero_width",
        "medium",
        0.7,
        re.compile("[\u200b-\u200d\u2060-\u2064\ufeff\u180e]+"),
        "it shows nothing, and cuts words where no one sees it",
        _joins_nothing,
    ),
    OddKind(
        "invisible_filler",
        "medium",
        0.6,
        re.compile("[\u3164\uffa0\u115f\u1160\u2800]+"),
        "a letter that shows nothing",
        _is_no_old_hangul,
    ),
    OddKind(
        "control",
        "medium",
        0.6,
        re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufff9-\ufffb]+"),
        "a control character, which no text needs",
    ),
    OddKind(
        "styled_letters",
        "medium",
        0.5,
        re.compile("[\U0001d400-\U0001d7ff]{3,}"),
        "mathematical letters in place of ordinary ones escape a search",
    ),
    OddKind(
        "direction_mark",
        "low",
        0.4,
        re.compile("[\u200e\u200f\u061c]+"),
        "it turns what stands beside it, and shows nothing",
    ),
    OddKind(
        "decomposed_hangul",
        "low",
        0.4,
        re.compile("(?:[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?)+"),
        "syllables written as their letters (NFD) look the same and are not found by a search",
    ),
    OddKind(
        "soft_hyphen",
        "low",
        0.3,
        re.compile("\u00ad+"),
        "it shows nothing but at the end of a line, and cuts words",
    ),
    OddKind(
        "odd_space",
        "low",
        0.2,
        re.compile("[\u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u202f\u205f]+"),
        "a space that is not the usual one",
    ),
    OddKind(
        "private_use",
        "low",
        0.1,
        re.compile("[\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd]+"),
        "only its own font knows what it shows; Hancom's fonts have ornaments there",
    ),
)
