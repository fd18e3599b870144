"""Compares what two documents hold, block by block. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from workers.hwp.blocks import Block
from workers.hwp.looking.alignment import aligned
from workers.hwp.looking.difference import Difference
from workers.hwp.plain import clean

_SAYS_NOTHING_EMPTY = ("paragraph", "list_item", "caption", "header", "footer")


@dataclass(frozen=True, slots=True)
class Piece:
    """A block as it is compared: what is the same in both formats of one document."""

    address: str
    kind: str
    text: str

    @property
    def key(self) -> str:
        """What makes two pieces equal."""
        return f"{self.kind}\0{self.text}"


def pieces_of(blocks: Iterable[Block]) -> list[Piece]:
    """Take what a block says; a table says its size. Empty paragraphs are left out."""
    pieces = (Piece(block.address, block.kind, _said(block)) for block in blocks)
    return [piece for piece in pieces if piece.text or piece.kind not in _SAYS_NOTHING_EMPTY]


def compare_pieces(before: Sequence[Piece], after: Sequence[Piece]) -> Iterator[Difference]:
    """Give the differences in order; addresses are those of the first document, of what was added
    those of the second.
    """
    for a, b in aligned([piece.key for piece in before], [piece.key for piece in after]):
        old = None if a is None else before[a]
        new = None if b is None else after[b]
        if old is not None and new is not None and old.kind == new.kind:
            if old.text != new.text:
                yield Difference.between(old.kind, old.address, old.text, new.text)
            continue
        if old is not None:
            yield Difference.between(old.kind, old.address, old.text, None)
        if new is not None:
            yield Difference.between(new.kind, new.address, None, new.text)


def _said(block: Block) -> str:
    return f"{block.rows} x {block.cols} cells" if block.kind == "table" else clean(block.text)
