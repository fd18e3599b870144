"""Return text: a chunk with its neighbours, a document, or lines of one."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from kebab.catalog.records import Chunk, Document
from kebab.documents.chunk_text import chunk_text, with_context
from kebab.documents.excerpt import excerpt
from kebab.documents.lookup import Documents, find_document
from kebab.documents.source_text import SourceText, lines_of_chunks, read_source
from kebab.errors import (
    ChunkNotFoundError,
    InvalidInputError,
    SpanNotSupportedError,
    StoreError,
)
from kebab.search import cursor as cursors
from kebab.search.freshness import GONE, Freshness, probe
from kebab.wire.documents import FetchResult
from kebab.wire.extraction import LINED
from kebab.wire.inputs import FetchInput
from kebab.wire.instants import rfc3339

DEFAULT_TOKENS = 8000


class Catalog(Documents, Protocol):
    """The part of the catalog that texts are fetched from."""

    def get_chunk(self, chunk_id: str) -> Chunk | None:
        """Return one chunk by the id that users see."""
        ...

    def chunks_of(self, document_id: str) -> list[Chunk]:
        """Return the chunks of a document, in its order."""
        ...

    def body(self, document_id: str) -> bytes | None:
        """Return the compressed text of a document that has no file."""
        ...


class Fetcher:
    """Fetches from one knowledge base. `roots` are the sources' folders that files may not leave;
    a source without one may link anywhere.
    """

    def __init__(self, catalog: Catalog, roots: Mapping[str, Path]) -> None:
        self._catalog = catalog
        self._roots = roots

    async def fetch(self, request: FetchInput) -> FetchResult:
        """Return the text that was asked for. Raises the NotFound errors and InvalidInputError."""
        if request.kind == "chunk":
            return await self._chunk(request)
        document = find_document(self._catalog, request.doc_id)
        if request.kind == "doc":
            return await self._document(document, request)
        return await self._span(document, request)

    # --- one method a kind

    async def _chunk(self, request: FetchInput) -> FetchResult:
        chunk_id = request.chunk_id.strip().lower()
        chunk = self._catalog.get_chunk(chunk_id)
        document = self._catalog.get_document(chunk.document_id) if chunk is not None else None
        if chunk is None or document is None:
            raise chunk_not_found(request.chunk_id)
        around = self._catalog.chunks_of(document.id) if request.context else [chunk]
        before, after, is_cut = with_context(
            around, chunk, request.context, request.max_tokens or DEFAULT_TOKENS
        )
        return _result(
            request.kind,
            document,
            await asyncio.to_thread(probe, document),
            truncated=is_cut,
            chunk=chunk_text(chunk),
            context_before=[chunk_text(one) for one in before],
            context_after=[chunk_text(one) for one in after],
        )

    async def _document(self, document: Document, request: FetchInput) -> FetchResult:
        source = await self._source(document)
        state = zlib.crc32("\n".join(source.lines).encode("utf-8", "replace"))
        start, column = 1, 0
        if request.cursor:
            cursor = cursors.decode(request.cursor, fingerprint=document.id, revision=state)
            start, column = cursor.offset, int(cursor.basis or 0)
        part = excerpt(
            source.lines,
            start,
            len(source.lines),
            max_tokens=request.max_tokens or DEFAULT_TOKENS,
            column=column,
        )
        following = None
        if part.is_cut:
            place = cursors.Cursor(part.next_line, document.id, state, str(part.next_column))
            following = cursors.encode(place)
        return _result(
            request.kind,
            document,
            source.freshness,
            truncated=part.is_cut,
            text=part.text,
            line_start=start,
            line_end=part.end,
            next_cursor=following,
        )

    async def _span(self, document: Document, request: FetchInput) -> FetchResult:
        start, end = checked_span(document, request.line_start, request.line_end)
        source = await self._source(document, (start, end))
        budget = request.max_tokens or DEFAULT_TOKENS
        part = excerpt(source.lines, start, end, max_tokens=budget)
        return _result(
            request.kind,
            document,
            source.freshness,
            truncated=part.is_cut,
            text=part.text,
            line_start=start,
            line_end=end,
            effective_end=part.end,
        )

    # --- where the text comes from

    async def _source(self, document: Document, span: tuple[int, int] | None = None) -> SourceText:
        body = self._catalog.body(document.id) if document.has_body else None
        root = self._roots.get(document.source_id)
        source = await asyncio.to_thread(read_source, document, body, root)
        return source or _kept(document, self._catalog.chunks_of(document.id), span)


def _kept(document: Document, chunks: Sequence[Chunk], span: tuple[int, int] | None) -> SourceText:
    """Return what the index still has of a file that is gone: each line where it stood.

    Without a span, chunks whose lines are not kept one by one follow each other.
    """
    lines = lines_of_chunks(chunks)
    last = max((chunk.line_end for chunk in chunks), default=0)
    if span is not None:
        missing = [n for n in range(span[0], min(span[1], last) + 1) if n not in lines]
        if missing:
            raise StoreError(
                f"{document.path} is gone, and the index did not keep its line {missing[0]}",
                hint="fetch kind=doc for what the index has, or run `kebab ingest`",
                details={"path": document.path, "missing": missing[:20]},
            )
    elif any(chunk.line_start not in lines for chunk in chunks):
        return SourceText(tuple("\n\n".join(c.text for c in chunks).split("\n")), GONE)
    return SourceText(tuple(lines.get(n, "") for n in range(1, last + 1)), GONE)


def checked_span(document: Document, start: int, end: int) -> tuple[int, int]:
    """Check a range of lines; without an end it is one line."""
    if document.media not in LINED and not document.has_body:
        raise SpanNotSupportedError(
            f"{document.path} is {document.media}, which has no lines",
            hint="fetch kind=chunk or kind=doc instead",
            details={"doc_id": document.id, "media": document.media},
        )
    end = end or start
    if start < 1 or end < start:
        raise InvalidInputError(
            f"lines {start} to {end} are no range",
            hint="lines count from 1, and line_end is not before line_start",
            details={"argument": "line_start", "line_start": start, "line_end": end},
        )
    return start, end


def chunk_not_found(given: str) -> ChunkNotFoundError:
    """Say that no chunk has an id: it may have had before its document was edited."""
    return ChunkNotFoundError(
        f"no chunk has the id {given[:80]!r}",
        hint="chunks get new ids when their text changes: search again",
        details={"given": given[:80]},
    )


def _result(
    kind: Any, document: Document, freshness: Freshness, *, truncated: bool, **fields: Any
) -> FetchResult:
    return FetchResult(
        schema_version="fetch_result.v1",
        kind=kind,
        doc_id=document.id,
        doc_path=document.path,
        indexed_at=rfc3339(document.updated_at_ms),
        stale=freshness.stale,
        gone=freshness.gone,
        truncated=truncated,
        **fields,
    )
