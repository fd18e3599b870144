"""Reads the chunks behind hits, and packs them into evidence within a budget."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from kebab.answer.evidence import Evidence, Passage, choose, pack
from kebab.catalog.records import Chunk, Document
from kebab.wire.search import SearchHit

CountTokens = Callable[[str], Awaitable[int]]
# What the marks around a piece, with its source, path and heading, cost at most.
PIECE_TOKENS = 60
_OPENING_CHUNKS = 2
_MOST_OPENINGS = 4
_LONGEST_OPENED = 500  # chunks; of a longer document all would be read for the first one


class Chunks(Protocol):
    """The part of the catalog that evidence is made from."""

    def get_chunk(self, chunk_id: str) -> Chunk | None:
        """Return one chunk by the id that users see."""
        ...

    def chunks_of(self, document_id: str) -> list[Chunk]:
        """Return the chunks of a document, in its order."""
        ...

    def documents_by_ids(self, ids: Iterable[str]) -> dict[str, Document]:
        """Return documents by id; an unknown id is left out."""
        ...


class Packer:
    """Makes evidence of hits. Without `count_tokens`, the chunker's own count holds."""

    def __init__(
        self, catalog: Chunks, *, max_per_document: int, count_tokens: CountTokens | None = None
    ) -> None:
        self._catalog = catalog
        self._max_per_document = max_per_document
        self._count = count_tokens

    async def pack(
        self, hits: Sequence[SearchHit], budget: int, defined: Sequence[str] = ()
    ) -> list[Evidence]:
        """Pack as much as the budget allows. A chunk that was deleted meanwhile is left out.

        What is to be defined is explained at the beginning of the document that is named after
        it: that comes along, right after the best passage.
        """
        passages = self._read(hits)
        passages[1:1] = self._openings(passages, defined)
        if self._count is not None:
            counts = await asyncio.gather(*(self._count(p.chunk.text) for p in passages))
            passages = [
                replace(passage, tokens=count + PIECE_TOKENS)
                for passage, count in zip(passages, counts, strict=True)
            ]
        chosen = choose(passages, budget=budget, max_per_document=self._max_per_document)
        return pack([_shortened(passage, budget) for passage in chosen])

    def _read(self, hits: Sequence[SearchHit]) -> list[Passage]:
        found = [(hit, self._catalog.get_chunk(hit.chunk_id)) for hit in hits]
        kept = [(hit, chunk) for hit, chunk in found if chunk is not None]
        documents = self._catalog.documents_by_ids(chunk.document_id for _, chunk in kept)
        return [
            Passage(hit, chunk, documents[chunk.document_id], chunk.token_count)
            for hit, chunk in kept
            if chunk.document_id in documents
        ]

    def _openings(self, passages: Sequence[Passage], defined: Sequence[str]) -> list[Passage]:
        """Read how the documents begin that are named after a term."""
        found: list[Passage] = []
        known = {passage.chunk.chunk_id for passage in passages}
        for passage in {p.document.id: p for p in reversed(passages)}.values():
            document = passage.document
            if document.chunk_count <= _LONGEST_OPENED and _is_about(document.title, defined):
                first = self._catalog.chunks_of(document.id)[:_OPENING_CHUNKS]
                new = [chunk for chunk in first if chunk.chunk_id not in known]
                found += (Passage(passage.hit, c, document, c.token_count) for c in new)
        return found[:_MOST_OPENINGS]


def _is_about(title: str, terms: Sequence[str]) -> bool:
    """Tell whether a title is little more than a term, in one or several."""
    name = title.casefold().strip()
    return any(
        name in {term.casefold(), f"{term.casefold()}s"} or name == f"{term.casefold()}es"
        for term in terms
    )


def _shortened(passage: Passage, budget: int) -> Passage:
    """Cut the one passage that is taken although it is over the budget."""
    if passage.tokens <= budget:
        return passage
    text = passage.chunk.text
    room = max(1, len(text) * max(0, budget - PIECE_TOKENS) // passage.tokens)
    cut = text[:room].rsplit("\n", 1)[0] if "\n" in text[:room] else text[:room]
    return replace(passage, chunk=replace(passage.chunk, text=cut), tokens=budget)
