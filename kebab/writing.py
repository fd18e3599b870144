"""Everything that changes a knowledge base. Holds the ingest lease for as long as it writes.

What was asked for is checked before there is a lease or a catalog, and again, by what does it, when
the lease was got: a wrong call leaves nothing behind.
Apart from `knowledge_base`, so that a single search does not import what an ingest needs.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from kebab.answer.conversation import kept_conversations
from kebab.answer.llm.pictures import picture_readers
from kebab.catalog.damage import with_copy
from kebab.catalog.reader import CatalogReader
from kebab.catalog.writer import CatalogWriter
from kebab.documents.cached import describe_cache
from kebab.documents.forget import forget
from kebab.errors import CatalogDamagedError, StoreError
from kebab.ingest.events import OnProgress
from kebab.ingest.external import (
    check_file,
    check_text,
    ingest_file,
    ingest_stdin,
    stdin_path,
)
from kebab.ingest.lease import Holder, hold_lease, this_process
from kebab.ingest.run import run_ingest
from kebab.ingest.scope import IngestOptions, absolute, check_options
from kebab.ingest.stages import IngestContext
from kebab.ingest.text_medium import TextMedium
from kebab.ingest.vision import sight_of
from kebab.ingest.writer_thread import WriterThread
from kebab.pool.protocol import Lane, Pool
from kebab.security.allowed_paths import allow
from kebab.security.path_rules import PathRules, Purpose
from kebab.security.private_files import make_private_folder
from kebab.settings.model import Settings
from kebab.settings.paths import catalog_path
from kebab.wire.cache import CacheReport
from kebab.wire.doctor import ReindexReport
from kebab.wire.documents import ForgetReport
from kebab.wire.ingest import IngestReport

_DAY_MS = 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class Writing:
    """What writing needs of an open base; `pool` gives the workers for a number of shards, `turn`
    is awaited before the lease.
    """

    settings: Settings
    model: str | None
    pool: Callable[[int], Pool]
    on_wait: Callable[[Holder | None], None]
    rules: PathRules
    turn: Callable[[], AbstractAsyncContextManager[None]] = nullcontext

    @asynccontextmanager
    async def writer(self) -> AsyncIterator[CatalogWriter]:
        """Hold the lease and open the writer. Raises IngestLockedError and StoreError."""
        storage = self.settings.storage
        _make_data_folder(storage.data_dir)
        holder = this_process(datetime.now(UTC).isoformat(timespec="seconds"))
        wait_s = self.settings.ingest.wait_for_lease_s
        path = catalog_path(storage.data_dir)
        async with (
            self.turn(),
            hold_lease(storage.data_dir, holder, wait_s=wait_s, on_wait=self.on_wait),
        ):
            try:
                with closing(CatalogWriter(path, storage.shards)) as writer:
                    yield writer
            except CatalogDamagedError as damage:
                raise with_copy(damage, path, datetime.now(UTC)) from damage

    @asynccontextmanager
    async def _ingesting(
        self, on_progress: OnProgress, stop: asyncio.Event
    ) -> AsyncIterator[IngestContext]:
        async with self.writer() as writer, picture_readers(self.settings) as readers:
            pool = self.pool(writer.shard_count)
            yield IngestContext(
                writer=writer,
                pool=pool,
                settings=self.settings,
                model=self.model,
                now_ms=_now_ms,
                on_progress=on_progress,
                stop=stop,
                sight=sight_of(readers, self.settings, pool, stop),
            )

    async def ingest(
        self, options: IngestOptions, on_progress: OnProgress, stop: asyncio.Event
    ) -> IngestReport:
        """Bring the knowledge base up to its sources."""
        is_first = not catalog_path(self.settings.storage.data_dir).exists()
        check_options(self.settings.sources, options, is_first=is_first)
        async with self._ingesting(on_progress, stop) as context:
            return await run_ingest(context, options)

    async def ingest_file(
        self,
        path: Path,
        *,
        tags: tuple[str, ...],
        metadata: Mapping[str, str],
        on_progress: OnProgress,
        stop: asyncio.Event,
    ) -> IngestReport:
        """Take in one file. Raises OutsideRootsError where the rules do not let it be read."""
        path = absolute(path)
        allow(path, Purpose.READ, self.rules)
        check_file(path, self.settings)
        async with self._ingesting(on_progress, stop) as context:
            return await ingest_file(context, path, tags=tags, metadata=metadata)

    async def ingest_stdin(
        self,
        content: bytes,
        *,
        title: str,
        source_uri: str | None,
        tags: tuple[str, ...],
        metadata: Mapping[str, str],
        media: TextMedium | None,
        on_progress: OnProgress,
        stop: asyncio.Event,
    ) -> IngestReport:
        """Take in a text that has no file."""
        check_text(content, self.settings, media)
        stdin_path(title.strip(), source_uri)
        async with self._ingesting(on_progress, stop) as context:
            return await ingest_stdin(
                context,
                content,
                title=title,
                source_uri=source_uri,
                tags=tags,
                metadata=metadata,
                media=media,
            )

    async def forget(self, reader: CatalogReader, targets: list[str]) -> ForgetReport:
        """Remove documents from the index, and what conversations quote of them."""
        async with self.writer() as writer:
            report = forget(reader, writer, targets)
            kept_conversations(self.settings).forget_documents(report.documents)
            return report

    async def forget_sessions(self, sessions: list[str] | None) -> ForgetReport:
        """Delete conversations: the ones named, or all. They need no lease."""
        kept = kept_conversations(self.settings)
        gone = kept.forget_all() if sessions is None else kept.forget(sessions)
        return ForgetReport(
            schema_version="forget_report.v1", documents=[], chunks=0, sessions=gone
        )

    async def prune_cache(self, reader: CatalogReader, older_than_days: float) -> CacheReport:
        """Drop of the cache what was not used for so long, and is not a chunk's vector."""
        before_ms = _now_ms() - round(older_than_days * _DAY_MS)

        def prune(writer: CatalogWriter) -> int:
            with writer.batch():
                return writer.prune_embeddings(before_ms) + writer.prune_derivations(before_ms)

        async with self.writer() as writer:
            with WriterThread(writer) as thread:
                pruned = await thread.run(prune)
        return describe_cache(reader, pruned=pruned)

    async def reindex(self, reader: CatalogReader, shards: int | None) -> ReindexReport:
        """Throw the views away and build them anew, in other shards if wanted."""
        began = time.perf_counter()
        async with self.writer() as writer:
            if shards is not None and shards != writer.shard_count:
                writer.change_shard_count(shards)
            pool = self.pool(writer.shard_count)
            limit_s = self.settings.pool.catch_up_timeout_s
            for method in ("drop_views", "catch_up"):
                replies = await pool.scatter(method, {}, timeout_s=limit_s, lane=Lane.EXTRACT)
                for reply in replies:
                    if reply.error is not None:
                        raise reply.error
            return ReindexReport(
                schema_version="reindex_report.v1",
                shards=writer.shard_count,
                chunks=reader.chunk_count(),
                duration_ms=round((time.perf_counter() - began) * 1000),
            )


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


def _make_data_folder(folder: Path) -> None:
    try:
        make_private_folder(folder)
    except OSError as cause:
        raise StoreError(
            f"the folder {folder} cannot be made: {cause.strerror}",
            hint="check its permissions, or set another one as storage.data_dir",
            details={"path": str(folder), "reason": str(cause)},
        ) from cause
