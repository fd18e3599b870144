"""Reads what a user typed: its words and how much each counts, its phrases, what it excludes.

All that is typed is literal but two things: a `"phrase"` has to stand in a hit as it is, and a word
or phrase after a leading `-` must not. Both need white space before them; `-n`, a single letter, is
an option of some command and not excluded. Where nothing is left to look for, an excluded word is
meant as it stands: the query `-38.101` looks for 38.101. A text of more than 64 words was pasted
and not composed: all of it is literal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from workers.shard import stop_words, tokens

_MOST_UNITS = 1024
_MOST_COMPOSED = 64  # words
_ITEM = re.compile(
    r'(?P<minus>-?)["\u201c\u201e](?P<phrase>[^"\u201c\u201d]*)["\u201d](?=\W|$)|(?P<piece>\S+)'
)
_MINUS = re.compile(r"-(?=\w)(?![A-Za-z0-9][.,;:)]*$)")
_QUOTES = "\"'`\u2018\u2019\u201c\u201d\u201e"
_WEAK = 0.4
_HANGUL = re.compile(r"[\uac00-\ud7a3]+")


@dataclass(frozen=True, slots=True)
class Unit:
    """One word of the question, or one identifier.

    `words` is what the word stream holds where the unit stands. The last `loose` of them are a
    Korean particle or ending, which another text may not have. `exact` is the whole identifier.
    `weight` is 1, less for a word that says little, 0 for one that only asks.
    """

    surface: str
    words: tuple[str, ...]
    exact: str = ""
    parts: tuple[str, ...] = ()
    loose: int = 0
    weight: float = 1.0
    count: int = 1

    @property
    def character(self) -> str:
        """Give the one character that the unit consists of, in a script that is cut into pairs."""
        alone = len(self.words) == 1 and len(self.words[0]) == 1
        return self.words[0] if alone and tokens.is_unspaced(self.words[0]) else ""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Tokens that have to stand next to one another, or an identifier that has to stand whole."""

    words: tuple[str, ...]
    exact: str = ""
    character: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A query, read. `neighbours` are pairs of tokens that follow one another in it."""

    units: tuple[Unit, ...] = ()
    neighbours: tuple[tuple[str, str], ...] = ()
    required: tuple[Phrase, ...] = ()
    excluded: tuple[Phrase, ...] = ()

    @property
    def is_restrictive(self) -> bool:
        """Tell whether some chunks are ruled out, however well they match otherwise."""
        return bool(self.required or self.excluded)

    @property
    def is_empty(self) -> bool:
        """Tell whether there is nothing to look for."""
        return not self.units

    @property
    def highlights(self) -> tuple[str, ...]:
        """List the words to mark in a snippet, case folded, without particles, longest first."""
        words: set[str] = set()
        full = max((unit.weight for unit in self.units), default=0.0)
        for unit in self.units:
            if unit.weight == full:
                words.add(unit.surface)
                words.update(word for word in unit.words if not tokens.is_unspaced(word))
        return tuple(sorted(words, key=lambda word: (-len(word), word)))


@lru_cache(maxsize=64)  # the statistics, the words and the meaning of one question ask in turn
def parse_question(text: str) -> Question:
    """Read a query. Never fails; an unusable one gives an empty question."""
    positive: list[str] = []
    negative: list[str] = []
    required: list[str] = []
    normal = tokens.normalise(text)
    if len(normal.split()) > _MOST_COMPOSED:
        return Question(_merged(_weighed(units := _units([normal]))), _neighbours(units))
    for item in _ITEM.finditer(normal):
        if item["phrase"] is not None:
            (negative if item["minus"] else required).append(item["phrase"])
            if not item["minus"]:
                positive.append(item["phrase"])
        elif _MINUS.match(item["piece"]):
            negative.append(item["piece"][1:])
        else:
            positive.append(item["piece"])
    units = _units(positive)
    if not units:
        units, negative = _units(negative), []
    return Question(
        units=_merged(_weighed(units)),
        neighbours=_neighbours(units),
        required=tuple(_phrases(required)),
        excluded=tuple(_phrases(negative)),
    )


def _units(texts: list[str]) -> list[Unit]:
    found: list[Unit] = []
    for text in texts:
        for piece in text.split():
            found += (_unit(*element) for element in tokens.elements(piece.strip(_QUOTES)))
            if len(found) >= _MOST_UNITS:
                return found[:_MOST_UNITS]
    return found


def _unit(text: str, is_identifier: bool) -> Unit:  # noqa: FBT001 - unpacked from a pair
    surface = text.casefold()
    if is_identifier:
        split = tokens.analyse(text)
        whole = surface[: tokens.LONGEST_TOKEN]
        return Unit(surface, split.words, exact=whole, parts=split.parts)
    if not tokens.is_unspaced(text):
        return Unit(
            surface,
            (tokens.stem(text),),
            parts=tuple(tokens.parts_of(text)),
            weight=_weight(surface),
        )
    words = tokens.pairs(text)
    if not _HANGUL.fullmatch(text):
        return Unit(surface, words)
    bare = stop_words.without_ending(text)
    weight = min(_weight(surface), _weight(bare))
    return Unit(bare, words, loose=len(text) - len(bare), weight=weight)


def _weight(word: str) -> float:
    plain = word.replace("'", "").replace("\u2019", "")
    if plain in stop_words.ENGLISH or plain in stop_words.KOREAN:
        return 0.0
    return _WEAK if plain in stop_words.ENGLISH_WEAK or plain in stop_words.KOREAN_WEAK else 1.0


def _weighed(units: list[Unit]) -> list[Unit]:
    """Let every word count in full where none does."""
    if any(unit.weight for unit in units):
        return units
    return [Unit(u.surface, u.words, u.exact, u.parts, u.loose) for u in units]


def _merged(units: list[Unit]) -> tuple[Unit, ...]:
    """Make one unit of those that are written alike."""
    counts: dict[Unit, int] = {}
    for unit in units:
        counts[unit] = counts.get(unit, 0) + 1
    return tuple(
        Unit(u.surface, u.words, u.exact, u.parts, u.loose, u.weight, n) for u, n in counts.items()
    )


def _neighbours(units: list[Unit]) -> tuple[tuple[str, str], ...]:
    found: dict[tuple[str, str], None] = {}
    for left, right in pairwise(units):
        if left.words and right.words and left.weight and right.weight:
            found[left.words[-1], right.words[0]] = None
    return tuple(found)


def _phrases(texts: list[str]) -> Iterator[Phrase]:
    for text in texts:
        units = _units([text])
        words = tuple(word for unit in units for word in unit.words)
        if len(units) == 1:
            exact = units[0].exact if len(words) <= 1 else ""
            yield Phrase(words, exact, units[0].character)
        elif words:
            yield Phrase(words)
