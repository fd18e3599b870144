"""Count what becomes of each file, and make the report of a run. Does no I/O."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from kebab.errors import KebabError
from kebab.ingest.assemble import Reading
from kebab.ingest.scan import SkippedEntry, extension_counted
from kebab.wire.ingest import (
    IngestCounts,
    IngestItem,
    IngestReport,
    IngestScope,
    Outcome,
    SlowFile,
)

_EXAMPLES_A_REASON = 5
# A run that took longer says which files it spent its time on.
_LONG_MS = 10_000
_SLOW_MS = 1000
_SLOWEST = 5


def error_item(
    source_id: str,
    path: str,
    error: KebabError,
    document_id: str | None = None,
    *,
    failed_before: bool = False,
) -> IngestItem:
    """Say why a file is not in the index, or not as it is now."""
    marks: dict[str, Any] = {"failed_before": True} if failed_before else {}  # absent otherwise
    return IngestItem(
        kind="error",
        doc_path=path,
        source_id=source_id,
        doc_id=document_id,
        error=str(error),
        error_code=error.code,
        hint=error.hint or None,
        **marks,
    )


def _by_path(item: IngestItem) -> tuple[str, str]:
    return item.source_id, item.doc_path


@dataclass(slots=True)
class Tally:
    """The counters of a run while it goes on. Every file is counted under one outcome."""

    keep_items: bool = True
    purged: int = 0
    chunks_indexed: int = 0
    embeddings_indexed: int = 0
    embeddings_reused: int = 0
    warnings: list[str] = field(default_factory=list)
    failures: list[KebabError] = field(default_factory=list)
    _items: list[IngestItem] = field(default_factory=list)
    _failed_before: int = 0
    _outcomes: Counter[Outcome] = field(default_factory=Counter)
    _by_extension: Counter[str] = field(default_factory=Counter)
    _by_reason: Counter[str] = field(default_factory=Counter)
    _read_by_reason: Counter[str] = field(default_factory=Counter)
    _because: Counter[str] = field(default_factory=Counter)
    _slowest: list[SlowFile] = field(default_factory=list)
    _examples: dict[str, list[str]] = field(default_factory=dict)

    def add(self, item: IngestItem) -> None:
        """Count one file by its item."""
        self._outcomes[item.kind] += 1
        self._failed_before += bool(item.failed_before)
        if item.kind in {"new", "updated"}:
            self.chunks_indexed += item.chunk_count or 0
            self._read_by_reason[item.reason or "new"] += 1
            self._because.update(item.because)
        if self.keep_items:
            self._items.append(item)

    def add_skipped(self, source_id: str, entries: Iterable[SkippedEntry]) -> None:
        """Count what a scan left out."""
        for entry in entries:
            self._by_reason[entry.reason] += 1
            if entry.reason == "unsupported_media":
                self._by_extension[extension_counted(entry)] += 1
            examples = self._examples.setdefault(entry.reason, [])
            if len(examples) < _EXAMPLES_A_REASON:
                examples.append(entry.path)
            self.add(IngestItem(kind="skipped", doc_path=entry.path, source_id=source_id))

    def note_time(self, reading: Reading, seconds: float) -> None:
        """Note how long a file took to be read, with its wait for a worker."""
        ms = round(seconds * 1000)
        slow = SlowFile(doc_path=reading.path, source_id=reading.source_id, duration_ms=ms)
        ordered = sorted([*self._slowest, slow], key=lambda one: -one.duration_ms)
        self._slowest = ordered[:_SLOWEST]

    @property
    def has_changes(self) -> bool:
        """Tell whether the run changed what can be found."""
        changed = self._outcomes["new"] + self._outcomes["updated"] + self.purged
        return bool(changed or self.embeddings_indexed or self.embeddings_reused)

    def counts(self) -> IngestCounts:
        """Return the counters as a progress event carries them."""
        return IngestCounts(
            scanned=self._outcomes.total(),
            new=self._outcomes["new"],
            updated=self._outcomes["updated"],
            unchanged=self._outcomes["unchanged"],
            skipped=self._outcomes["skipped"],
            errors=self._outcomes["error"],
            chunks_indexed=self.chunks_indexed,
            embeddings_indexed=self.embeddings_indexed,
        )

    def report(
        self, scope: IngestScope, *, vector_coverage: float, duration_ms: int, aborted: bool
    ) -> IngestReport:
        """Make the report."""
        return IngestReport(
            schema_version="ingest_report.v1",
            scope=scope,
            **self.counts().model_dump(),
            purged_deleted_files=self.purged,
            embeddings_reused=self.embeddings_reused,
            vector_coverage=vector_coverage,
            duration_ms=duration_ms,
            aborted=aborted,
            skipped_by_extension=dict(self._by_extension.most_common()),
            skipped_by_reason=dict(self._by_reason.most_common()),
            skip_examples=self._examples,
            items=sorted(self._items, key=_by_path) if self.keep_items else None,
            warnings=self.warnings,
            read_by_reason=dict(self._read_by_reason.most_common()),
            reread_because=dict(self._because.most_common()),
            failed_before=self._failed_before,
            slowest=[
                slow
                for slow in self._slowest
                if duration_ms >= _LONG_MS and slow.duration_ms >= _SLOW_MS
            ],
        )
