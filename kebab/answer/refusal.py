"""Estimates whether the corpus answers a question at all, from what the search tells. Pure.

Fusion's scores say which hit is best, not whether it is good. What says that is absolute: how near
the nearest chunk is and how far it stands out from the background, how much of the question the
best chunk covers and how well it matches, and whether the question names what no document names.
A line through these, fitted by `tests/benchmarks/refusal_gate.py --fit`, gives the log odds; that
program has the questions, the figures and what the gate cannot tell.

Each situation has its own line and its own operating point: without an embedder, without words,
and where all that is found is in another language than the question, so that words say little.
Cosines mean something else in every model; of another one than the lines were fitted with, only the
words are judged, and a search by meaning alone is let through.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from enum import Enum
from typing import Self

from kebab.answer.language import language_of
from kebab.wire.search import Mode, SearchResponse

_LATIN = re.compile(r"[A-Za-z][\w.+#-]*", re.ASCII)
_ENDS_A_SENTENCE = re.compile(r"(?:^|[.:?!])\s*\Z")
FIRST_HITS = 10
FITTED_WITH = "multilingual-e5-small"  # in the identity of the vector space
_MOST_NAMES = 2
_MOST_CHARACTERS = 200
_MOST_MATCH = 5.0
# A base that is still being embedded may hold the answer among what has no vector yet.
_WHOLE = 0.95
# The scripts in which a document tells its language by its letters.
_WIDE = frozenset({"ko", "ja", "zh"})
_UNDETERMINED = "und"  # of code and of texts of a few words


class Situation(Enum):
    """What the estimate can rest on."""

    BOTH = "words and meaning"
    ACROSS = "words and meaning, of another language"
    WORDS = "words"
    MEANING = "meaning"


@dataclass(frozen=True, slots=True)
class Line:
    """The log odds at zero, a weight for each term of the situation, and the operating point."""

    start: float
    weights: tuple[float, ...]
    gate: float


# What `refusal_gate.py --fit` prints.
LINES = {
    Situation.BOTH: Line(-32.837, (25.285, 14.582, 3.165, 1.212, 1.414, -0.023, -0.733), 0.354),
    Situation.ACROSS: Line(-49.573, (56.415, 11.47, 0.206, 0.864, 0.083, 0.644, -3.679), 0.56),
    Situation.WORDS: Line(-11.847, (2.371, 2.409, 2.222, 1.818, -0.885, 1.336), 0.342),
    Situation.MEANING: Line(-51.989, (56.876, 13.427, 1.642), 0.329),
}


@dataclass(frozen=True, slots=True)
class Signals:
    """What a search tells of a question. `langs` are the languages of the first hits.

    `is_fitted` says whether the cosines are of the model that the lines were fitted with.
    """

    query: str
    mode: Mode
    best_cosine: float | None
    cosine_floor: float | None
    best_coverage: float | None
    best_match: float | None
    unknown_words: tuple[str, ...] = ()
    langs: frozenset[str] = frozenset()
    vector_coverage: float = 1.0
    is_fitted: bool = True

    @classmethod
    def of(cls, response: SearchResponse, *, embedding: str | None) -> Self:
        """Take the signals out of an answer to a search; `embedding` names the vector space."""
        return cls(
            query=response.query,
            mode=response.mode,
            best_cosine=response.best_cosine,
            cosine_floor=response.cosine_floor,
            best_coverage=response.best_coverage,
            best_match=response.best_match,
            unknown_words=tuple(response.unknown_words or ()),
            langs=frozenset(hit.lang for hit in response.hits[:FIRST_HITS]),
            vector_coverage=response.vector_coverage,
            is_fitted=embedding is not None and FITTED_WITH in embedding,
        )


def answerability(signals: Signals) -> float:
    """Estimate, from 0 to 1, that the corpus answers the question, if half of all were answered."""
    return _judge(signals)[0]


def operating_point(signals: Signals) -> float:
    """Return the least estimate that is worth an answer in this situation."""
    return _judge(signals)[1]


def _judge(signals: Signals) -> tuple[float, float]:
    """Estimate by every line that applies; the one that speaks for the answer most decides.

    Where none applies, nothing is known and nothing refused.
    """
    judged = []
    for situation in situations_of(signals):
        line = LINES[situation]
        terms = zip(line.weights, terms_of(signals, situation), strict=True)
        odds = line.start + sum(weight * term for weight, term in terms)
        judged.append((1 / (1 + math.exp(-odds)), line.gate))
    return max(judged, key=lambda one: one[0] - one[1], default=(0.5, 0.0))


def situations_of(signals: Signals) -> tuple[Situation, ...]:
    """Say which lines apply: one, and the words' own beside it while vectors are missing."""
    if signals.mode == "vector":
        return (Situation.MEANING,) if signals.is_fitted else ()
    if signals.mode == "lexical" or signals.best_cosine is None or not signals.is_fitted:
        return (Situation.WORDS,)
    both = Situation.ACROSS if is_across(signals) else Situation.BOTH
    return (both,) if signals.vector_coverage >= _WHOLE else (both, Situation.WORDS)


def terms_of(signals: Signals, situation: Situation) -> tuple[float, ...]:
    """Return what the weights of a situation's line belong to."""
    nearness = (signals.best_cosine or 0.0, _standing(signals))
    if situation is Situation.MEANING:
        return (*nearness, float(is_across(signals)))
    words = (
        signals.best_coverage or 0.0,
        min(signals.best_match or 0.0, _MOST_MATCH),
        math.log1p(min(len(signals.query), _MOST_CHARACTERS)),
        float(language_of(signals.query) in _WIDE),
        float(min(unknown_names(signals), _MOST_NAMES)),
    )
    if situation is Situation.WORDS:
        return (*words, float(is_across(signals)))
    return (*nearness, *words)


def _standing(signals: Signals) -> float:
    """Say how far the nearest chunk stands out from the background, towards identity."""
    if signals.best_cosine is None or signals.cosine_floor is None or signals.cosine_floor >= 1:
        return 0.0
    return (signals.best_cosine - signals.cosine_floor) / (1 - signals.cosine_floor)


def is_across(signals: Signals) -> bool:
    """Tell whether none of the first hits is in the script of the question."""
    asked = language_of(signals.query)
    known = signals.langs - {_UNDETERMINED}
    if not known:
        return False
    return asked not in known if asked in _WIDE else known <= _WIDE


def unknown_names(signals: Signals) -> int:
    """Count the names that no document holds: capitals within a sentence, Latin letters in Korean.

    A word that is only misspelt is seldom one of them.
    """
    if not signals.unknown_words:
        return 0
    is_wide = language_of(signals.query) in _WIDE
    unknown = frozenset(signals.unknown_words)
    return sum(
        is_wide or _is_capital(match[0], signals.query[: match.start()])
        for match in _LATIN.finditer(signals.query)
        if match[0].rstrip(".-").casefold() in unknown
    )


def _is_capital(word: str, before: str) -> bool:
    if any(letter.isupper() for letter in word[1:]):
        return True
    return word[0].isupper() and _ENDS_A_SENTENCE.search(before) is None
