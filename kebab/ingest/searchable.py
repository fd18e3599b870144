"""Have the views follow the catalog while a run goes on, so that words are found soon."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from kebab.pool.protocol import Lane, Pool

_WORDS_EVERY_S = 2.0
# Vectors above the exact limit are written out as one file each time: not too often.
_VECTORS_EVERY_S = 30.0
# At most a tenth of the time goes into catching up, however large the views are.
_PAUSE_FOR_WORK = 9


class Searchable:
    """Calls on the workers to catch up: soon after chunks were committed, and at the end."""

    def __init__(self, pool: Pool, timeout_s: float, on_searchable: Callable[[], None]) -> None:
        self._pool = pool
        self._timeout_s = timeout_s
        self._on_searchable = on_searchable
        self._has_chunks = False
        self._has_vectors = False
        self._ended = asyncio.Event()

    def notice_chunks(self) -> None:
        """Say that chunks were committed or removed."""
        self._has_chunks = True

    def notice_vectors(self) -> None:
        """Say that vectors were committed."""
        self._has_vectors = True

    def end(self) -> None:
        """Say that the run commits nothing more."""
        self._ended.set()

    async def run(self) -> None:
        """Catch up every few seconds until the end, as long as there is something new."""
        loop = asyncio.get_running_loop()
        vectors_due = loop.time() + _VECTORS_EVERY_S
        pause_s = _WORDS_EVERY_S
        while not await self._ends_within(pause_s):
            pause_s = _WORDS_EVERY_S
            with_vectors = self._has_vectors and loop.time() >= vectors_due
            if not (self._has_chunks or with_vectors):
                continue
            started = loop.time()
            await self.catch_up(vectors=with_vectors)
            pause_s = max(pause_s, _PAUSE_FOR_WORK * (loop.time() - started))
            if with_vectors:
                vectors_due = loop.time() + _VECTORS_EVERY_S

    async def catch_up(self, *, vectors: bool) -> list[str]:
        """Bring the views up to the catalog; return what failed. A search catches up by itself."""
        self._has_chunks = False
        self._has_vectors = self._has_vectors and not vectors
        replies = await self._pool.scatter(
            "catch_up", {"vectors": vectors}, timeout_s=self._timeout_s, lane=Lane.EXTRACT
        )
        self._on_searchable()
        return [
            f"the views of shards {', '.join(map(str, reply.shards))} lag behind: {reply.error}"
            for reply in replies
            if reply.error is not None
        ]

    async def _ends_within(self, timeout_s: float) -> bool:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._ended.wait(), timeout_s)
        return self._ended.is_set()
