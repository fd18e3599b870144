"""Keep what could not be read, so that a file that would fail as before is not read again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial

from kebab.catalog.ids import document_id
from kebab.catalog.records import Failure
from kebab.catalog.writer import CatalogWriter
from kebab.errors import KebabError
from kebab.ingest.assemble import Reading
from kebab.ingest.lasting import Failing, failure_fingerprint, is_lasting
from kebab.ingest.report import Tally, error_item
from kebab.ingest.verify import hash_file, stamp_now
from kebab.ingest.writer_thread import WriterThread
from kebab.settings.model import Settings

# They wait for the next commit of documents, but not for long: those that cost a time-out or two
# workers are worth a commit of their own, and so are many.
_MOST_WAITING = 64
_COSTLY = frozenset({"timeout", "worker_lost"})


class FailureKeeper:
    """Keeps the failures of one run that last."""

    def __init__(self, writer: WriterThread, settings: Settings, now_ms: Callable[[], int]) -> None:
        self._writer = writer
        self._settings = settings
        self._now_ms = now_ms
        self._waiting: list[Failure] = []

    async def note(self, reading: Reading, error: KebabError) -> None:
        """Keep a failure where it lasts and the file is still the one that was to be read."""
        if reading.found is None or not is_lasting(error):
            return
        failure = await asyncio.to_thread(self._failure, reading, error)
        if failure is None:
            return
        self._waiting.append(failure)
        if error.code in _COSTLY or len(self._waiting) >= _MOST_WAITING:
            await self.flush()

    def take(self) -> list[Failure]:
        """Hand over what waits, to be put into the catalog."""
        waiting, self._waiting = self._waiting, []
        return waiting

    async def flush(self) -> None:
        """Put into the catalog what waits."""
        if self._waiting:
            await self._writer.run(partial(CatalogWriter.change_failures, put=self.take()))

    def _failure(self, reading: Reading, error: KebabError) -> Failure | None:
        file = reading.found
        if file is None:
            return None
        content_hash = hash_file(file.disk_path)
        # Taken after the hash: where it is still that of the scan, nobody wrote in between.
        if content_hash is None or stamp_now(file.disk_path) != (file.size_bytes, file.mtime_ns):
            return None
        return Failure(
            source_id=reading.source_id,
            path=reading.path,
            disk_path=file.disk_path,
            size_bytes=file.size_bytes,
            mtime_ns=file.mtime_ns,
            content_hash=content_hash,
            fingerprint=failure_fingerprint(reading.fingerprint, reading.media, self._settings),
            error=error.to_fields(),
            failed_at_ms=self._now_ms(),
        )


def verify_failing(files: Sequence[Failing]) -> list[Failing]:
    """Hash files that look touched; give those with the content that failed, as they are now."""
    return [
        Failing(
            one.file,
            replace(one.failure, mtime_ns=one.file.mtime_ns, disk_path=one.file.disk_path),
        )
        for one in files
        if hash_file(one.file.disk_path) == one.failure.content_hash
    ]


def count_failing(failing: Iterable[Failing], tally: Tally) -> None:
    """Count files that fail as before as the errors that they were."""
    for one in failing:
        failure = one.failure
        error = KebabError.from_fields(failure.error)
        key = document_id(failure.source_id, failure.path)
        tally.failures.append(error)
        tally.add(error_item(failure.source_id, failure.path, error, key, failed_before=True))


def left_behind(
    failures: Iterable[Failure], failing: Iterable[Failing], could_hold: Callable[[str], bool]
) -> list[tuple[str, str]]:
    """Name the failures of files that are gone, or are to be read again; never of ones that the
    scan could not look at.
    """
    kept = {one.file.path for one in failing}
    places = {(one.source_id, one.path) for one in failures if one.path not in kept}
    return sorted(place for place in places if not could_hold(place[1]))
