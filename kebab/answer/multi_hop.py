"""Takes a question apart, looks the parts up, and decides what is still missing."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from kebab.answer.evidence import Evidence
from kebab.answer.prompts import decide_messages, decompose_messages
from kebab.answer.writer import Writer
from kebab.wire.answer import HopRecord
from kebab.wire.search import SearchHit

Search = Callable[[str], Awaitable[Sequence[SearchHit]]]
Show = Callable[[Sequence[SearchHit]], Awaitable[Sequence[Evidence]]]
_ARRAY = re.compile(r"\[.*\]", re.DOTALL)
_MAX_QUERY_CHARS = 400


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a question is followed."""

    hops: int
    sub_queries: int
    pool_chunks: int


@dataclass(slots=True)
class Trail:
    """What was found so far, each list the hits of one question, and how."""

    rounds: list[Sequence[SearchHit]]
    most: int
    looked_up: list[str] = field(default_factory=list)
    records: list[HopRecord] = field(default_factory=list)

    @property
    def hits(self) -> list[SearchHit]:
        """Return the pool: the best hit of every question, then the second ones, and so on."""
        found: dict[str, SearchHit] = {}
        for rank in zip_longest(*self.rounds):
            for hit in rank:
                if hit is not None:
                    found.setdefault(hit.chunk_id, hit)
        return list(found.values())[: self.most]


class Hopper:
    """Follows one question. `show` makes evidence of hits, for the model to judge."""

    def __init__(
        self,
        writer: Writer,
        search: Search,
        show: Show,
        limits: Limits,
        clock: Callable[[], float],
    ) -> None:
        self._writer = writer
        self._search = search
        self._show = show
        self._limits = limits
        self._clock = clock

    async def follow(self, question: str, first: Sequence[SearchHit]) -> tuple[Trail, bool]:
        """Return what was found, and whether the question could be taken apart."""
        trail = Trail([first], self._limits.pool_chunks, [question])
        started = self._clock()
        written = await self._writer.write(decompose_messages(question, self._limits.sub_queries))
        queries = read_queries(written.text, self._limits.sub_queries)
        spent_ms = self._since(started)
        if not queries:
            trail.records.append(_record(0, "decompose", [], 0, spent_ms))
            return trail, False
        added = await self._look_up(trail, queries)
        trail.records.append(_record(0, "decompose", queries, added, spent_ms))
        for number in range(1, self._limits.hops + 1):
            is_last = number == self._limits.hops
            if not await self._decide(trail, question, number, is_last=is_last):
                break
        return trail, True

    async def _decide(self, trail: Trail, question: str, number: int, *, is_last: bool) -> bool:
        """Take one step; tell whether there may be another."""
        evidence = await self._show(trail.hits)
        started = self._clock()
        written = await self._writer.write(
            decide_messages(question, trail.looked_up, evidence, self._limits.sub_queries)
        )
        wanted = read_queries(written.text, self._limits.sub_queries) or []
        queries = [query for query in wanted if query not in trail.looked_up]
        spent_ms = self._since(started)
        is_forced = is_last and bool(queries)
        added = 0 if is_forced else await self._look_up(trail, queries)
        trail.records.append(
            _record(number, "decide", queries, added, spent_ms, forced_stop=is_forced)
        )
        return bool(queries) and bool(added) and not is_last

    async def _look_up(self, trail: Trail, queries: Sequence[str]) -> int:
        before = {hit.chunk_id for hit in trail.hits}
        for query in queries:
            if query not in trail.looked_up:
                trail.rounds.append(await self._search(query))
                trail.looked_up.append(query)
        return len({hit.chunk_id for hit in trail.hits} - before)

    def _since(self, started: float) -> int:
        return round((self._clock() - started) * 1000)


def read_queries(text: str, most: int) -> list[str] | None:
    """Read the questions that a model listed; None where it did not list any.

    The list may stand in a code block or between words; too many are cut off.
    """
    found = _ARRAY.search(text)
    if found is None:
        return None
    try:
        listed = json.loads(found[0])
    except ValueError:
        return None
    if not all(isinstance(one, str) for one in listed):
        return None
    queries = (" ".join(one.split())[:_MAX_QUERY_CHARS] for one in listed)
    return list(dict.fromkeys(query for query in queries if query))[:most]


def _record(
    number: int,
    kind: str,
    queries: Sequence[str],
    added: int,
    spent_ms: int,
    *,
    forced_stop: bool = False,
) -> HopRecord:
    return HopRecord.model_validate(
        {
            "iter": number,
            "kind": kind,
            "sub_queries": list(queries),
            "context_chunks_added": added,
            "forced_stop": forced_stop,
            "llm_call_ms": spent_ms,
        }
    )
