"""A block is cut at a cost that grows with its length, not with its square."""

from __future__ import annotations

from kebab.wire.place import Place
from workers.chunk.blocks import Block, Kind
from workers.chunk.split import Limits, split_block
from workers.chunk.tokens import TokenCounter


class Watched(str):
    """A text that knows how often it was searched from its start."""

    __slots__ = ("counts",)

    def count(self, *arguments):
        self.counts = getattr(self, "counts", 0) + 1
        return super().count(*arguments)


def test_the_rows_of_a_table_are_counted_once_however_many_parts_it_has():
    head = "| a | b |\n| --- | --- |\n"
    text = Watched(head + "".join(f"| {row} | x |\n" for row in range(2000)))
    block = Block(Kind.TABLE, text, 1, place=Place(kind="sheet", row=1, row_end=2001))
    counter = TokenCounter(lambda texts: [len(one.split()) for one in texts], 80)

    pieces = split_block(block, Limits(50, 80), counter)

    assert len(pieces) > 100
    assert [pieces[0].place.row, pieces[-1].place.row_end] == [1, 2001]
    assert text.counts <= 2
