"""Packs the chunks that a search found into numbered evidence within a budget. Pure.

Chunks that follow one another in their document become one piece, without the overlap. A document
gets few places at first, so that it does not crowd out the others; what is free after that goes to
the rest in the order of the search.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kebab.catalog.records import Chunk, Document
from kebab.wire.search import SearchHit

_SHORTEST_OVERLAP = 8
_LONGEST_OVERLAP = 4000
_GAP = "\n\n"


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk that was found, with its document and what the search said of it."""

    hit: SearchHit
    chunk: Chunk
    document: Document
    tokens: int


@dataclass(frozen=True, slots=True)
class Part:
    """Characters from `start` on of a piece of evidence are those of a chunk from `skipped` on."""

    start: int
    skipped: int
    passage: Passage


@dataclass(frozen=True, slots=True)
class Evidence:
    """One numbered piece: neighbouring chunks of one document, the best of them first known."""

    number: int
    text: str
    parts: tuple[Part, ...]
    best: Passage

    @property
    def document(self) -> Document:
        """Return the document that it is from."""
        return self.best.document

    @property
    def tokens(self) -> int:
        """Count the tokens, overlaps included."""
        return sum(part.passage.tokens for part in self.parts)

    def part_at(self, offset: int) -> Part:
        """Return the part in which a character stands."""
        return next(part for part in reversed(self.parts) if part.start <= offset or not part.start)

    def line_at(self, offset: int) -> int:
        """Tell the line of the file on which a character stands, as far as the chunk tells."""
        part = self.part_at(offset)
        chunk = part.passage.chunk
        before = chunk.text[: part.skipped + max(0, offset - part.start)]
        return min(chunk.line_end, chunk.line_start + before.count("\n"))

    @property
    def headings(self) -> tuple[str, ...]:
        """Return the headings above where it begins."""
        return self.parts[0].passage.chunk.heading_path

    @property
    def span(self) -> tuple[int, int]:
        """Return its first and last line."""
        return self.parts[0].passage.chunk.line_start, self.parts[-1].passage.chunk.line_end


def choose(passages: Sequence[Passage], *, budget: int, max_per_document: int) -> list[Passage]:
    """Choose what fits, in the order of the search. One passage is chosen whatever it costs."""
    taken: dict[str, int] = {}
    chosen: set[int] = set()
    left = budget
    for limit in (max_per_document, len(passages)):
        for place, passage in enumerate(passages):
            document = passage.document.id
            if place in chosen or taken.get(document, 0) >= limit:
                continue
            if passage.tokens <= left or not chosen:
                chosen.add(place)
                taken[document] = taken.get(document, 0) + 1
                left -= passage.tokens
    return [passages[place] for place in sorted(chosen)]


def pack(passages: Sequence[Passage]) -> list[Evidence]:
    """Merge neighbours and number the pieces, the one with the best passage first."""
    by_place = {(p.document.id, p.chunk.ordinal): p for p in passages}
    pieces: list[Evidence] = []
    packed: set[tuple[str, int]] = set()
    for passage in passages:
        document, ordinal = passage.document.id, passage.chunk.ordinal
        if (document, ordinal) in packed:
            continue
        while (document, ordinal - 1) in by_place:
            ordinal -= 1
        run = []
        while (document, ordinal) in by_place:
            packed.add((document, ordinal))
            run.append(by_place[document, ordinal])
            ordinal += 1
        pieces.append(_merged(len(pieces) + 1, run, passage))
    return pieces


def _merged(number: int, run: Sequence[Passage], best: Passage) -> Evidence:
    text = ""
    parts: list[Part] = []
    for passage in run:
        skipped = overlap(text, passage.chunk.text) if parts else 0
        if parts and not skipped:
            text += _GAP
        parts.append(Part(len(text), skipped, passage))
        text += passage.chunk.text[skipped:]
    return Evidence(number, text, tuple(parts), best)


def overlap(before: str, after: str) -> int:
    """Count the characters at the start of one text that the end of the other holds already."""
    longest = min(len(before), len(after), _LONGEST_OVERLAP)
    for length in range(longest, _SHORTEST_OVERLAP - 1, -1):
        if before.endswith(after[:length]):
            return length
    return 0
