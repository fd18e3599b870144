"""Puts the candidates of one shard in order, by their words and by how much they cover. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

_DIGITS = 4  # of a score: fewer than the sums of another order of shards would change


class LexicalHit(NamedTuple):
    """A chunk that the index proposes.

    `coverage` is the share of the question's words, by rarity, that the chunk holds. `score` is its
    BM25, of which half is kept where it covers nothing and all where it covers everything.
    """

    row: int
    score: float
    coverage: float


def ranked(
    candidates: Iterable[tuple[int, float]], covered: Mapping[int, float], whole: float, depth: int
) -> list[LexicalHit]:
    """Keep the best `depth` rows, best first, equal ones by row.

    Candidates come with their BM25; `covered` has the mass that each of them covers of the `whole`.
    """
    # Rows cover a few masses only: to round each of them once is much less than once a row.
    masses = {0.0, *covered.values()}
    coverages = {mass: min(round(mass / whole, _DIGITS), 1.0) for mass in masses}
    found = []
    for row, score in candidates:
        coverage = coverages[covered.get(row, 0.0)]
        found.append((-round(score * (0.5 + 0.5 * coverage), _DIGITS), row, coverage))
    found.sort()
    return [LexicalHit(row, -score, coverage) for score, row, coverage in found[:depth]]
