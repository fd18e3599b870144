"""Look through the documents that were added one by one: what reads them may have changed.

They are not compared with their files: adding one again is what updates it. One whose file is gone
stays as it is, and the run says so.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from kebab.catalog.reader import CatalogReader
from kebab.catalog.records import Document, Given
from kebab.ingest.assemble import Reading, unfinished
from kebab.ingest.external_reading import (
    external_fingerprints,
    file_fingerprint,
    file_reading,
    text_fingerprint,
    text_reading,
)
from kebab.ingest.failures import count_failing, verify_failing
from kebab.ingest.fingerprint import changed_parts
from kebab.ingest.lasting import is_due_again, match_failures
from kebab.ingest.report import Tally
from kebab.ingest.scan import FoundFile
from kebab.ingest.verify import stamp_now
from kebab.settings.model import EXTERNAL, Settings
from kebab.wire.ingest import IngestItem, ReadReason

_SHOWN = 3


class ExternalLook:
    """One look at all external documents. Those that need nothing are not counted.

    `unfinished` are to be read again where the model is there that was away at their last time.
    """

    def __init__(
        self, settings: Settings, reader: CatalogReader, tally: Tally, now_ms: Callable[[], int]
    ) -> None:
        self._settings = settings
        self._reader = reader
        self._tally = tally
        self._now_ms = now_ms
        self.unfinished: list[Reading] = []

    def carry_out(self, *, force: bool) -> list[Reading]:
        """Return what is to be derived again; count and tell of what cannot be."""
        ids = [state.id for state in self._reader.stored_states([EXTERNAL])]
        documents = self._reader.documents_by_ids(ids).values()
        chunks = external_fingerprints(self._settings)
        readings: list[Reading] = []
        lost: list[Document] = []
        for document in sorted(documents, key=lambda one: one.path):
            given = self._reader.given(document.id) or _assumed(document)
            if document.media not in chunks:
                continue
            current = _fingerprint(document, chunks[document.media], given)
            if document.fingerprint == current and not force:
                continue
            reading = self._reading(document, given, current, force=force)
            if reading is None:
                lost.append(document)
            elif document.fingerprint == unfinished(current) and not force:
                self.unfinished.append(reading)
            else:
                readings.append(reading)
        self._tell(lost)
        return readings if force else self._without_failing(readings)

    def _without_failing(self, readings: Sequence[Reading]) -> list[Reading]:
        """Leave out, and count, what would fail as it did before."""
        now_ms = self._now_ms()
        known = [one for one in self._reader.failures(EXTERNAL) if not is_due_again(one, now_ms)]
        left: list[Reading] = []
        for reading in readings:
            files = () if reading.found is None else (reading.found,)
            fingerprints = {reading.media: reading.fingerprint}
            found = match_failures(files, known, fingerprints, self._settings)
            failing = [*found.same, *verify_failing(found.to_verify)]
            count_failing(failing, self._tally)
            if not failing:
                left.append(reading)
        return left

    def _reading(
        self, document: Document, given: Given, current: str, *, force: bool
    ) -> Reading | None:
        """Say how to read a document again; None where there is nothing to read any more."""
        media, settings = document.media, self._settings
        if document.disk_path is not None:
            stamp = stamp_now(document.disk_path)
            if stamp is None or not Path(document.disk_path).is_file():
                return None
            found = FoundFile(document.path, document.disk_path, media, *stamp)
            reading = file_reading(Path(document.disk_path), media, settings, given)
            reading = replace(reading, found=found)
        else:
            content = _unpacked(given.content or self._reader.body(document.id))
            if content is None:
                return None
            uri = document.source_uri
            reading = text_reading(document.path, content, media, settings, uri, given)
        reason: ReadReason = "forced" if force else "version"
        because = () if force else changed_parts(document.fingerprint, current)
        return replace(reading, path=document.path, reason=reason, because=because)

    def _tell(self, lost: Sequence[Document]) -> None:
        for document in lost:
            self._tally.add(
                IngestItem(
                    kind="unchanged",
                    doc_path=document.path,
                    source_id=EXTERNAL,
                    doc_id=document.id,
                    byte_len=document.size_bytes,
                    warnings=["kept as it was indexed: what it was made of is gone"],
                )
            )
        if lost:
            more = ", …" if len(lost) > _SHOWN else ""
            names = ", ".join(document.path for document in lost[:_SHOWN]) + more
            self._tally.warnings.append(
                f"{len(lost)} added by `kebab ingest-file` or `ingest-stdin` could not be read "
                f"again and stay as they were indexed: {names}; add them again, or remove them "
                "with `kebab forget`"
            )


def _fingerprint(document: Document, chunks: str, given: Given) -> str:
    if document.disk_path is not None:
        return file_fingerprint(chunks, given)
    return text_fingerprint(chunks, document.media, document.source_uri, given)


def _assumed(document: Document) -> Given:
    """Take for given what an older kebab has noted of a document."""
    title = "" if document.disk_path is not None else document.title
    return Given(title, document.tags, document.metadata)


def _unpacked(packed: bytes | None) -> bytes | None:
    try:
        return None if packed is None else zlib.decompress(packed)
    except zlib.error:
        return None
