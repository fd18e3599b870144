"""Asks the workers how sentences relate: by the words that they share, and by what they mean."""

from __future__ import annotations

import asyncio
import re
from array import array
from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import mul
from typing import Any, Literal, TypeAlias

from kebab.errors import PoolError, ProviderError
from kebab.pool.protocol import Pool
from kebab.search.scatter import add_statistics

Vector: TypeAlias = "array[float]"
Kind = Literal["query", "passage"]
CACHED_VECTORS = 4096
_SHARE = 8  # sentences; what is worth waking another worker for
_DIGITS = 6
_COMMON = 0.8  # of the mass of a word that every text holds
_MARKS = re.compile(r"[\"\u201c\u201d\u201e]|(?<!\S)-+(?=\w)")


@dataclass(frozen=True, slots=True)
class Words:
    """The shares of a question, with their masses, and which of them each text holds."""

    masses: tuple[float, ...]
    held: tuple[frozenset[int], ...]

    def where_they_tell_apart(self, texts: int) -> Words:
        """Weigh down what most of the first `texts` hold: it does not say which is the best."""
        counts = Counter(share for held in self.held[:texts] for share in held)
        masses = tuple(
            mass * (1 - _COMMON * counts[share] / max(1, texts))
            for share, mass in enumerate(self.masses)
        )
        whole = sum(masses)
        return Words(tuple(mass / whole for mass in masses) if whole else masses, self.held)

    def covered(self, place: int) -> float:
        """Return the share of the question, from 0 to 1, that a text holds."""
        return self.mass(self.held[place])

    def mass(self, shares: frozenset[int]) -> float:
        """Weigh some shares."""
        return round(min(1.0, sum(self.masses[share] for share in sorted(shares))), _DIGITS)


class Measure:
    """Asks one pool. Vectors of passages are kept, as far as there is room; `is_embedding` is
    false where there is no embedder, and everything is then measured by words.
    """

    def __init__(self, pool: Pool, *, is_embedding: bool, timeout_s: float) -> None:
        self._pool = pool
        self._is_embedding = is_embedding
        self._timeout_s = timeout_s
        self._vectors: OrderedDict[tuple[Kind, str], Vector] = OrderedDict()

    async def words(self, asked: Sequence[tuple[str, Sequence[str]]]) -> list[Words]:
        """Look for the words of each question in its texts; rare words of the corpus count most."""
        queries = [literal(query) for query, _ in asked]
        replies = await self._pool.scatter(
            "lexical_statistics", {"query": " ".join(queries)}, timeout_s=self._timeout_s
        )
        statistics = add_statistics(r.result for r in replies if r.result is not None)
        texts = [list(texts) for _, texts in asked]
        found = await self._pool.call(
            "cover",
            {"queries": queries, "texts": texts, "statistics": statistics},
            timeout_s=self._timeout_s,
        )
        return [
            Words(tuple(masses), tuple(map(frozenset, held)))
            for masses, held in zip(found["masses"], found["held"], strict=True)
        ]

    async def meaning(
        self, texts: Sequence[str], kind: Kind = "passage"
    ) -> Mapping[str, Vector] | None:
        """Embed texts; None where that cannot be had: words can still tell."""
        if not self._is_embedding:
            return None
        missing = [text for text in dict.fromkeys(texts) if (kind, text) not in self._vectors]
        try:
            embedded = await self._embed(missing, kind)
        except (ProviderError, PoolError):
            return None
        found = {text: self._vectors[kind, text] for text in texts if text not in embedded}
        for text in texts:
            self._keep((kind, text), embedded.get(text) or found[text])
        return {**found, **embedded}

    async def _embed(self, texts: Sequence[str], kind: Kind) -> dict[str, Vector]:
        """Split the texts among the workers. A vector does not depend on who makes it."""
        parts = max(1, min(self._pool.size, len(texts) // _SHARE))
        shares = [texts[part::parts] for part in range(parts)] if texts else []
        answers = await asyncio.gather(
            *(self._ask(share, kind, worker) for worker, share in enumerate(shares))
        )
        return {
            text: vector
            for share, vectors in zip(shares, answers, strict=True)
            for text, vector in zip(share, vectors, strict=True)
        }

    async def _ask(self, texts: Sequence[str], kind: Kind, worker: int) -> list[Vector]:
        """Ask a worker: the first one has the model loaded, a further one loads it once."""
        params: dict[str, Any] = {"texts": list(texts), "kind": kind}
        answer = await self._pool.call("embed", params, timeout_s=self._timeout_s, worker=worker)
        values = array("f", answer["vectors"])
        width = answer["dimensions"]
        return [values[start : start + width] for start in range(0, len(values), width)]

    def _keep(self, key: tuple[Kind, str], vector: Vector) -> None:
        self._vectors[key] = vector
        self._vectors.move_to_end(key)
        if len(self._vectors) > CACHED_VECTORS:
            self._vectors.popitem(last=False)


def cosine(one: Vector, other: Vector) -> float:
    """Compare two vectors of length 1, in digits that do not depend on the order of adding up."""
    return round(float(sum(map(mul, one, other))), _DIGITS)


def literal(sentence: str) -> str:
    """Take away what would make a part of a sentence a phrase or an exclusion."""
    return _MARKS.sub(" ", sentence)
