"""Run an ingest over the configured sources: scan, plan, delete, then the stages."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import closing

from kebab.catalog.reader import CatalogReader
from kebab.catalog.writer import CatalogWriter
from kebab.ingest.assemble import Reading
from kebab.ingest.events import Events
from kebab.ingest.external_look import ExternalLook
from kebab.ingest.left_out import left_out
from kebab.ingest.report import Tally
from kebab.ingest.scope import IngestOptions, SourceScope, choose_scopes
from kebab.ingest.source_look import SourceLook
from kebab.ingest.stages import IngestContext, Stages
from kebab.ingest.writer_thread import WriterThread
from kebab.settings.model import EXTERNAL, Settings
from kebab.wire.ingest import IngestReport, IngestScope

# A vector that no chunk has any more, or the text of a scanned page, is kept this long: a file may
# come back.
_CACHE_MS = 90 * 24 * 3600 * 1000


async def run_ingest(context: IngestContext, options: IngestOptions) -> IngestReport:
    """Bring the catalog up to the sources. The errors of single files stand in the report."""
    with closing(CatalogReader(context.writer.path)) as reader:
        has_external = any(True for _ in reader.stored_states([EXTERNAL]))
    scopes = choose_scopes(context.settings.sources, options, needs_one=not has_external)
    run = IngestRun(context, keep_items=not options.summary_only)
    return await run.carry_out(
        _report_scope(context.settings, scopes),
        scopes,
        force=options.force,
        external=not options.is_partial,
    )


def _report_scope(settings: Settings, scopes: Sequence[SourceScope]) -> IngestScope:
    if not scopes:
        return IngestScope(root=EXTERNAL, sources=[EXTERNAL], exclude=[])
    own = (pattern for scope in scopes for pattern in scope.source.exclude)
    return IngestScope(
        root=str(scopes[0].source.root),
        sources=[scope.source.id for scope in scopes],
        exclude=list(dict.fromkeys((*settings.ingest.exclude, *own))),
    )


class IngestRun:
    """One run: what it counts, tells and reports."""

    def __init__(self, context: IngestContext, *, keep_items: bool = True) -> None:
        self.context = context
        self.tally = Tally(keep_items=keep_items)
        self._events = Events(context.on_progress, context.now_ms)

    async def carry_out(
        self,
        scope: IngestScope,
        scopes: Sequence[SourceScope],
        *,
        readings: Sequence[Reading] = (),
        force: bool = False,
        retries: bool = False,
        external: bool = False,
    ) -> IngestReport:
        """Look through the scopes, then read what changed in them, and the given readings.

        With `retries`, files are read that would fail as they did before; with `external`, also
        what was added by itself and is behind by now.
        """
        started_ms = self.context.now_ms()
        path = self.context.writer.path
        with WriterThread(self.context.writer) as writer, closing(CatalogReader(path)) as reader:
            try:
                self._events.send("scan_started", root=scope.root)
                to_read = list(readings)
                for one in scopes:
                    look = SourceLook(self.context, one, reader, writer, self.tally)
                    to_read += await look.carry_out(force=force, retries=retries)
                if external:
                    settings, now_ms = self.context.settings, self.context.now_ms
                    look_again = ExternalLook(settings, reader, self.tally, now_ms)
                    to_read += await asyncio.to_thread(look_again.carry_out, force=force)
                    to_read += await self._finished_by_now(look_again.unfinished)
                counts = self.tally.counts()
                self._events.send("scan_completed", total=len(to_read), counts=counts)
                await Stages(self.context, writer, self.tally, self._events).carry_out(to_read)
                await writer.run(self._tidy)
            except BaseException:
                self._events.send("aborted", counts=self.tally.counts())
                raise
            return self._report(scope, reader, started_ms)

    async def _finished_by_now(self, readings: Sequence[Reading]) -> Sequence[Reading]:
        """Give what lacks a model's words where the model is there; else note that it lacks them.

        Whether it is there is asked only where something waits for it.
        """
        sight = self.context.sight
        if not readings or await sight.is_complete():
            return readings
        sight.do_without([reading.document_id for reading in readings])
        return ()

    def _report(self, scope: IngestScope, reader: CatalogReader, started_ms: int) -> IngestReport:
        aborted = self.context.stop.is_set()
        model = self.context.model
        report = self.tally.report(
            scope,
            vector_coverage=reader.vector_coverage(model) if model else 0.0,
            duration_ms=self.context.now_ms() - started_ms,
            aborted=aborted,
        )
        if not self.context.settings.ingest.media:  # otherwise somebody chose what to leave out
            warnings = [*report.warnings, *left_out(report.skipped_by_extension)]
            report = report.model_copy(update={"warnings": warnings})
        self._events.send("aborted" if aborted else "completed", counts=self.tally.counts())
        return report

    def _tidy(self, writer: CatalogWriter) -> None:
        now_ms = self.context.now_ms()
        writer.set_state("last_ingest_ms", str(now_ms))
        if self.tally.has_changes:
            writer.prune_embeddings(now_ms - _CACHE_MS)
            writer.prune_derivations(now_ms - _CACHE_MS)
            writer.trim_log()
