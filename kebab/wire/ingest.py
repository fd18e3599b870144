"""ingest_report.v1 and ingest_progress.v1."""

from __future__ import annotations

from typing import Literal

from kebab.wire.wire_object import WireObject

Outcome = Literal["new", "updated", "unchanged", "skipped", "error"]
# Why a file was read: it is new, its content changed, what reads it changed, or all were asked for.
ReadReason = Literal["new", "changed", "version", "forced"]
# What is done with a page: OCR reads it, or a model reads or describes it.
Phase = Literal["ocr", "vision", "caption"]


class IngestItem(WireObject):
    """What became of one file. `error_code` is a code of error.v1.

    `because` names what had changed of that which reads it, where the reason is `version`.
    `failed_before` marks an error of an earlier run: nothing has changed since, so the file was
    not read again.
    """

    kind: Outcome
    doc_path: str
    source_id: str
    doc_id: str | None = None
    byte_len: int | None = None
    chunk_count: int | None = None
    reason: ReadReason | None = None
    because: list[str] = []
    parser_version: str | None = None
    chunker_version: str | None = None
    warnings: list[str] = []
    error: str | None = None
    error_code: str | None = None
    hint: str | None = None
    failed_before: bool = False


class SlowFile(WireObject):
    """A file that took long to be read."""

    doc_path: str
    source_id: str
    duration_ms: int


class IngestScope(WireObject):
    """What was looked at."""

    root: str
    sources: list[str]
    exclude: list[str]


class IngestReport(WireObject):
    """The outcome of a run: scanned = new + updated + unchanged + skipped + errors.

    `skip_examples` holds at most five paths for each reason. `read_by_reason` counts what is new or
    updated by why it was read, `reread_because` by what had changed of that which reads it.
    `failed_before` counts the errors whose files were not read again, since they would fail as
    they did before. `slowest` is filled where a run took long. `warnings` are about the run as a
    whole; what a document has to warn of stands in its item.
    """

    schema_version: Literal["ingest_report.v1"] = "ingest_report.v1"
    scope: IngestScope
    scanned: int
    new: int
    updated: int
    unchanged: int
    skipped: int
    errors: int
    purged_deleted_files: int
    chunks_indexed: int
    embeddings_indexed: int
    embeddings_reused: int
    vector_coverage: float
    duration_ms: int
    aborted: bool
    skipped_by_extension: dict[str, int]
    skipped_by_reason: dict[str, int]
    skip_examples: dict[str, list[str]]
    items: list[IngestItem] | None
    warnings: list[str] = []
    read_by_reason: dict[str, int] = {}
    slowest: list[SlowFile] = []
    reread_because: dict[str, int] = {}
    failed_before: int = 0


class IngestCounts(WireObject):
    """Counters of a run so far."""

    scanned: int
    new: int
    updated: int
    unchanged: int
    skipped: int
    errors: int
    chunks_indexed: int
    embeddings_indexed: int


class IngestProgress(WireObject):
    """One event of a run. Order: scan_started, scan_completed, then assets and embedding, then
    exactly one of completed or aborted. asset_started comes again, with `page` of `pages`, for each
    page of a file that is read or described, and `phase` says how.
    """

    schema_version: Literal["ingest_progress.v1"] = "ingest_progress.v1"
    kind: Literal[
        "scan_started",
        "scan_completed",
        "asset_started",
        "asset_finished",
        "searchable",
        "embedding",
        "completed",
        "aborted",
    ]
    ts: str
    root: str | None = None
    total: int | None = None
    idx: int | None = None
    path: str | None = None
    media: str | None = None
    page: int | None = None
    pages: int | None = None
    phase: Phase | None = None
    result: Outcome | None = None
    chunks: int | None = None
    error: str | None = None
    embedded: int | None = None
    to_embed: int | None = None
    counts: IngestCounts | None = None
