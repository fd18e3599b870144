"""Chooses the sentences that answer a question and do not repeat each other. Pure.

A sentence is worth the words of the question that it holds (those that only its headings hold
count half), plus how far its meaning stands out from that of the other sentences, plus a little
for the place of its chunk in the search. Then the best is taken again and again, each time what
repeats the taken ones counting less and what covers more of the question counting more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kebab.answer.blocks import Form
from kebab.answer.measure import Vector, Words, cosine

MOST_EMBEDDED = 20
_HEADING_WORTH = 0.4
_SECTION_WORTH = 0.3
_MEANING_WORTH = 1.2
_PLACE_WORTH = 0.15
_COVER_WORTH = 0.5
_REPEATS = 0.5
_ENOUGH = 0.78  # of the best sentence's worth: what is worth less is not quoted beside it
_STILL_ENOUGH = 0.5  # of it, after what it repeats is taken off
_SAME = 0.94  # cosine of two sentences that say the same


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence that may be quoted. `evidence` is the number of its piece, `place` its place
    there; `shares` are the parts of the question it holds, `above` those its headings hold.
    """

    evidence: int
    place: int
    text: str
    form: Form
    standing: float  # of its chunk in the search, 1 for the best
    fitness: float = 1.0
    is_foreign: bool = False  # in another language than the question
    shares: frozenset[int] = frozenset()
    above: frozenset[int] = frozenset()
    near: float | None = None  # cosine with the question
    vector: Vector | None = None


def by_words(candidates: Sequence[Candidate], words: Words) -> list[Candidate]:
    """Keep the candidates that are worth embedding, the best by words first."""
    ranked = sorted(
        candidates,
        key=lambda c: (-_known(c, words) * c.fitness, c.evidence, c.place),
    )
    return ranked[:MOST_EMBEDDED]


def select(candidates: Sequence[Candidate], words: Words, most: int) -> list[Candidate]:
    """Choose at most `most` candidates, in the order in which they were chosen."""
    floor = min((c.near for c in candidates if c.near is not None), default=0.0)
    worth = [_worth(candidate, words, floor) for candidate in candidates]
    best = max(worth, default=0.0)
    chosen: list[int] = []
    covered: frozenset[int] = frozenset()
    while len(chosen) < most:
        open_ = [
            n
            for n, candidate in enumerate(candidates)
            if n not in chosen
            and worth[n] >= _ENOUGH * best > 0
            and (not chosen or candidate.is_foreign <= candidates[chosen[0]].is_foreign)
            and not any(_says_the_same(candidate, candidates[one]) for one in chosen)
        ]
        if not open_:
            break
        taken = [candidates[n] for n in chosen]
        gains = {n: _gain(candidates[n], worth[n], taken, covered, words) for n in open_}
        place = min(open_, key=lambda n: (-gains[n], candidates[n].evidence, candidates[n].place))
        if chosen and gains[place] < _STILL_ENOUGH * best:
            break
        chosen.append(place)
        covered |= candidates[place].shares
    return [candidates[n] for n in chosen]


def _known(candidate: Candidate, words: Words) -> float:
    held = words.mass(candidate.shares)
    only_above = words.mass(candidate.above - candidate.shares)
    section = _SECTION_WORTH * words.mass(candidate.above)
    return held + _HEADING_WORTH * only_above + section + _PLACE_WORTH * candidate.standing


def _worth(candidate: Candidate, words: Words, floor: float) -> float:
    near = 0.0
    if candidate.near is not None and floor < 1:
        near = _MEANING_WORTH * (candidate.near - floor) / (1 - floor)
    return round((_known(candidate, words) + near) * candidate.fitness, 6)


def _gain(
    candidate: Candidate,
    worth: float,
    taken: Sequence[Candidate],
    covered: frozenset[int],
    words: Words,
) -> float:
    new = words.mass(candidate.shares - covered) if taken else 0.0
    repeated = max((_likeness(candidate, one) for one in taken), default=0.0)
    return round(worth * (1 - _REPEATS * repeated) + _COVER_WORTH * new, 6)


def _likeness(one: Candidate, other: Candidate) -> float:
    """Tell from 0 to 1 how much two sentences repeat each other, in words of their own."""
    first, second = _own_words(one.text), _own_words(other.text)
    return len(first & second) / max(1, min(len(first), len(second)))


def _says_the_same(one: Candidate, other: Candidate) -> bool:
    if _own_words(one.text) == _own_words(other.text):
        return True
    if one.vector is None or other.vector is None:
        return _likeness(one, other) > _SAME
    return cosine(one.vector, other.vector) > _SAME


def _own_words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.casefold()))


def with_meaning(candidate: Candidate, question: Vector, vector: Vector) -> Candidate:
    """Add what the embedding says of a candidate."""
    return replace(candidate, near=cosine(question, vector), vector=vector)
