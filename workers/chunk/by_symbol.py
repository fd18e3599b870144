"""Makes chunks of code: one a definition, small neighbours together, long ones cut with their head.

A definition with all its parts is one chunk where that is not over half the target; otherwise each
part is one, and parts that are very small are put together with those beside them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from kebab.wire.extraction import ExtractedChunk
from kebab.wire.place import Place
from kebab.wire.worker import ChunkingConfig
from workers.chunk.blocks import MAX_PATH_TITLE_CHARS, Block
from workers.chunk.code_cuts import cuts_of
from workers.chunk.split import Limits, Piece, pieces_of, split_text
from workers.chunk.tokens import CountTokens, TokenCounter

_JOIN_TOKENS = 2
_MOST_NAMES = 8


@dataclass(frozen=True, slots=True)
class _Draft:
    """A chunk in the making. `names` are the definitions in it, where it holds several."""

    path: tuple[str, ...]
    pieces: tuple[Piece, ...]
    names: tuple[str, ...] = ()

    @property
    def tokens(self) -> int:
        return sum(piece.tokens + _JOIN_TOKENS for piece in self.pieces)


def chunk_symbols(
    blocks: Sequence[Block], chunking: ChunkingConfig, count_tokens: CountTokens
) -> tuple[ExtractedChunk, ...]:
    """Cut a file of code into chunks, in its order."""
    counter = TokenCounter(count_tokens, chunking.max_tokens)
    cap = max(1, chunking.max_tokens - counter.overhead)
    limits = Limits(max(1, min(cap, chunking.target_tokens - counter.overhead)), cap)
    sizes = counter.sizes([block.text for block in blocks])
    drafts = _Drafting(limits, counter).drafts(list(zip(blocks, sizes, strict=True)), 0)
    return tuple(_chunk(draft, counter.overhead) for draft in drafts)


_Measured = Sequence[tuple[Block, int]]


class _Drafting:
    def __init__(self, limits: Limits, counter: TokenCounter) -> None:
        self._limits = limits
        self._counter = counter
        self._whole = limits.target // 2
        self._small = limits.target // 8

    def drafts(self, measured: _Measured, depth: int) -> list[_Draft]:
        """Draft the chunks of blocks whose paths agree in their first `depth` names."""
        found: list[_Draft] = []
        for path, run in groupby(measured, key=lambda pair: pair[0].path[: depth + 1]):
            part = list(run)
            whole = sum(tokens + _JOIN_TOKENS for _, tokens in part)
            if len(path) <= depth:
                found += self._in_a_row(path, part)
            elif whole <= self._whole:
                found.append(_Draft(path, tuple(_piece(*pair) for pair in part)))
            else:
                found += self.drafts(part, depth + 1)
        return list(self._glued(found, depth))

    def _in_a_row(self, path: tuple[str, ...], measured: _Measured) -> Iterator[_Draft]:
        """Fill chunks with blocks of one definition, or of none."""
        pending: list[Piece] = []
        for block, tokens in measured:
            for piece in self._pieces(block, tokens):
                total = sum(held.tokens + _JOIN_TOKENS for held in pending)
                if pending and total + piece.tokens > self._limits.target:
                    yield _Draft(path, tuple(pending))
                    pending = []
                pending.append(piece)
        if pending:
            yield _Draft(path, tuple(pending))

    def _pieces(self, block: Block, tokens: int) -> Iterator[Piece]:
        """Cut a block that is too long; every further piece begins with its head."""
        if tokens <= self._limits.cap:
            yield _piece(block, tokens)
            return
        (head_tokens,) = self._counter.sizes([block.head])
        has_head = 0 < head_tokens <= self._limits.target // 4
        limits = self._limits.less(head_tokens + _JOIN_TOKENS) if has_head else self._limits
        ways = cuts_of(is_definition=bool(block.path))
        parts = split_text(block.text, ways, limits, self._counter)
        for number, piece in enumerate(pieces_of(block, parts)):
            if has_head and number:
                text = f"{block.head}\n{piece.text}"
                yield replace(piece, text=text, tokens=piece.tokens + head_tokens + _JOIN_TOKENS)
            else:
                yield piece

    def _glued(self, drafts: Sequence[_Draft], depth: int) -> Iterator[_Draft]:
        """Put very small neighbours together, under their common path."""
        pending: _Draft | None = None
        for draft in self._led(drafts, depth):
            if pending is None:
                pending = draft
            elif self._are_small(pending, draft):
                names = (*_names(pending, depth), *_names(draft, depth))
                pieces = (*pending.pieces, *draft.pieces)
                pending = _Draft(draft.path[:depth], pieces, tuple(dict.fromkeys(names)))
            else:
                yield pending
                pending = draft
        if pending is not None:
            yield pending

    def _led(self, drafts: Sequence[_Draft], depth: int) -> Iterator[_Draft]:
        """Put a few words between definitions, such as a comment, with the one below."""
        remark: tuple[Piece, ...] = ()
        for draft, below in zip(drafts, [*drafts[1:], None], strict=False):
            led = replace(draft, pieces=(*remark, *draft.pieces))
            is_remark = not _names(led, depth) and led.tokens <= self._small
            if is_remark and below and led.tokens + below.tokens <= self._limits.target:
                remark = led.pieces
            else:
                remark = ()
                yield led

    def _are_small(self, first: _Draft, second: _Draft) -> bool:
        total = first.tokens + second.tokens
        return total <= self._whole and min(first.tokens, second.tokens) <= self._small


def _names(draft: _Draft, depth: int) -> tuple[str, ...]:
    own = draft.path[depth:]
    return draft.names or ((".".join(own),) if own else ())


def _piece(block: Block, tokens: int) -> Piece:
    end = block.start + block.text.count("\n")
    return Piece(block.kind, block.text, block.start, end, tokens, block.place)


def _chunk(draft: _Draft, overhead: int) -> ExtractedChunk:
    names = draft.names
    path = draft.path
    if len(names) == 1:
        path, names = (*path, *names), ()
    listed = ", ".join(names[:_MOST_NAMES]) + (", …" if len(names) > _MOST_NAMES else "")
    return ExtractedChunk(
        text=_text(draft.pieces),
        heading_path=tuple(
            name[:MAX_PATH_TITLE_CHARS] for name in (*path, *((listed,) if listed else ()))
        ),
        line_start=draft.pieces[0].start,
        line_end=draft.pieces[-1].end,
        token_count=sum(piece.tokens for piece in draft.pieces) + overhead,
        place=Place("code", symbol=".".join(path) or None),
    )


def _text(pieces: Sequence[Piece]) -> str:
    parts = [pieces[0].text]
    for before, piece in pairwise(pieces):
        parts.append("\n" * min(2, piece.start - before.end))
        parts.append(piece.text)
    return "".join(parts).rstrip()
