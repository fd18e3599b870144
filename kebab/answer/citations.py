"""Turns quotations into citations whose lines, freshness and text are looked up on the disk."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from kebab.answer.evidence import Evidence
from kebab.answer.locate import locate
from kebab.catalog.records import Document
from kebab.documents.source_text import SourceText, read_source
from kebab.errors import StoreError, TooLargeError
from kebab.search.citation import cite
from kebab.search.freshness import GONE, STALE
from kebab.wire.answer import AnswerCitation
from kebab.wire.instants import rfc3339
from kebab.wire.search import SearchHit


@dataclass(frozen=True, slots=True)
class Cited:
    """What one marker of an answer stands for: characters of a piece of evidence."""

    marker: str
    evidence: Evidence
    start: int
    end: int


class Bodies(Protocol):
    """The part of the catalog that keeps texts without a file."""

    def body(self, document_id: str) -> bytes | None:
        """Return the compressed text of a document that has no file."""
        ...


class Citer:
    """Makes citations. `roots` are the sources' folders that files may not leave."""

    def __init__(self, catalog: Bodies, roots: Mapping[str, Path]) -> None:
        self._catalog = catalog
        self._roots = roots

    async def cite(self, cited: Sequence[Cited]) -> list[AnswerCitation]:
        """Look every quotation up in its source, each document read once."""
        documents = {one.evidence.document.id: one.evidence.document for one in cited}
        sources = await self._sources(documents.values())
        return [_citation(one, sources[one.evidence.document.id]) for one in cited]

    async def _sources(self, documents: Iterable[Document]) -> dict[str, SourceText | None]:
        bodies = {d.id: self._catalog.body(d.id) for d in documents if d.has_body}

        def read() -> dict[str, SourceText | None]:
            return {
                document.id: _source(
                    document, bodies.get(document.id), self._roots.get(document.source_id)
                )
                for document in documents
            }

        # In a thread: a file system that hangs must not hold up the other calls.
        return await asyncio.to_thread(read)


def _source(document: Document, body: bytes | None, root: Path | None) -> SourceText | None:
    """Read a source: without lines where its file is gone, None where it cannot be read."""
    try:
        return read_source(document, body, root) or SourceText((), GONE)
    except (StoreError, TooLargeError):
        return None


def _citation(cited: Cited, source: SourceText | None) -> AnswerCitation:
    piece, document = cited.evidence, cited.evidence.document
    quote = piece.text[cited.start : cited.end]
    chunk = piece.part_at(cited.start).passage.chunk
    expected = piece.line_at(cited.start)
    stands = locate(source.lines, quote, expected) if source is not None else None
    start, end = stands or (expected, max(expected, piece.line_at(cited.end - 1)))
    freshness = source.freshness if source is not None else STALE
    indexed_at = rfc3339(document.updated_at_ms)
    return AnswerCitation(
        marker=f"[{cited.marker}]",
        chunk_id=chunk.chunk_id,
        doc_id=document.id,
        citation=cite(document, chunk, freshness, (start, end)),
        quote=quote,
        trust_level=document.trust_level,
        indexed_at=indexed_at,
        stale=freshness.stale,
        verified=_verdict(document, source, is_there=stands is not None),
    )


def _verdict(document: Document, source: SourceText | None, *, is_there: bool) -> bool | None:
    """Tell whether the source holds the text now; None where that cannot be said.

    A file that has no lines is read again by an ingest alone: while it is the one that was read,
    it holds what was found in it.
    """
    if source is None or (document.has_body and document.disk_path and source.freshness.stale):
        return None
    return is_there


def nearest(hits: Sequence[SearchHit], most: int) -> list[AnswerCitation]:
    """List the nearest candidates of a refusal, as the search found them."""
    return [
        AnswerCitation(
            marker=None,
            chunk_id=hit.chunk_id,
            doc_id=hit.doc_id,
            citation=hit.citation,
            quote=hit.snippet,
            trust_level=hit.trust_level,
            indexed_at=hit.indexed_at,
            stale=hit.stale,
            verified=None,
        )
        for hit in hits[:most]
    ]
