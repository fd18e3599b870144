"""Turn ranked rows into hits: chunk and document from the catalog, snippet, citation, freshness."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from kebab.catalog.records import Chunk, Document
from kebab.search.citation import cite
from kebab.search.freshness import Freshness, probe_all
from kebab.search.fusion import Fused
from kebab.search.snippet import Highlight, cut_snippet
from kebab.wire.instants import rfc3339
from kebab.wire.search import Mode, Retrieval, SearchHit

ScoreKind = Literal["bm25", "cosine", "convex", "rrf"]


class Texts(Protocol):
    """The part of the catalog that hits are made from."""

    def chunks_by_rows(self, rows: Iterable[int]) -> dict[int, Chunk]:
        """Return chunks by row; a row that no longer exists is left out."""
        ...

    def documents_by_ids(self, ids: Iterable[str]) -> dict[str, Document]:
        """Return documents by id; an unknown id is left out."""
        ...


@dataclass(frozen=True, slots=True)
class Found:
    """A ranked row with everything that is known of it."""

    rank: int
    fused: Fused
    chunk: Chunk
    document: Document
    freshness: Freshness


async def hydrate(texts: Texts, page: Sequence[Fused], first_rank: int) -> list[Found]:
    """Read what stands behind a page of rows. Rows deleted since they were found are left out."""
    chunks = texts.chunks_by_rows(hit.row for hit in page)
    documents = texts.documents_by_ids(chunk.document_id for chunk in chunks.values())
    # In a thread: a file system that hangs must not hold up the other calls.
    looks = await asyncio.to_thread(probe_all, documents.values())
    return [
        Found(rank, hit, chunk, documents[chunk.document_id], looks[chunk.document_id])
        for rank, hit in enumerate(page, first_rank)
        if (chunk := chunks.get(hit.row)) is not None and chunk.document_id in documents
    ]


def to_hit(
    found: Found,
    highlights: Sequence[Highlight],
    *,
    mode: Mode,
    score_kind: ScoreKind,
    snippet_chars: int,
) -> SearchHit:
    """Put a hit into its wire form."""
    chunk, document = found.chunk, found.document
    return SearchHit(
        schema_version="search_hit.v1",
        rank=found.rank,
        score=found.fused.score,
        score_kind=score_kind,
        chunk_id=chunk.chunk_id,
        doc_id=document.id,
        doc_path=document.path,
        title=document.title,
        heading_path=list(chunk.heading_path),
        snippet=cut_snippet(chunk.text, highlights, snippet_chars),
        citation=cite(document, chunk, found.freshness),
        retrieval=_retrieval(found.fused, mode),
        media=document.media,
        lang=document.lang,
        source_id=document.source_id,
        trust_level=document.trust_level,
        indexed_at=rfc3339(document.updated_at_ms),
        stale=found.freshness.stale,
    )


def _retrieval(fused: Fused, mode: Mode) -> Retrieval:
    """Leave out what an engine that did not find the hit cannot say."""
    fields: dict[str, Any] = {}
    if fused.lexical is not None:
        fields |= {
            "lexical_score": fused.lexical.score,
            "lexical_rank": fused.lexical_rank,
            "coverage": fused.lexical.coverage,
        }
    if fused.vector is not None:
        fields |= {"vector_score": fused.vector.cosine, "vector_rank": fused.vector_rank}
    return Retrieval(method=mode, fusion_score=fused.score, **fields)
