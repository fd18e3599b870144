"""Glues blocks into chunks: never across a heading, up to a target, never over a hard cap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from kebab.wire.extraction import ExtractedChunk
from kebab.wire.place import join
from kebab.wire.worker import ChunkingConfig
from workers.chunk import cuts
from workers.chunk.blocks import Block, Kind, sections_of
from workers.chunk.split import Limits, Piece, pieces_of, split_block
from workers.chunk.tokens import CountTokens, TokenCounter

_JOIN_TOKENS = 2  # what a tokenizer may make of the blank line between two blocks
_MAX_OVERLAP_UNITS = 12
_OVERLAP_CUTS = {Kind.PARAGRAPH: cuts.sentences, Kind.QUOTE: cuts.sentences, Kind.LIST: cuts.items}


def chunk_blocks(
    blocks: Sequence[Block], chunking: ChunkingConfig, count_tokens: CountTokens
) -> tuple[ExtractedChunk, ...]:
    """Cut a document into chunks, in its order."""
    counter = TokenCounter(count_tokens, chunking.max_tokens)
    glue = _Glue(chunking, counter)
    sizes = iter(counter.sizes([block.text for block in blocks]))
    chunks: list[ExtractedChunk] = []
    for section in sections_of(blocks):
        measured = [(block, next(sizes)) for block in section.blocks]
        if not section.is_silent:
            chunks += (glue.chunk(section.path, group) for group in glue.groups(measured))
    return tuple(chunks)


class _Glue:
    def __init__(self, chunking: ChunkingConfig, counter: TokenCounter) -> None:
        self._counter = counter
        cap = max(1, chunking.max_tokens - counter.overhead)
        self._limits = Limits(max(1, min(cap, chunking.target_tokens - counter.overhead)), cap)
        self._overlap = min(chunking.overlap_tokens, self._limits.target // 2)
        self._small = self._limits.target // 4

    def chunk(self, path: tuple[str, ...], group: Sequence[Piece]) -> ExtractedChunk:
        return ExtractedChunk(
            text=_join(group).rstrip(),
            heading_path=path,
            line_start=group[0].start,
            line_end=group[-1].end,
            token_count=sum(piece.tokens for piece in group) + self._counter.overhead,
            place=join(group[0].place, group[-1].place),
        )

    def groups(self, measured: Sequence[tuple[Block, int]]) -> Iterator[list[Piece]]:
        """Give the pieces of each chunk of one section."""
        pieces = list(self._pieces(measured))
        group: list[Piece] = []
        carried = 0
        for place, piece in enumerate(pieces):
            if group and not self._fits(group, piece, is_last=place == len(pieces) - 1):
                yield group
                group = self._trailing(group[carried:])
                if not self._is_within_cap(group, piece):
                    group = []
                carried = len(group)
            group.append(piece)
        if group:
            yield group

    def _pieces(self, measured: Sequence[tuple[Block, int]]) -> Iterator[Piece]:
        """Cut what is too long; the first block leaves room for the heading it goes with."""
        lead = 0
        for block, tokens in measured:
            limits = self._limits.less(lead)
            if tokens <= limits.cap:
                yield Piece(
                    block.kind,
                    block.text,
                    block.start,
                    block.start + block.text.count("\n"),
                    tokens,
                    block.place,
                )
            else:
                yield from split_block(block, limits, self._counter)
            is_lead = block.kind is Kind.HEADING and tokens <= self._limits.target // 2
            lead = tokens + _JOIN_TOKENS if is_lead else 0

    def _fits(self, group: Sequence[Piece], piece: Piece, *, is_last: bool) -> bool:
        total = sum(held.tokens for held in group)
        return self._is_within_cap(group, piece) and (
            total + piece.tokens <= self._limits.target
            or total <= self._small
            or group[-1].kind is Kind.HEADING
            or (is_last and piece.tokens <= self._small)
        )

    def _is_within_cap(self, group: Sequence[Piece], piece: Piece) -> bool:
        joined = sum(held.tokens + _JOIN_TOKENS for held in group)
        return joined + piece.tokens <= self._limits.cap

    def _trailing(self, group: Sequence[Piece]) -> list[Piece]:
        """Return the last pieces, or the last sentences of the last one, that the overlap takes."""
        if not self._overlap:
            return []
        taken: list[Piece] = []
        room = self._overlap
        for piece in reversed(group):
            if piece.kind is Kind.HEADING or piece.tokens > room:
                break
            taken.insert(0, piece)
            room -= piece.tokens
        return taken or self._trailing_sentences(group[-1])

    def _trailing_sentences(self, piece: Piece) -> list[Piece]:
        if piece.kind not in _OVERLAP_CUTS:
            return []
        units = _OVERLAP_CUTS[piece.kind](piece.text)[1:][-_MAX_OVERLAP_UNITS:]
        room = self._overlap
        tail = ""
        for unit, tokens in zip(reversed(units), reversed(self._counter.sizes(units)), strict=True):
            if tokens > room:
                break
            tail = unit + tail
            room -= tokens
        whole = Block(piece.kind, tail, piece.end - tail.count("\n"), place=piece.place)
        return pieces_of(whole, [(tail, self._overlap - room)])


def _join(group: Sequence[Piece]) -> str:
    parts = [group[0].text]
    for before, piece in pairwise(group):
        parts.append("\n" * min(2, piece.start - before.end))
        parts.append(piece.text)
    return "".join(parts)
