"""Cuts a block that is too long for one chunk into pieces that know their lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kebab.wire.place import LINES, Place
from workers.chunk import cuts
from workers.chunk.blocks import Block, Kind
from workers.chunk.tokens import TokenCounter

_PROSE: tuple[cuts.Cut, ...] = (cuts.sentences, cuts.lines, cuts.words)
_CUTS: dict[Kind, tuple[cuts.Cut, ...]] = {
    Kind.LIST: (cuts.items, cuts.lines, cuts.sentences, cuts.words),
    Kind.CODE: (cuts.lines, cuts.words),
    Kind.TABLE: (cuts.lines, cuts.sentences, cuts.words),
    Kind.HTML: (cuts.lines, cuts.sentences, cuts.words),
}
_TABLE_HEAD_LINES = 2


@dataclass(frozen=True, slots=True)
class Piece:
    """A block or a part of one. Lines are numbered from 1; `tokens` is without any overhead."""

    kind: Kind
    text: str
    start: int
    end: int
    tokens: int
    place: Place = LINES


@dataclass(frozen=True, slots=True)
class Limits:
    """Tokens that a piece should have, and those that it must not exceed."""

    target: int
    cap: int

    def less(self, tokens: int) -> Limits:
        """Leave room for something else."""
        return Limits(max(1, self.target - tokens), max(1, self.cap - tokens))


def split_block(block: Block, limits: Limits, counter: TokenCounter) -> list[Piece]:
    """Cut a block into pieces; those of a table begin with its head."""
    if block.kind is Kind.TABLE:
        rows = cuts.lines(block.text)
        head = "".join(rows[:_TABLE_HEAD_LINES])
        (head_tokens,) = counter.sizes([head])
        if len(rows) > _TABLE_HEAD_LINES and head_tokens <= limits.target // 2:
            return _split_table(block, head, limits.less(head_tokens), counter)
    return pieces_of(block, split_text(block.text, _cuts_of(block), limits, counter))


def pieces_of(block: Block, parts: Iterable[tuple[str, int]]) -> list[Piece]:
    """Tell which lines consecutive parts of a block stand on, without blank ones around them.

    White space stays where the next part goes on in the same line.
    """
    pieces: list[Piece] = []
    line = block.start
    for part, tokens in parts:
        inner = part.strip()
        before, _, after = part.partition(inner) if inner else (part, "", "")
        if inner:
            start = line + before.count("\n")
            text = before[before.rfind("\n") + 1 :] + inner + ("" if "\n" in after else after)
            end = start + inner.count("\n")
            place = place_of(block, start, end)
            pieces.append(Piece(block.kind, text, start, end, tokens, place))
        line += part.count("\n")
    return pieces


def split_text(
    text: str, ways: Sequence[cuts.Cut], limits: Limits, counter: TokenCounter
) -> list[tuple[str, int]]:
    """Cut a text into consecutive parts, each with its tokens, none over the cap.

    Parts are joined by adding up the counts of their units, which may be wrong by a little where
    no white space parts them; one that turns out to be too long is cut again, more finely.
    """
    parts = _gather(text, ways, limits.target, counter)
    settled: list[tuple[str, int]] = []
    for part, tokens in zip(parts, counter.sizes(parts), strict=True):
        if tokens > limits.cap and len(part) > 1 and limits.target > 1:
            finer = Limits(limits.target // 2, limits.cap)
            settled += split_text(part, ways, finer, counter)
        else:
            settled.append((part, tokens))
    return settled


def _split_table(block: Block, head: str, limits: Limits, counter: TokenCounter) -> list[Piece]:
    body = Block(block.kind, block.text[len(head) :], block.start + _TABLE_HEAD_LINES)
    (head_tokens,) = counter.sizes([head])
    pieces = [
        replace(
            piece,
            text=head + piece.text,
            tokens=piece.tokens + head_tokens,
            place=place_of(block, piece.start, piece.end),
        )
        for piece in pieces_of(body, split_text(body.text, _cuts_of(body), limits, counter))
    ]
    place = place_of(block, block.start, pieces[0].end)
    return [replace(pieces[0], start=block.start, place=place), *pieces[1:]]


def place_of(block: Block, start: int, end: int) -> Place:
    """Say where these lines of a block stand; a line of a table that has rows is a row."""
    place = block.place
    if block.kind is not Kind.TABLE or place.row is None:
        return place
    # Counted for the first part only: for each of a large table it would take minutes.
    if start == block.start and end - start == block.text.count("\n"):
        return place
    first, last = (place.row + _rows_down(line - block.start) for line in (start, end))
    return replace(place, row=first, row_end=last)


def _rows_down(lines: int) -> int:
    """Count rows from the head of a table: the line below the head is none."""
    return 0 if lines < _TABLE_HEAD_LINES else lines - 1


def _cuts_of(block: Block) -> tuple[cuts.Cut, ...]:
    return _CUTS.get(block.kind, _PROSE)


def _gather(text: str, ways: Sequence[cuts.Cut], target: int, counter: TokenCounter) -> list[str]:
    """Fill parts up to the target with the coarsest units that fit."""
    units = _units(text, ways, target)
    if len(units) == 1:
        return _gather(text, ways[1:], target, counter) if ways else [text]
    parts: list[str] = []
    pending: list[str] = []
    room, chars = target, counter.max_chars
    for unit, tokens in zip(units, counter.sizes(units), strict=True):
        if pending and (tokens > room or len(unit) > chars):
            parts.append("".join(pending))
            pending, room, chars = [], target, counter.max_chars
        if tokens > target:
            parts += _gather(unit, ways[1:], target, counter)
        else:
            pending.append(unit)
            room, chars = room - tokens, chars - len(unit)
    return [*parts, "".join(pending)] if pending else parts


def _units(text: str, ways: Sequence[cuts.Cut], target: int) -> list[str]:
    if ways:
        return ways[0](text)
    return cuts.slices(text, max(1, min(target // 4, len(text) // 2)))
