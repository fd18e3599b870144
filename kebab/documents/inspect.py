"""Say all that is known of a document or of a chunk."""

from __future__ import annotations

from typing import Protocol

from kebab.catalog.records import Chunk
from kebab.documents.chunk_text import span_of
from kebab.documents.fetch import chunk_not_found
from kebab.documents.lookup import Documents, find_document
from kebab.documents.summary import summarise
from kebab.wire.documents import ChunkInspection, ChunkOutline, DocumentInspection


class Catalog(Documents, Protocol):
    """The part of the catalog that is inspected."""

    def get_chunk(self, chunk_id: str) -> Chunk | None:
        """Return one chunk by the id that users see."""
        ...

    def chunks_of(self, document_id: str) -> list[Chunk]:
        """Return the chunks of a document, in its order."""
        ...

    def rows_with_vector(self, document_id: str) -> set[int]:
        """Return the rows of a document's chunks that have a vector."""
        ...

    def vector_model(self, row: int) -> str | None:
        """Return which model made a chunk's vector."""
        ...


def inspect_document(catalog: Catalog, target: str) -> DocumentInspection:
    """Return a document with the outline of its chunks. Raises DocumentNotFoundError."""
    document = find_document(catalog, target)
    embedded = catalog.rows_with_vector(document.id)
    return DocumentInspection(
        schema_version="doc_inspection.v1",
        document=summarise(document),
        disk_path=document.disk_path,
        encoding=document.encoding,
        content_hash=document.content_hash,
        shard=document.shard,
        warnings=list(document.warnings),
        metadata=document.metadata,
        chunks=[
            ChunkOutline(
                chunk_id=chunk.chunk_id,
                ordinal=chunk.ordinal,
                heading_path=list(chunk.heading_path),
                source_spans=[span_of(chunk)],
                token_estimate=chunk.token_count,
                has_vector=chunk.row in embedded,
            )
            for chunk in catalog.chunks_of(document.id)
        ],
    )


def inspect_chunk(catalog: Catalog, chunk_id: str) -> ChunkInspection:
    """Return a chunk with its text. Raises ChunkNotFoundError."""
    chunk = catalog.get_chunk(chunk_id.strip().lower())
    document = catalog.get_document(chunk.document_id) if chunk is not None else None
    if chunk is None or document is None:
        raise chunk_not_found(chunk_id)
    return ChunkInspection(
        schema_version="chunk_inspection.v1",
        chunk_id=chunk.chunk_id,
        doc_id=document.id,
        doc_path=document.path,
        ordinal=chunk.ordinal,
        shard=chunk.shard,
        heading_path=list(chunk.heading_path),
        text=chunk.text,
        source_spans=[span_of(chunk)],
        token_estimate=chunk.token_count,
        chunker_version=document.chunker_version,
        embedding_model=catalog.vector_model(chunk.row),
    )
