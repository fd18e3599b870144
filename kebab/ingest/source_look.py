"""Look through one source: scan, compare with the catalog, delete what left, say what to read."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from kebab.catalog.reader import CatalogReader, StoredState
from kebab.catalog.writer import CatalogWriter
from kebab.errors import CatalogDamagedError, KebabError
from kebab.ingest.assemble import Reading
from kebab.ingest.failures import count_failing, left_behind, verify_failing
from kebab.ingest.fingerprint import source_fingerprints
from kebab.ingest.lasting import is_due_again, match_failures
from kebab.ingest.plan import Known, Plan, Work, plan_source
from kebab.ingest.report import Tally, error_item
from kebab.ingest.repository import RepositoryFinder
from kebab.ingest.rules import reading_of, scan_rules
from kebab.ingest.scan import Scan
from kebab.ingest.scope import SourceScope, missing_path
from kebab.ingest.stages import IngestContext
from kebab.ingest.verify import verify
from kebab.ingest.walk import walk
from kebab.ingest.wanted import Wanted
from kebab.ingest.writer_thread import WriterThread
from kebab.wire.ingest import IngestItem

_DELETED_AT_ONCE = 200
_HASHED_AT_ONCE = 128


class SourceLook:
    """One look at one source, or at some paths of it."""

    def __init__(
        self,
        context: IngestContext,
        scope: SourceScope,
        reader: CatalogReader,
        writer: WriterThread,
        tally: Tally,
    ) -> None:
        self._context = context
        self._scope = scope
        self._reader = reader
        self._writer = writer
        self._tally = tally

    async def carry_out(self, *, force: bool, retries: bool = False) -> list[Reading]:
        """Delete what left the source, count what needs nothing; return what is to be read.

        Files that would fail as they did before are counted as errors, and read where it `retries`.
        A root that cannot be read is an error of its source alone, and deletes nothing.
        """
        source, settings = self._scope.source, self._context.settings
        fingerprints = source_fingerprints(source, settings)
        try:
            scan, stored = await asyncio.to_thread(self._looked)
            failing = await self._failing(scan, fingerprints, retries=force or retries)
            plan = await self._planned(scan, stored, fingerprints, failing, force=force)
        except KebabError as error:
            if self._scope.only or isinstance(error, CatalogDamagedError):
                raise
            self._count_failure(str(source.root), error)
            return []
        self._count(scan, plan)
        await self._delete(plan.deleted)
        work = [*plan.work, *await self._verify(plan.to_verify)]
        work.sort(key=lambda one: one.file.path)
        return await asyncio.to_thread(self._readings, work, fingerprints)

    def _readings(self, work: Sequence[Work], fingerprints: Mapping[str, str]) -> list[Reading]:
        repositories = RepositoryFinder()
        return [
            reading_of(
                one.file,
                self._scope.source,
                fingerprints[one.file.media],
                self._context.settings,
                repositories.find(Path(one.file.disk_path).parent),
                one.reason,
                one.because,
            )
            for one in work
        ]

    async def _planned(
        self,
        scan: Scan,
        stored: Sequence[StoredState],
        fingerprints: Mapping[str, str],
        failing: frozenset[str],
        *,
        force: bool,
    ) -> Plan:
        """Compare; finish what a model had not seen where the model is there by now."""
        only = self._scope.only
        plan = partial(
            plan_source, scan, stored, fingerprints, only=only, failing=failing, force=force
        )
        found = await asyncio.to_thread(plan)
        if not found.unfinished or force:
            return found
        if await self._context.sight.is_complete():
            return await asyncio.to_thread(plan, finishes=True)
        self._context.sight.do_without(found.unfinished)
        return found

    async def _failing(
        self, scan: Scan, fingerprints: Mapping[str, str], *, retries: bool
    ) -> frozenset[str]:
        """Count the files that would fail as they did before, and forget the other failures."""
        known = self._reader.failures(self._scope.source.id, self._scope.only)
        if not known:
            return frozenset()
        now_ms = self._context.now_ms()
        counted = [] if retries else [one for one in known if not is_due_again(one, now_ms)]
        found = match_failures(scan.files, counted, fingerprints, self._context.settings)
        touched = await asyncio.to_thread(verify_failing, found.to_verify)
        failing = [*found.same, *touched]
        gone = left_behind(known, failing, scan.could_hold)
        await self._writer.run(
            partial(
                CatalogWriter.change_failures, put=[one.failure for one in touched], dropped=gone
            )
        )
        count_failing(failing, self._tally)
        return frozenset(one.file.path for one in failing)

    def _looked(self) -> tuple[Scan, list[StoredState]]:
        rules = scan_rules(self._context.settings, self._scope)
        scan = walk(self._scope.source.root, rules, self._context.stop.is_set)
        stored = list(self._reader.stored_states([self._scope.source.id], self._scope.only))
        if self._scope.must_exist:
            _require_found(self._scope, scan, stored)
        return scan, stored

    def _count(self, scan: Scan, plan: Plan) -> None:
        self._tally.add_skipped(self._scope.source.id, scan.skipped)
        for entry in scan.failed:
            self._count_failure(entry.path, entry.error)
        for known in plan.unchanged:
            self._count_unchanged(known)

    def _count_failure(self, path: str, error: KebabError) -> None:
        self._tally.failures.append(error)
        self._tally.add(error_item(self._scope.source.id, path, error))

    def _count_unchanged(self, known: Known) -> None:
        self._tally.add(
            IngestItem(
                kind="unchanged",
                doc_path=known.file.path,
                source_id=known.state.source_id,
                doc_id=known.state.id,
                byte_len=known.file.size_bytes,
            )
        )

    async def _delete(self, deleted: Sequence[StoredState]) -> None:
        for start in range(0, len(deleted), _DELETED_AT_ONCE):
            part = deleted[start : start + _DELETED_AT_ONCE]
            await self._writer.run(partial(_delete_all, part))
            self._tally.purged += len(part)

    async def _verify(self, files: Sequence[Known]) -> list[Work]:
        """Hash files that look touched; note the new times of those that did not change."""
        work: list[Work] = []
        for start in range(0, len(files), _HASHED_AT_ONCE):
            if self._context.stop.is_set():
                break
            verified = await asyncio.to_thread(verify, files[start : start + _HASHED_AT_ONCE])
            await self._writer.run(partial(_touch_all, verified.same))
            for known in verified.same:
                self._count_unchanged(known)
            work += verified.work
        return work


def _require_found(scope: SourceScope, scan: Scan, stored: Sequence[StoredState]) -> None:
    """Refuse a path that is neither on the disk nor in the index."""
    paths = [file.path for file in scan.files] + [state.path for state in stored]
    paths += [entry.path for entry in scan.skipped] + [entry.path for entry in scan.failed]
    for wanted in scope.only:
        root = scope.source.root / wanted
        if not root.exists() and not any(map(Wanted([wanted]).covers, paths)):
            raise missing_path(scope.source, wanted)


def _delete_all(states: Sequence[StoredState], writer: CatalogWriter) -> None:
    with writer.batch():
        for state in states:
            writer.delete_document(state.id)


def _touch_all(files: Sequence[Known], writer: CatalogWriter) -> None:
    with writer.batch():
        for known in files:
            file = known.file
            writer.touch_document(known.state.id, file.size_bytes, file.mtime_ns, file.disk_path)
