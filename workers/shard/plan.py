"""Decides how the words of a question score: which clauses in which field, each with its weight.

The weights are those of the whole corpus, so that a score does not depend on how the corpus is
split into shards. A word in the text, a heading or the title counts by BM25; two neighbours that
stand side by side, and identifiers that stand whole, add to that. `coverage` lists what share of
the question each of its words stands for.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from workers.shard.question import Question, Unit
from workers.shard.tokens import LED

# Boosts, found by tests/benchmarks/lexical_quality.py.
FIELD_BOOSTS = {"body": 1.0, "headings": 0.5, "title": 0.2}
NEIGHBOUR_BOOSTS = {"body": 0.6, "headings": 0.4}
EXACT_BOOST = 1.5
LED_BOOST = 0.8
PARTS_BOOST = 0.2
CHARACTER_BOOST = 1.0
LOOSE = 0.2
WHOLE_SHARE = 0.35  # of a unit's coverage that only the whole unit earns
EXACT_SHARE = (
    0.1  # of it that only the identifier as it was typed earns, where that stands anywhere
)
MOST_SCORED = 48


@dataclass(frozen=True, slots=True)
class Statistics:
    """How many chunks the corpus has, and in how many of them each key of a question stands."""

    documents: int
    terms: Mapping[str, int]

    def rarity(self, key: str) -> float:
        """Weigh a key by BM25's inverse document frequency."""
        return idf(self.documents, self.terms.get(key, 0))


@dataclass(frozen=True, slots=True)
class Clause:
    """Adds to the score of a chunk: one word by BM25, or several side by side.

    `weight` stands in for the inverse document frequency. In a field without frequencies it is
    the whole score.
    """

    field: str
    words: tuple[str, ...]
    weight: float


@dataclass(frozen=True, slots=True)
class Share:
    """The part of the question, in rarity, that a chunk covers by any one of the clauses."""

    mass: float
    anywhere: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Demand:
    """What a question asks of the whole corpus: how much its words weigh, and which of those that
    count in full stand nowhere.
    """

    mass: float
    unknown: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """All that the index is asked for one question."""

    scored: tuple[Clause, ...]
    shares: tuple[Share, ...]
    mass: float


def idf(documents: int, frequency: int) -> float:
    """Weigh a word by how rare it is, as BM25 does."""
    frequency = min(frequency, documents)
    return math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5))


def keys_of(question: Question) -> dict[str, tuple[str, str]]:
    """Name every (field, token) whose frequency the plan wants to know."""
    found: dict[str, tuple[str, str]] = {}
    for unit in question.units:
        for word in (*unit.words, *unit.parts):
            found["body:" + word] = ("body", word)
        for part in (*unit.words, *unit.parts):
            found["parts:" + part] = ("parts", part)
        for exact in _exact(unit):
            found["exact:" + exact] = ("exact", exact)
        if unit.character:
            found["characters:" + unit.character] = ("characters", unit.character)
    return found


def plan_search(question: Question, statistics: Statistics) -> Plan:
    """Choose the clauses for a question."""
    units, rest = _chosen(question, statistics)
    weights: dict[tuple[str, tuple[str, ...]], float] = {}
    shares: list[Share] = []
    mass = 0.0
    for unit in units:
        for clause in _clauses(unit, statistics):
            key = (clause.field, clause.words)
            weights[key] = max(weights.get(key, 0.0), clause.weight)
        own = unit.weight * _rarity(unit, statistics)
        mass += own
        shares += _shares(unit, own, statistics)
    mass += rest
    for pair in question.neighbours:
        lesser = min(statistics.rarity("body:" + word) for word in pair)
        for field, boost in NEIGHBOUR_BOOSTS.items():
            weights[field, pair] = boost * lesser
    scored = tuple(Clause(*key, weight) for key, weight in weights.items() if weight > 0)
    return Plan(scored, tuple(shares), mass)


def _chosen(question: Question, statistics: Statistics) -> tuple[list[Unit], float]:
    """Pick the rarest of the words that stand somewhere; return what the others weigh, in their
    proportion to those, where they stand nowhere.
    """
    counted = [unit for unit in question.units if unit.weight > 0]
    if len(counted) <= MOST_SCORED:
        return counted, 0.0
    masses = {unit: unit.weight * _rarity(unit, statistics) for unit in counted}
    known = sorted((u for u in counted if _stands(u, statistics)), key=lambda u: -masses[u])
    chosen = known[:MOST_SCORED]
    everything, all_known = sum(masses.values()), sum(masses[unit] for unit in known)
    taken = sum(masses[unit] for unit in chosen)
    return chosen, taken * (everything / all_known - 1) if all_known else everything


