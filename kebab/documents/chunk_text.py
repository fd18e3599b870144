"""Put chunks into their wire form, and choose the neighbours that fit beside one. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from kebab.catalog.records import Chunk
from kebab.search.budget import estimate_tokens
from kebab.wire.documents import ChunkText, LineSpan


def span_of(chunk: Chunk) -> LineSpan:
    """Return the lines of a chunk."""
    return LineSpan(kind="line", start=chunk.line_start, end=chunk.line_end)


def chunk_text(chunk: Chunk) -> ChunkText:
    """Return a chunk with its text."""
    return ChunkText(
        chunk_id=chunk.chunk_id,
        doc_id=chunk.document_id,
        ordinal=chunk.ordinal,
        heading_path=list(chunk.heading_path),
        text=chunk.text,
        source_spans=[span_of(chunk)],
        token_estimate=chunk.token_count,
    )


def with_context(
    chunks: Sequence[Chunk], chunk: Chunk, context: int, max_tokens: int
) -> tuple[list[Chunk], list[Chunk], bool]:
    """Return up to `context` neighbours on each side, in document order, nearest ones first to
    be taken, and whether the budget left some out. The chunk itself always fits.
    """
    place = next(i for i, one in enumerate(chunks) if one.row == chunk.row)
    first, last = max(0, place - context), min(len(chunks) - 1, place + context)
    left = max_tokens - estimate_tokens(chunk.text)
    start = end = place
    for distance in range(1, context + 1):
        for neighbour in (place - distance, place + distance):
            if first <= neighbour <= last:
                left -= estimate_tokens(chunks[neighbour].text)
                if left < 0:
                    return list(chunks[start:place]), list(chunks[place + 1 : end + 1]), True
                start, end = min(start, neighbour), max(end, neighbour)
    return list(chunks[start:place]), list(chunks[place + 1 : end + 1]), False
