"""Ask the workers: statistics, words, meaning. Puts the answers of the shards together."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from kebab.errors import (
    CatalogDamagedError,
    KebabError,
    PoolError,
    StoreError,
    WorkerLostError,
)
from kebab.pool.protocol import Pool, ShardReply
from kebab.search.fusion import LexicalHit, VectorHit
from kebab.wire.worker import Filters

CACHED_QUERIES = 256


@dataclass(frozen=True, slots=True)
class Words:
    """What the lexical views answered. `terms` is 0 where the question has nothing to look up.

    `mass` is what the words of the question weigh together by their rarity, `unknown` those of them
    that stand nowhere in the corpus. Shards that are `behind` lack what was committed last.
    """

    hits: tuple[LexicalHit, ...] = ()
    highlights: tuple[str, ...] = ()
    terms: int = 0
    mass: float = 0.0
    unknown: tuple[str, ...] = ()
    degraded: frozenset[int] = frozenset()
    behind: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Meaning:
    """What the vector views answered."""

    hits: tuple[VectorHit, ...] = ()
    degraded: frozenset[int] = frozenset()


class Engines:
    """The engines behind the pipe. Answers of shards that fail are missing, and it is said."""

    def __init__(self, pool: Pool, *, timeout_s: float) -> None:
        self._pool = pool
        self._timeout_s = timeout_s
        self._embedded: OrderedDict[str, bytes] = OrderedDict()

    async def words(self, query: str, filters: Filters, *, depth: int, revision: int) -> Words:
        """Search the words of a query, scored by statistics of the whole corpus."""
        asked = await self._pool.scatter(
            "lexical_statistics",
            {"query": query, "revision": revision},
            timeout_s=self._timeout_s,
        )
        parts, failed = _answered(asked)
        statistics = add_statistics(parts)
        behind = frozenset(shard for part in parts for shard in part["behind"])
        if not statistics["terms"]:
            return Words(degraded=failed, behind=behind)
        found = await self._pool.scatter(
            "lexical_search",
            {
                "query": query,
                "statistics": statistics,
                "filters": filters.to_fields(),
                "depth": depth,
                "revision": revision,
            },
            timeout_s=self._timeout_s,
        )
        parts, lost = _answered(found)
        ranked = sorted(
            [(-score, row, held) for part in parts for row, score, held in part["hits"]]
        )
        return Words(
            hits=tuple([LexicalHit(row, -score, held) for score, row, held in ranked[:depth]]),
            highlights=tuple(dict.fromkeys(word for part in parts for word in part["highlights"])),
            terms=len(statistics["terms"]),
            mass=parts[0]["mass"] if parts else 0.0,
            unknown=tuple(parts[0]["unknown"]) if parts else (),
            degraded=failed | lost,
            behind=behind,
        )

    async def embed(self, text: str) -> bytes:
        """Return the vector of a question, from the worker that has the model loaded."""
        known = self._embedded.get(text)
        if known is not None:
            self._embedded.move_to_end(text)
            return known
        try:
            vector = await self._ask_for_vector(text, worker=0)
        except WorkerLostError:
            vector = await self._ask_for_vector(text, worker=None)
        self._embedded[text] = vector
        if len(self._embedded) > CACHED_QUERIES:
            self._embedded.popitem(last=False)
        return vector

    async def _ask_for_vector(self, text: str, worker: int | None) -> bytes:
        params = {"texts": [text], "kind": "query"}
        answer = await self._pool.call("embed", params, timeout_s=self._timeout_s, worker=worker)
        vector: bytes = answer["vectors"]
        return vector

    async def meaning(
        self, query: str, vector: bytes, filters: Filters, *, depth: int, revision: int
    ) -> Meaning:
        """Search the chunks nearest to a vector. What `query` excludes in words stays out."""
        found = await self._pool.scatter(
            "vector_search",
            {
                "vector": vector,
                "query": query,
                "filters": filters.to_fields(),
                "depth": depth,
                "revision": revision,
            },
            timeout_s=self._timeout_s,
        )
        parts, failed = _answered(found)
        ranked = sorted([(-cosine, row) for part in parts for row, cosine in part["hits"]])
        hits = tuple([VectorHit(row, -cosine) for cosine, row in ranked[:depth]])
        return Meaning(hits, failed)


def add_statistics(parts: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Sum what the workers counted, so that scores do not depend on who counted what."""
    documents, terms = 0, Counter[str]()
    for part in parts:
        documents += part["documents"]
        terms.update(part["terms"])
    return {"documents": documents, "terms": dict(terms)}


def _answered(replies: Sequence[ShardReply]) -> tuple[list[dict[str, Any]], frozenset[int]]:
    """Take the answers that came. Raises the first error where none came, or where it is ours.

    A worker that is lost, late or repairs a view costs its shards; any other error would be the
    same from every worker.
    """
    failed: set[int] = set()
    first: KebabError | None = None
    for reply in replies:
        if reply.error is None:
            continue
        is_everyones = isinstance(reply.error, CatalogDamagedError)
        if is_everyones or not isinstance(reply.error, PoolError | StoreError):
            raise reply.error
        first = first or reply.error
        failed.update(reply.shards)
    answers = [
        reply.result for reply in replies if reply.error is None and reply.result is not None
    ]
    if not answers and first is not None:
        raise first
    return answers, frozenset(failed)
