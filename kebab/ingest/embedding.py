"""Give vectors to the chunks that have none: from the cache, else from the workers."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from kebab.catalog.writer import CatalogWriter, MissingVector
from kebab.errors import (
    CallTimeoutError,
    EmbedderUnavailableError,
    KebabError,
    MissingExtraError,
    ProviderError,
    WorkerLostError,
)
from kebab.ingest.extracting import SpareWorkers, call_when_free, require_pool
from kebab.ingest.passage import passage_text
from kebab.ingest.report import Tally
from kebab.ingest.together import run_together
from kebab.ingest.writer_thread import WriterThread
from kebab.pool.protocol import Lane, Pool

# Short: a question that comes in waits for one unit at most.
UNIT_TOKENS = 1600
_TOKENS_A_TEXT = 24
_WINDOW_CHUNKS = 512
_COMMIT_CHUNKS = 64
_COMMIT_EVERY_S = 1.0
_UNITS_A_WORKER = 2
_FLOAT32_BYTES = 4
_FLOAT16_MAX = 65_504


@dataclass(frozen=True, slots=True)
class Passage:
    """What is embedded once, and the chunks that get the vector."""

    key: bytes
    text: str
    tokens: int
    rows: tuple[int, ...]


def group_passages(chunks: Sequence[MissingVector]) -> list[Passage]:
    """Put chunks of equal passages together, in the order of their first chunk."""
    rows: dict[bytes, list[int]] = {}
    for chunk in chunks:
        rows.setdefault(chunk.passage_key, []).append(chunk.row)
    first = {chunk.passage_key: chunk for chunk in reversed(chunks)}
    return [
        Passage(
            key=key,
            text=passage_text(c.title, c.heading_path, c.text, c.token_count),
            tokens=c.token_count + _TOKENS_A_TEXT,
            rows=tuple(rows[key]),
        )
        for key, c in ((key, first[key]) for key in rows)
    ]


def cut_units(passages: Sequence[Passage], unit_tokens: int = UNIT_TOKENS) -> list[list[Passage]]:
    """Cut passages into calls of about so many tokens; passages of like length go together."""
    units: list[list[Passage]] = []
    room = 0
    for passage in sorted(passages, key=lambda p: (p.tokens, p.rows)):
        if not units or passage.tokens > room:
            units.append([])
            room = unit_tokens
        units[-1].append(passage)
        room -= passage.tokens
    return units


def to_half_floats(vectors: bytes, count: int, dimensions: int) -> list[bytes]:
    """Turn float32 vectors, end to end, into float16 ones; both little-endian.

    Without numpy, which the front does not load. Raises ProviderError for what is no vector.
    """
    is_whole = len(vectors) == count * dimensions * _FLOAT32_BYTES
    values = struct.unpack(f"<{count * dimensions}f", vectors) if is_whole else ()
    if not is_whole or not all(abs(value) <= _FLOAT16_MAX for value in values):
        raise ProviderError(
            "the embedder's answer is no set of vectors",
            hint="run `kebab doctor`; another model may be needed",
            details={"size_bytes": len(vectors), "texts": count, "dimensions": dimensions},
        )
    packer = struct.Struct(f"<{dimensions}e")
    return [
        packer.pack(*values[start : start + dimensions])
        for start in range(0, len(values), dimensions)
    ]


class EmbeddingStage:
    """Works through the chunks in the order of their rows, while files are still being read."""

    def __init__(  # noqa: PLR0913 - each is one thing the stage works with
        self,
        *,
        writer: WriterThread,
        pool: Pool,
        model: str,
        timeout_s: float,
        spare: SpareWorkers,
        tally: Tally,
        now_ms: Callable[[], int],
        on_embedded: Callable[[int, int], None],
        is_stopped: Callable[[], bool],
    ) -> None:
        self._writer = writer
        self._pool = pool
        self._model = model
        self._timeout_s = timeout_s
        self._spare = spare
        self._tally = tally
        self._now_ms = now_ms
        self._on_embedded = on_embedded
        self._is_stopped = is_stopped
        self._units = asyncio.Semaphore(_UNITS_A_WORKER * pool.size)
        self._news = asyncio.Event()
        self._is_last = False
        self._to_embed = 0
        self._committed_at = 0.0
        self._ready: list[tuple[int, bytes, bytes]] = []

    def notice_chunks(self) -> None:
        """Say that chunks were committed."""
        self._news.set()

    def expect_no_more(self) -> None:
        """Say that no more chunks will come."""
        self._is_last = True
        self._news.set()

    async def run(self) -> None:
        """Embed until every chunk has a vector. Where there is no embedder, say so and end."""
        try:
            await self._work_through()
        except (EmbedderUnavailableError, MissingExtraError) as error:
            words = "; ".join(filter(None, (str(error).rstrip("."), error.hint)))
            self._tally.warnings.append(f"chunks were left without vectors: {words}")

    async def _work_through(self) -> None:
        cursor = 0
        while not self._is_stopped():
            await self._spare.wait()
            was_last = self._is_last
            self._news.clear()
            missing, reached = await self._writer.run(partial(self._fetch, cursor))
            if missing:
                await self._embed_window(missing)
            elif reached == cursor:
                if was_last:
                    return
                await self._news.wait()
            cursor = reached

    def _fetch(self, cursor: int, writer: CatalogWriter) -> tuple[list[MissingVector], int]:
        """Read the next chunks without a vector, after giving them what the cache has, and up to
        which row that is.
        """
        missing = writer.missing_vectors(self._model, cursor, _WINDOW_CHUNKS)
        if not missing:
            return [], cursor
        last = missing[-1].row
        reused = writer.attach_cached_vectors(self._model, cursor, last)
        if reused:
            self._tally.embeddings_reused += reused
            found = writer.missing_vectors(self._model, cursor, _WINDOW_CHUNKS)
            missing = [chunk for chunk in found if chunk.row <= last]
        self._to_embed = self._tally.embeddings_indexed + writer.count_missing_vectors(self._model)
        return missing, last

    async def _embed_window(self, missing: Sequence[MissingVector]) -> None:
        units = cut_units(group_passages(missing))
        await run_together(self._embed_in_turn(unit) for unit in units)
        await self._commit()

    async def _embed_in_turn(self, unit: list[Passage]) -> None:
        async with self._units:
            if not self._is_stopped():
                await self._embed(unit)
        waited_s = asyncio.get_running_loop().time() - self._committed_at
        if len(self._ready) >= _COMMIT_CHUNKS or waited_s >= _COMMIT_EVERY_S:
            await self._commit()

    async def _commit(self) -> None:
        self._committed_at = asyncio.get_running_loop().time()
        ready, self._ready = self._ready, []
        if not ready:
            return
        now_ms = self._now_ms()
        # Not `+= await`: that would lose what another commit counts meanwhile.
        stored = await self._writer.run(
            lambda writer: writer.put_vectors(self._model, ready, now_ms)
        )
        self._tally.embeddings_indexed += stored
        self._on_embedded(
            self._tally.embeddings_indexed, max(self._to_embed, self._tally.embeddings_indexed)
        )

    async def _embed(self, unit: list[Passage], *, is_retry: bool = False) -> None:
        """Embed a unit; where it fails, its halves, so that one bad passage costs only itself."""
        await self._spare.wait()
        taken = self._spare.times_taken
        try:
            vectors = await self._ask([passage.text for passage in unit])
        except (EmbedderUnavailableError, MissingExtraError):
            raise
        except KebabError as error:
            waited = isinstance(error, CallTimeoutError) and self._spare.times_taken != taken
            await self._embed_after(error, unit, is_retry=is_retry, waited=waited)
        else:
            self._ready += [
                (row, passage.key, vector)
                for passage, vector in zip(unit, vectors, strict=True)
                for row in passage.rows
            ]

    async def _embed_after(
        self, error: KebabError, unit: list[Passage], *, is_retry: bool, waited: bool
    ) -> None:
        if isinstance(error, WorkerLostError):
            await require_pool(self._pool, self._timeout_s)
        if self._is_stopped():
            return
        if waited:
            await self._embed(unit, is_retry=is_retry)
        elif len(unit) > 1:
            half = len(unit) // 2
            await self._embed(unit[:half])
            await self._embed(unit[half:])
        elif isinstance(error, CallTimeoutError) and not is_retry:
            await self._embed(unit, is_retry=True)
        else:
            start = " ".join(unit[0].text.split())[:60]
            self._tally.warnings.append(f"a chunk was left without a vector ({start}): {error}")

    async def _ask(self, texts: list[str]) -> list[bytes]:
        params = {"texts": texts, "kind": "passage"}
        result = await call_when_free(
            self._pool, "embed", params, timeout_s=self._timeout_s, lane=Lane.EMBED
        )
        if result["identity"] != self._model:
            raise EmbedderUnavailableError(
                f"the workers embed with {result['identity']}, not with {self._model}",
                hint="restart kebab: its settings changed while it ran",
            )
        return to_half_floats(result["vectors"], len(texts), result["dimensions"])
