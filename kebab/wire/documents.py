"""Documents and chunks on the wire: doc_summary.v1, doc_list.v1, fetch_result.v1 and the rest."""

from __future__ import annotations

from typing import Any, Literal

from kebab.wire.wire_object import WireObject


class LineSpan(WireObject):
    """Lines of the file on disk, 1-based, inclusive."""

    kind: Literal["line"] = "line"
    start: int
    end: int


class DocumentSummary(WireObject):
    """One document, without its text."""

    schema_version: Literal["doc_summary.v1"] = "doc_summary.v1"
    doc_id: str
    doc_path: str
    source_id: str
    title: str
    media: str
    lang: str
    tags: list[str]
    trust_level: str
    source_type: str
    byte_len: int
    chunk_count: int
    version: int
    created_at: str
    updated_at: str
    parser_version: str
    chunker_version: str
    source_uri: str | None = None


class DocumentList(WireObject):
    """A page of documents, by path; `total` counts all that the filters let pass."""

    schema_version: Literal["doc_list.v1"] = "doc_list.v1"
    documents: list[DocumentSummary]
    total: int
    next_cursor: str | None


class ChunkText(WireObject):
    """A chunk with its text."""

    chunk_id: str
    doc_id: str
    ordinal: int
    heading_path: list[str]
    text: str
    source_spans: list[LineSpan]
    token_estimate: int


class ChunkInspection(WireObject):
    """All that is known of a chunk."""

    schema_version: Literal["chunk_inspection.v1"] = "chunk_inspection.v1"
    chunk_id: str
    doc_id: str
    doc_path: str
    ordinal: int
    shard: int
    heading_path: list[str]
    text: str
    source_spans: list[LineSpan]
    token_estimate: int
    chunker_version: str
    embedding_model: str | None


class DocumentInspection(WireObject):
    """All that is known of a document, with its chunks' headings and spans."""

    schema_version: Literal["doc_inspection.v1"] = "doc_inspection.v1"
    document: DocumentSummary
    disk_path: str | None
    encoding: str | None
    content_hash: str
    shard: int
    warnings: list[str]
    metadata: dict[str, Any]
    chunks: list[ChunkOutline]


class ChunkOutline(WireObject):
    """One line of a document's outline."""

    chunk_id: str
    ordinal: int
    heading_path: list[str]
    source_spans: list[LineSpan]
    token_estimate: int
    has_vector: bool


class FetchResult(WireObject):
    """The text that was asked for.

    `stale` says that the file on disk changed since it was indexed, `gone` that it is no longer
    there. A document or span that is cut sets `truncated` and `next_cursor` or `effective_end`.
    """

    schema_version: Literal["fetch_result.v1"] = "fetch_result.v1"
    kind: Literal["chunk", "doc", "span"]
    doc_id: str
    doc_path: str
    indexed_at: str
    stale: bool
    gone: bool
    truncated: bool
    chunk: ChunkText | None = None
    context_before: list[ChunkText] | None = None
    context_after: list[ChunkText] | None = None
    text: str | None = None
    line_start: int | None = None
    line_end: int | None = None
    effective_end: int | None = None
    next_cursor: str | None = None


class ForgetReport(WireObject):
    """What `forget` removed; `sessions` where conversations were named."""

    schema_version: Literal["forget_report.v1"] = "forget_report.v1"
    documents: list[str]
    chunks: int
    sessions: list[str] | None = None


class ResetReport(WireObject):
    """What `reset` removed."""

    schema_version: Literal["reset_report.v1"] = "reset_report.v1"
    scope: Literal["all", "data_only", "vector_only", "config_only", "orphans_only"]
    removed_paths: list[str]
    embedding_rows_truncated: int
    orphans_purged: int
    purged_paths: list[str]
