"""An open knowledge base: the one thing that the command line and the MCP server both stand on.

It owns the catalog's reader and the pool. What needs no worker (lists, texts, counts) starts none.
What a single search does not need is imported by the method that does: it would cost a quarter of
a one-shot command's time.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from kebab.catalog.connection import file_identity
from kebab.catalog.reader import CatalogReader
from kebab.errors import CatalogDamagedError, NotIndexedError, StoreError
from kebab.pool.pool import WorkerPool, default_size
from kebab.pool.worker_config import embedding_config, worker_config, worker_hello
from kebab.search.bulk import bulk_search
from kebab.search.service import SearchService
from kebab.security.readonly import refuse_writing
from kebab.settings.model import Settings
from kebab.settings.paths import catalog_path
from kebab.wire.search import BulkResponse, SearchInput, SearchResponse

if TYPE_CHECKING:
    from kebab.answer.events import OnEvent
    from kebab.answer.llm.protocol import Sampler
    from kebab.asking import Asking, Corpus
    from kebab.doctor.report import Patient
    from kebab.hwp.service import HwpService
    from kebab.ingest.events import OnProgress
    from kebab.ingest.lease import Holder
    from kebab.ingest.scope import IngestOptions
    from kebab.ingest.text_medium import TextMedium
    from kebab.ingest.told import Told
    from kebab.ingest.turns import Turns
    from kebab.pool.health import WorkerState
    from kebab.security.path_rules import PathRules
    from kebab.wire.answer import Answer, AskInput
    from kebab.wire.cache import CacheReport
    from kebab.wire.doctor import DoctorReport, ReindexReport, SchemaInfo
    from kebab.wire.documents import (
        ChunkInspection,
        DocumentInspection,
        DocumentList,
        FetchResult,
        ForgetReport,
    )
    from kebab.wire.ingest import IngestReport
    from kebab.wire.inputs import FetchInput, ListInput
    from kebab.writing import Writing


class KnowledgeBase:
    """Used within `async with`, by one event loop.

    `workers` overrides the settings. `stay_hot` starts the workers at once and has the first one
    load the model: what a server wants and a single command does not. `confined` keeps single files
    to the roots of [security]: who calls is not the person.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        workers: int | None = None,
        readonly: bool = False,
        stay_hot: bool = False,
        confined: bool = False,
        on_wait: Callable[[Holder | None], None] = lambda _holder: None,
    ) -> None:
        self._settings = settings
        self._readonly = readonly or settings.security.readonly
        self._stay_hot = stay_hot
        self._confined = confined
        self._on_wait = on_wait
        self._workers = workers or settings.pool.workers or default_size(os.cpu_count() or 1)
        self._path = catalog_path(settings.storage.data_dir)
        self._embedding = embedding_config(settings.embedding)
        self._model = None if self._embedding.provider == "none" else self._embedding.identity
        self._catalog: CatalogReader | None = None
        self._catalog_file: tuple[int, int] | None = None
        self._pool: WorkerPool | None = None
        self._search: SearchService | None = None
        self._asking: Asking | None = None
        self._turns: Turns | None = None
        self._hwp: HwpService | None = None

    async def __aenter__(self) -> Self:
        if self._stay_hot and self._path.exists():
            self._running_pool(self._reader().shard_count)
        return self

    async def __aexit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        if self._asking is not None:
            await self._asking.aclose()
        if self._hwp is not None:
            self._hwp.close()
        self._stop_pool()
        self._close_catalog()

    # --- what is open

    def _reader(self) -> CatalogReader:
        """Return the reader of the catalog that is there now. Raises NotIndexedError."""
        file = file_identity(self._path)
        if self._catalog is None or file != self._catalog_file:
            self._close_catalog()
            self._catalog = CatalogReader(self._path)
            self._catalog_file = file_identity(self._path)
        self._catalog.check_version()
        return self._catalog

    def _close_catalog(self) -> None:
        if self._catalog is not None:
            self._catalog.close()
            self._stop_pool()  # its workers read the catalog that was
        self._catalog = self._search = None

    def _running_pool(self, shard_count: int) -> WorkerPool:
        """Return the pool, started; anew where the base was cut into other shards meanwhile."""
        if self._pool is not None and self._pool.shard_count != shard_count:
            self._stop_pool()
        if self._pool is None:
            limits = self._settings.pool
            pool = WorkerPool(
                self._workers,
                shard_count,
                lambda worker: self._hello(pool, worker),
                boot_timeout_s=limits.boot_timeout_s,
                queue_limit=limits.queue_limit,
                ceiling_bytes=limits.worker_memory_mb * 2**20,
            )
            pool.start()
            self._pool = pool
        return self._pool

    def _hello(self, pool: WorkerPool, worker: int) -> dict[str, Any]:
        return worker_hello(
            self._settings,
            worker,
            worker_config(self._settings, pool.shard_count, pool.shards_of(worker)),
            preload=self._stay_hot,
            preload_model=self._stay_hot and worker == 0,
        )

    def _stop_pool(self) -> None:
        if self._pool is not None:
            self._pool.close()
        self._pool = self._search = None

    def worker_states(self) -> Sequence[WorkerState]:
        """Tell of the workers without asking them; of none where none was needed yet."""
        return self._pool.states() if self._pool is not None else ()

    def _search_service(self) -> SearchService:
        reader = self._reader()
        pool = self._running_pool(reader.shard_count)
        if self._search is None:
            self._search = SearchService(
                pool,
                reader,
                self._settings.search,
                model=self._model,
                sources=[source.id for source in self._settings.sources],
                timeout_s=self._settings.pool.search_timeout_s,
            )
        return self._search

    # --- reading

    async def search(self, request: SearchInput) -> SearchResponse:
        """Answer one search."""
        if request.doc_id.strip():
            request = self._with_document(request)
        return await self._search_service().search(request)

    async def ask(
        self, request: AskInput, on_event: OnEvent, /, *, host: Sampler | None = None
    ) -> Answer:
        """Answer a question or refuse; a base that is missing is a refusal too.

        `on_event` hears how it goes on. `host` asks the model of the host that called, if it may.
        """
        if self._asking is None:
            from kebab.asking import Asking  # noqa: PLC0415 - see the top

            self._asking = Asking(
                self._settings,
                embedding=self._model,
                readonly=self._readonly,
                open_corpus=self._open_corpus,
            )
        return await self._asking.ask(request, on_event, host)

    def _open_corpus(self) -> Corpus:
        from kebab.asking import Corpus  # noqa: PLC0415 - see the top

        reader = self._reader()
        return Corpus(reader, self._running_pool(reader.shard_count), self.search)

    def hwp(self) -> HwpService:
        """Return what works on single HWP documents; its workers start with its first call."""
        if self._hwp is None:
            from kebab.hwp.service import HwpService  # noqa: PLC0415 - see the top

            self._hwp = HwpService(self._settings, self._path_rules(), readonly=self._readonly)
        return self._hwp

    async def bulk_search(self, queries: list[Any]) -> BulkResponse:
        """Answer several searches; what is wrong with one is that one's error."""
        return await bulk_search(self.search, queries)

    def _with_document(self, request: SearchInput) -> SearchInput:
        """Let a search within one document name it as `fetch` does: by id or by path."""
        from kebab.documents.lookup import find_document  # noqa: PLC0415 - see the top

        document = find_document(self._reader(), request.doc_id)
        return request.model_copy(update={"doc_id": document.id})

    async def fetch(self, request: FetchInput) -> FetchResult:
        """Return a chunk, a document or lines of one."""
        from kebab.documents.fetch import Fetcher  # noqa: PLC0415 - see the top

        strict = not self._settings.ingest.follow_symlinks
        roots = {s.id: s.root for s in self._settings.sources} if strict else {}
        return await Fetcher(self._reader(), roots).fetch(request)

    async def list_docs(self, request: ListInput) -> DocumentList:
        """List documents."""
        from kebab.documents.listing import list_documents  # noqa: PLC0415 - see the top

        return list_documents(self._reader(), request)

    async def inspect_doc(self, target: str) -> DocumentInspection:
        """Tell all that is known of a document, by id or path."""
        from kebab.documents.inspect import inspect_document  # noqa: PLC0415 - see the top

        return inspect_document(self._reader(), target)

    async def inspect_chunk(self, chunk_id: str) -> ChunkInspection:
        """Tell all that is known of a chunk."""
        from kebab.documents.inspect import inspect_chunk  # noqa: PLC0415 - see the top

        return inspect_chunk(self._reader(), chunk_id)

    async def schema(self) -> SchemaInfo:
        """Say what this kebab can do and what the knowledge base holds."""
        from kebab.doctor.holdings import describe  # noqa: PLC0415 - see the top

        now_ms = time.time_ns() // 1_000_000
        return describe(self._reader(), self._settings, self._model, now_ms)

    async def cache(self) -> CacheReport:
        """Say what is kept so that it is derived once."""
        from kebab.documents.cached import describe_cache  # noqa: PLC0415 - see the top

        return describe_cache(self._reader())

    async def doctor(self, *, repair: bool = False) -> DoctorReport:
        """Check everything; a base that is missing is a check that fails.

        With `repair`, views that are damaged are rebuilt from the catalog first.
        """
        from kebab.doctor.report import Patient, examine  # noqa: PLC0415 - see the top

        health = self.hwp().health if self._settings.hwp.workers else None
        closed = Patient(self._settings, hwp_health=health)
        if repair:
            refuse_writing(readonly=self._readonly)
        try:
            reader = self._reader()
        except (NotIndexedError, StoreError):
            return await examine(closed)
        try:
            return await self._examine_open(reader, closed, repair=repair)
        except CatalogDamagedError:  # how far it reaches shows only where it is read
            return await examine(closed)

    async def _examine_open(
        self, reader: CatalogReader, patient: Patient, *, repair: bool
    ) -> DoctorReport:
        from kebab.doctor.report import OpenBase, examine  # noqa: PLC0415 - see the top

        pool = self._running_pool(reader.shard_count)
        repairs = None
        if repair:
            from kebab.doctor.repair import repair_views  # noqa: PLC0415 - see the top

            repairs = await repair_views(pool, timeout_s=self._settings.pool.catch_up_timeout_s)
        patient = replace(patient, open_base=OpenBase(reader, pool, self.search))
        return await examine(patient, repairs)

    # --- writing

    def _writing(self, watcher_stop: asyncio.Event | None = None) -> Writing:
        refuse_writing(readonly=self._readonly)
        from kebab.ingest.turns import Turns  # noqa: PLC0415 - see the top
        from kebab.writing import Writing  # noqa: PLC0415 - see the top

        turns = self._turns = self._turns or Turns()
        turn = turns.call if watcher_stop is None else partial(turns.watch, watcher_stop)
        rules = self._path_rules()
        return Writing(self._settings, self._model, self._running_pool, self._on_wait, rules, turn)

    def _path_rules(self) -> PathRules:
        from kebab.security.path_rules import home_folder, rules_of  # noqa: PLC0415 - see the top

        return rules_of(self._settings, home_folder(), allow_all=not self._confined)

    async def watch(self, told: Told, stop: asyncio.Event) -> None:
        """Bring the knowledge base up to its sources, and follow them until `stop` is set."""
        refuse_writing(readonly=self._readonly)
        watcher = await asyncio.to_thread(import_module, "kebab.ingest.watcher")
        await asyncio.to_thread(import_module, "kebab.writing")

        async def run(
            options: IngestOptions, on_progress: OnProgress, stop: asyncio.Event
        ) -> IngestReport:
            return await self._writing(stop).ingest(options, on_progress, stop)

        await watcher.Watcher(self._settings, run, told).watch(stop)

    async def ingest(
        self, options: IngestOptions, on_progress: OnProgress, stop: asyncio.Event
    ) -> IngestReport:
        """Bring the knowledge base up to its sources."""
        return await self._writing().ingest(options, on_progress, stop)

    async def ingest_file(
        self,
        path: Path,
        *,
        tags: tuple[str, ...] = (),
        metadata: Mapping[str, str] | None = None,
        on_progress: OnProgress,
        stop: asyncio.Event,
    ) -> IngestReport:
        """Take in one file, from wherever it may be read."""
        return await self._writing().ingest_file(
            path, tags=tags, metadata=metadata or {}, on_progress=on_progress, stop=stop
        )

    async def ingest_stdin(
        self,
        content: bytes,
        *,
        title: str,
        source_uri: str | None = None,
        tags: tuple[str, ...] = (),
        metadata: Mapping[str, str] | None = None,
        media: TextMedium | None = None,
        on_progress: OnProgress,
        stop: asyncio.Event,
    ) -> IngestReport:
        """Take in a text that has no file; its medium is guessed where none is given."""
        return await self._writing().ingest_stdin(
            content,
            title=title,
            source_uri=source_uri,
            tags=tags,
            metadata=metadata or {},
            media=media,
            on_progress=on_progress,
            stop=stop,
        )

    async def forget(self, targets: list[str]) -> ForgetReport:
        """Remove documents from the index; their files stay."""
        writing = self._writing()
        return await writing.forget(self._reader(), targets)

    async def forget_sessions(self, sessions: list[str] | None) -> ForgetReport:
        """Delete conversations: the ones named, or all of them for None."""
        return await self._writing().forget_sessions(sessions)

    async def prune_cache(self, older_than_days: float) -> CacheReport:
        """Drop of the cache what was not used for so long; nothing that can be found is lost."""
        writing = self._writing()
        return await writing.prune_cache(self._reader(), older_than_days)

    async def reindex(self, shards: int | None = None) -> ReindexReport:
        """Throw the views away and build them anew from the catalog, in other shards if wanted."""
        writing = self._writing()
        return await writing.reindex(self._reader(), shards)
