"""Take documents that are to be read through the stages: read, store, embed, make searchable."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from kebab.catalog.records import Failure
from kebab.catalog.writer import CatalogWriter, PutResult
from kebab.errors import KebabError
from kebab.ingest.assemble import Assembled, Reading, assemble
from kebab.ingest.captions import DESCRIBED, Captioner
from kebab.ingest.embedding import EmbeddingStage
from kebab.ingest.events import Events, OnProgress
from kebab.ingest.extracting import CALLS_A_WORKER, Extractor, NotStarted, ReadAhead, SpareWorkers
from kebab.ingest.failures import FailureKeeper
from kebab.ingest.ocr import READ_BY_OCR, PageReader
from kebab.ingest.parsing import Entry, KeptParsing, put_entries
from kebab.ingest.report import Tally, error_item
from kebab.ingest.searchable import Searchable
from kebab.ingest.together import run_together
from kebab.ingest.vision import Sight
from kebab.ingest.writer_thread import WriterThread
from kebab.pool.protocol import Pool
from kebab.settings.model import Settings
from kebab.wire.extraction import Extraction
from kebab.wire.ingest import IngestItem, Phase

_COMMIT_EVERY_S = 0.5
_COMMIT_CHUNKS = 1500


@dataclass(frozen=True, slots=True)
class IngestContext:
    """What a run works with. Whoever starts it holds the lease.

    `model` is the identity of the vector space, None where nothing is embedded. `stop` ends the
    run early: documents in hand are finished, and all that was done is kept. `sight` are the models
    that look at pictures.
    """

    writer: CatalogWriter
    pool: Pool
    settings: Settings
    model: str | None
    now_ms: Callable[[], int]
    on_progress: OnProgress
    stop: asyncio.Event
    sight: Sight = field(default_factory=Sight)


@dataclass(frozen=True, slots=True)
class _Ready:
    index: int
    reading: Reading
    extraction: Extraction


class Stages:
    """The stages of one run, which overlap: words are found while meaning is still computed."""

    def __init__(
        self, context: IngestContext, writer: WriterThread, tally: Tally, events: Events
    ) -> None:
        limits = context.settings.pool
        self._context = context
        self._writer = writer
        self._tally = tally
        self._events = events
        self._total = 0
        self._numbers: dict[str, int] = {}
        self._spare = SpareWorkers(context.pool.size)
        self._parsing = KeptParsing(writer, context.settings.limits, context.now_ms)
        self._failures = FailureKeeper(writer, context.settings, context.now_ms)
        self._extractor = Extractor(
            context.pool,
            limits.extract_timeout_s,
            self._page_reader(writer),
            self._captioner(writer),
            self._parsing,
        )
        self._searchable = Searchable(
            context.pool,
            limits.catch_up_timeout_s,
            lambda: events.send("searchable", counts=tally.counts()),
        )
        self._embedding = None if context.model is None else self._embedding_stage(context.model)

    def _page_reader(self, writer: WriterThread) -> PageReader:
        context, vision = self._context, self._context.sight.pages
        return PageReader(
            context.pool,
            writer,
            context.settings,
            context.now_ms,
            partial(self._note_page, "ocr" if vision is None else "vision"),
            vision,
            self._spare.lent,
        )

    def _captioner(self, writer: WriterThread) -> Captioner:
        context = self._context
        return Captioner(
            context.sight.captions,
            writer,
            context.settings,
            context.now_ms,
            partial(self._note_page, "caption"),
            self._spare.lent,
        )

    def _embedding_stage(self, model: str) -> EmbeddingStage:
        return EmbeddingStage(
            writer=self._writer,
            pool=self._context.pool,
            model=model,
            timeout_s=self._context.settings.pool.embed_timeout_s,
            spare=self._spare,
            tally=self._tally,
            now_ms=self._context.now_ms,
            on_embedded=self._note_embedded,
            is_stopped=self._context.stop.is_set,
        )

    async def carry_out(self, readings: Sequence[Reading]) -> None:
        """Read, store and embed; at the end every view is up to the catalog."""
        self._total = len(readings)
        readings = sorted(readings, key=self._waits_for_a_model)
        await run_together([self._produce(readings), self._searchable.run()])
        if self._tally.has_changes and not self._context.stop.is_set():
            self._tally.warnings += await self._searchable.catch_up(vectors=True)
        self._tally.warnings += self._context.sight.warnings()

    def _waits_for_a_model(self, reading: Reading) -> bool:
        """Tell what comes last: a model may take a minute for what others take milliseconds."""
        sight = self._context.sight
        is_described = sight.captions is not None and reading.media == DESCRIBED
        return is_described or (sight.pages is not None and reading.media in READ_BY_OCR)

    async def _produce(self, readings: Sequence[Reading]) -> None:
        stages = [self._read_and_store(readings)]
        if self._embedding is not None:
            stages.append(self._embedding.run())
        await run_together(stages)
        self._searchable.end()

    async def _read_and_store(self, readings: Sequence[Reading]) -> None:
        reads = ReadAhead(
            readings,
            self._extractor,
            self._spare,
            running=CALLS_A_WORKER * self._context.pool.size,
            is_stopped=self._context.stop.is_set,
            on_start=self._note_started,
            on_read=self._tally.note_time,
        )
        try:
            await self._store_in_order(reads)
            await self._parsing.flush()
            await self._failures.flush()
        finally:
            await reads.close()
        if self._embedding is not None:
            self._embedding.expect_no_more()

    async def _store_in_order(self, reads: ReadAhead) -> None:
        """Commit documents in the order of the files, several in a transaction, none late."""
        loop = asyncio.get_running_loop()
        batch: list[_Ready] = []
        due = 0.0
        while batch or not reads.is_done:
            patience_s = max(0.0, due - loop.time()) if batch else None
            found = None if reads.is_done else await reads.next(patience_s)
            if found is not None and (ready := await self._sort_out(*found)) is not None:
                due = due if batch else loop.time() + _COMMIT_EVERY_S
                batch.append(ready)
            chunks = sum(len(ready.extraction.chunks) for ready in batch)
            if batch and (reads.is_done or loop.time() >= due or chunks >= _COMMIT_CHUNKS):
                await self._store(batch)
                batch = []

    async def _sort_out(
        self, index: int, reading: Reading, outcome: Extraction | KebabError | NotStarted
    ) -> _Ready | None:
        match outcome:
            case Extraction():
                return _Ready(index, reading, outcome)
            case KebabError():
                self._note_failed(index, reading, outcome)
                await self._failures.note(reading, outcome)
            case NotStarted():
                pass
        return None

    async def _store(self, batch: Sequence[_Ready]) -> None:
        failures = self._failures.take()
        put = partial(_put_all, batch, self._parsing.take(), failures, self._context.now_ms())
        stored = await self._writer.run(put)
        for ready, (assembled, result) in zip(batch, stored, strict=True):
            self._note_stored(ready, assembled, result)
        self._searchable.notice_chunks()
        if self._embedding is not None:
            self._embedding.notice_chunks()

    # --- what is told and counted

    def _note_started(self, index: int, reading: Reading) -> None:
        self._numbers[reading.document_id] = index
        self._events.send(
            "asset_started", idx=index, total=self._total, path=reading.path, media=reading.media
        )

    def _note_page(self, phase: Phase, reading: Reading, page: int, pages: int) -> None:
        self._events.send(
            "asset_started",
            idx=self._numbers[reading.document_id],
            total=self._total,
            path=reading.path,
            media=reading.media,
            page=page,
            pages=pages,
            phase=phase,
        )

    def _note_failed(self, index: int, reading: Reading, error: KebabError) -> None:
        self._tally.failures.append(error)
        self._tally.add(
            error_item(reading.source_id, reading.path, error, document_id=reading.document_id)
        )
        self._events.send(
            "asset_finished",
            idx=index,
            total=self._total,
            path=reading.path,
            result="error",
            error=str(error),
        )

    def _note_stored(self, ready: _Ready, assembled: Assembled, result: PutResult) -> None:
        document = assembled.document
        item = IngestItem(
            kind="new" if result.created else "updated",
            doc_path=document.path,
            source_id=document.source_id,
            doc_id=result.document_id,
            byte_len=document.size_bytes,
            chunk_count=len(assembled.chunks),
            reason=ready.reading.reason,
            because=list(ready.reading.because),
            parser_version=document.parser_version,
            chunker_version=document.chunker_version,
            warnings=list(document.warnings),
        )
        self._tally.add(item)
        self._events.send(
            "asset_finished",
            idx=ready.index,
            total=self._total,
            path=document.path,
            result=item.kind,
            chunks=item.chunk_count,
        )

    def _note_embedded(self, embedded: int, to_embed: int) -> None:
        self._searchable.notice_vectors()
        self._events.send("embedding", embedded=embedded, to_embed=to_embed)


def _put_all(
    batch: Sequence[_Ready],
    parsed: Sequence[Entry],
    failures: Sequence[Failure],
    now_ms: int,
    writer: CatalogWriter,
) -> list[tuple[Assembled, PutResult]]:
    """Store several documents, and what was parsed or failed meanwhile, in one transaction."""
    assembled = [assemble(ready.reading, ready.extraction) for ready in batch]
    with writer.batch():
        put_entries(parsed, now_ms, writer)
        writer.change_failures(failures)
        return [
            (one, writer.put_document(one.document, one.chunks, one.passage_keys, now_ms))
            for one in assembled
        ]
