"""Put the hits of both engines into one order. Pure.

The convex combination is, for a hit with BM25 score s, coverage c and cosine v,

    (1 - w) * worth(c) * (s / best s)^1.5   +   w * (v - floor) / (1 - floor)

where w is `search.vector_weight`, `floor` the cosine of the last candidate, and worth 1 for a hit
that holds every word of the question, else 0.6 c². Both parts speak for themselves in absolute
terms: coverage is the share of the question's rare words that the hit holds, and the second part
is how far the hit stands out from the background towards identity. An engine that found nothing
good therefore gives little, without being told so, and a question that the corpus does not answer
gets a low score. `tests/benchmarks/fusion_quality.py` measures it against the alternatives.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

_SCORE_DIGITS = 6
# Fewer candidates than this are no background; the floor is then put below the last of them.
_FEW = 10
_FEW_MARGIN = 0.2
_WHOLE = 0.999
_PARTIAL_WORTH = 0.6
_LAST = sys.maxsize
_STEEPNESS = 1.5  # keeps the best words in front of hits that only resemble the question


class LexicalHit(NamedTuple):
    """A row that holds words of the question."""

    row: int
    score: float
    coverage: float


class VectorHit(NamedTuple):
    """A row that is near the question in meaning."""

    row: int
    cosine: float


class Fused(NamedTuple):
    """A row in the final order, with what each engine said of it. Ranks start at 1."""

    row: int
    score: float
    lexical: LexicalHit | None = None
    lexical_rank: int | None = None
    vector: VectorHit | None = None
    vector_rank: int | None = None


class Ranking(NamedTuple):
    """The final order. `lexical_weight` is the most that the words could give a hit."""

    hits: tuple[Fused, ...]
    lexical_weight: float


def rank_lexical(words: Sequence[LexicalHit]) -> Ranking:
    """Score hits of the lexical engine alone: share of the best BM25, times the best's coverage.

    The order is BM25's; coverage makes the scores of two questions comparable.
    """
    if not words:
        return Ranking((), 1.0)
    best, coverage = words[0].score, words[0].coverage
    fused = [
        Fused(hit.row, _rounded(coverage * _share(hit.score, best)), hit, rank)
        for rank, hit in enumerate(words, 1)
    ]
    return Ranking(tuple(fused), 1.0)


def rank_vector(meaning: Sequence[VectorHit]) -> Ranking:
    """Score hits of the vector engine alone, by their cosine."""
    return Ranking(_ordered({hit.row: hit.cosine for hit in meaning}, (), meaning), 0.0)


def fuse_convex(
    words: Sequence[LexicalHit], meaning: Sequence[VectorHit], *, vector_weight: float
) -> Ranking:
    """Add up the absolute worth of a hit in both engines."""
    best = words[0].score if words else 0.0
    floor = cosine_floor(meaning)
    scores = {
        hit.row: (1 - vector_weight) * worth(hit.coverage) * _share(hit.score, best) ** _STEEPNESS
        for hit in words
    }
    for near in meaning:
        standing = _share(near.cosine - floor, 1 - floor)
        scores[near.row] = scores.get(near.row, 0.0) + vector_weight * standing
    most = (1 - vector_weight) * worth(best_coverage(words))
    return Ranking(_ordered(scores, words, meaning), round(most, 4))


def best_coverage(words: Sequence[LexicalHit]) -> float:
    """Return the most that a candidate covers of the question, 0 without candidates."""
    return max(map(attrgetter("coverage"), words), default=0.0)


def worth(coverage: float) -> float:
    """Say how much words count that cover so much of the question."""
    return 1.0 if coverage >= _WHOLE else _PARTIAL_WORTH * coverage**2


def cosine_floor(meaning: Sequence[VectorHit]) -> float:
    """Return the cosine of what is not an answer, as far as the candidates show it."""
    if not meaning:
        return 0.0
    last = meaning[-1].cosine
    missing = max(0, _FEW - len(meaning)) / _FEW
    return last - _FEW_MARGIN * missing * (1 - last)


def fuse_rrf(words: Sequence[LexicalHit], meaning: Sequence[VectorHit], *, k: int) -> Ranking:
    """Add up reciprocal ranks; first in both engines is 1."""
    scores: dict[int, float] = {}
    for rows in ([hit.row for hit in words], [hit.row for hit in meaning]):
        for rank, row in enumerate(rows, 1):
            scores[row] = scores.get(row, 0.0) + (k + 1) / (k + rank) / 2
    return Ranking(_ordered(scores, words, meaning), 0.5)


def _share(part: float, whole: float) -> float:
    if whole <= 0 or part <= 0:
        return 0.0
    return part / whole if part < whole else 1.0


def _rounded(score: float) -> float:
    # `min` and `max` would take as long as the rest of a hit
    return round(score if 0.0 <= score <= 1.0 else float(score > 0), _SCORE_DIGITS)


def _ordered(
    scores: dict[int, float], words: Sequence[LexicalHit], meaning: Sequence[VectorHit]
) -> tuple[Fused, ...]:
    """Put rows in order. Where rounding makes two scores equal, keep an engine's own order; then
    by row.
    """
    lexical = {hit.row: (rank, hit) for rank, hit in enumerate(words, 1)}
    vector = {hit.row: (rank, hit) for rank, hit in enumerate(meaning, 1)}
    nowhere = (None, None)
    keyed = []
    for row, raw in scores.items():
        word_rank, word = lexical.get(row, nowhere)
        near_rank, near = vector.get(row, nowhere)
        score = _rounded(raw)
        rank = word_rank or _LAST
        rank = near_rank if near_rank is not None and near_rank < rank else rank
        keyed.append((-score, rank, row, Fused(row, score, word, word_rank, near, near_rank)))
    keyed.sort()  # no two have the same row, so that it never gets to the hits themselves
    return tuple([fused for *_, fused in keyed])