def demand_of(question: Question, statistics: Statistics) -> Demand:
    """Weigh the words of a question."""
    counted = [unit for unit in question.units if unit.weight > 0]
    return Demand(
        sum(unit.weight * _rarity(unit, statistics) for unit in counted),
        tuple(u.surface for u in counted if u.weight == 1 and not _stands_whole(u, statistics)),
    )


def _stands_whole(unit: Unit, statistics: Statistics) -> bool:
    """Tell whether a unit may stand in the corpus as a word: each token that it needs does."""
    known = statistics.terms
    if any(known.get("exact:" + exact) for exact in _exact(unit)):
        return True
    if unit.character and known.get("characters:" + unit.character):
        return True
    firm = _firm(unit)
    if len(firm) == 1 and known.get("parts:" + firm[0]):
        return True
    return bool(firm) and all(known.get("body:" + word) for word in firm)


def _stands(unit: Unit, statistics: Statistics) -> bool:
    """Tell whether any part of a unit is anywhere in the corpus."""
    return any(statistics.terms.get(key) for key in keys_of(Question((unit,))))


def _exact(unit: Unit) -> tuple[str, ...]:
    return (unit.exact, LED + unit.exact) if unit.exact else ()


def _firm(unit: Unit) -> tuple[str, ...]:
    return unit.words[: len(unit.words) - unit.loose] or unit.words


def _rarity(unit: Unit, statistics: Statistics) -> float:
    """Weigh a unit by its rarest part, or by the whole where that stands somewhere."""
    if unit.character:
        return statistics.rarity("characters:" + unit.character)
    found = max((statistics.terms.get("exact:" + exact, 0) for exact in _exact(unit)), default=0)
    if found or not unit.words:
        return idf(statistics.documents, found)
    return max(statistics.rarity("body:" + word) for word in _firm(unit))


def _clauses(unit: Unit, statistics: Statistics) -> Iterator[Clause]:
    times = unit.weight * (1 + math.log(unit.count))
    firm = len(_firm(unit))
    for position, word in enumerate(unit.words):
        yield from _word_clauses(word, times * (1 if position < firm else LOOSE), 1.0, statistics)
    for part in unit.parts:
        yield from _word_clauses(part, times, PARTS_BOOST, statistics)
    if unit.exact:
        own = times * _rarity(unit, statistics)
        yield Clause("exact", (unit.exact,), EXACT_BOOST * own)
        yield Clause("exact", (LED + unit.exact,), LED_BOOST * own)
    if unit.character:
        own = times * _rarity(unit, statistics)
        yield Clause("characters", (unit.character,), CHARACTER_BOOST * own)


def _word_clauses(
    word: str, times: float, in_text: float, statistics: Statistics
) -> Iterator[Clause]:
    rarity = statistics.rarity("body:" + word) * times * in_text
    for field, boost in FIELD_BOOSTS.items():
        yield Clause(field, (word,), boost * rarity)
    if statistics.terms.get("parts:" + word):
        yield Clause("parts", (word,), PARTS_BOOST * times * statistics.rarity("parts:" + word))


def _shares(unit: Unit, mass: float, statistics: Statistics) -> Iterator[Share]:
    whole = tuple(("exact", (exact,)) for exact in _exact(unit))
    firm = _firm(unit)
    if unit.character:
        yield Share(mass, (("characters", (unit.character,)), ("body", unit.words)))
    elif len(firm) <= 1:
        yield Share(mass, whole or (("body", firm),))
    else:
        exact = any(statistics.terms.get("exact:" + text) for text in _exact(unit))
        strict = EXACT_SHARE if exact else 0.0
        if strict:
            yield Share(mass * strict, whole)
        yield Share(mass * (WHOLE_SHARE - strict), (*whole, ("body", firm)))
        total = sum(statistics.rarity("body:" + word) for word in firm)
        for word in firm:
            part = statistics.rarity("body:" + word) / total
            yield Share(mass * (1 - WHOLE_SHARE) * part, (("body", (word,)),))
