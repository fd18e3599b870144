"""Put a document into its wire form, without its text. Pure."""

from __future__ import annotations

from kebab.catalog.records import Document
from kebab.wire.documents import DocumentSummary
from kebab.wire.instants import rfc3339


def summarise(document: Document) -> DocumentSummary:
    """Return what a list says of a document."""
    optional = {} if document.source_uri is None else {"source_uri": document.source_uri}
    return DocumentSummary(
        schema_version="doc_summary.v1",
        doc_id=document.id,
        doc_path=document.path,
        source_id=document.source_id,
        title=document.title,
        media=document.media,
        lang=document.lang,
        tags=list(document.tags),
        trust_level=document.trust_level,
        source_type=document.source_type,
        byte_len=document.size_bytes,
        chunk_count=document.chunk_count,
        version=document.version,
        created_at=rfc3339(document.created_at_ms),
        updated_at=rfc3339(document.updated_at_ms),
        parser_version=document.parser_version,
        chunker_version=document.chunker_version,
        **optional,
    )
