"""Turns blocks into the lines that a reader would see: what texts and chunks are made of. Pure.

A row of a table is one line, with its cells between tabs; equations stand in their paragraph
between dollar signs, and a note follows the paragraph that has its mark.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from workers.hwp.blocks import Block, Where
from workers.hwp.plain import Insert, insert, mark_of, script_text

CELL_BREAK = "\t"
_FURNITURE: frozenset[Where] = frozenset({"note", "header", "memo"})
_IN_CELLS = ("paragraph", "list_item", "formula")
_SILENT = ("table", "picture", "field", "toc")


@dataclass(frozen=True, slots=True)
class Line:
    """One line. `block` is the index of its first block; a row's address is that of its table.

    `level` is that of a heading, 0 for none.
    """

    text: str
    address: str
    block: int
    part: int
    where: Where
    level: int = 0
    table: int | None = None
    row: int | None = None

    @property
    def is_furniture(self) -> bool:
        """Tell whether it stands beside the text: in a note, a memo, a header or a footer."""
        return self.where in _FURNITURE

    def without_level(self) -> Line:
        """Give it as a line that is no heading."""
        return replace(self, level=0) if self.level else self


@dataclass(slots=True)
class _Text:
    """A paragraph, and what is to be put into it."""

    index: int
    block: Block
    before: str = ""
    inserts: list[Insert] = field(default_factory=list)

    def text(self) -> str:
        own = "" if self.block.kind == "formula" else self.block.text
        made = insert(own, self.inserts)
        return f"{self.before}{made}" if made else ""


def lines_of_blocks(
    blocks: Sequence[Block], levels: Sequence[int], headline: Callable[[int], str]
) -> tuple[Line, ...]:
    """Give every line that says something.

    `levels` has the level of each part as a heading, and `headline` gives such a part's line.
    """
    lines: list[Line] = []
    headed: set[int] = set()
    for texts in _grouped(blocks).values():
        line = _line(texts)
        if not line.text:
            continue
        level = levels[line.part]
        if level and line.part not in headed and line.where in ("body", "cell"):
            headed.add(line.part)
            line = replace(line, text=headline(line.part).replace("\n", " "), level=level)
        lines.append(line)
    return tuple(lines)


def _grouped(blocks: Sequence[Block]) -> dict[tuple[int, int | None], list[_Text]]:
    """Put the paragraphs of a table's row together, where the row begins; others stay alone."""
    groups: dict[tuple[int, int | None], list[_Text]] = {}
    hosts: dict[str, _Text] = {}
    for index, block in enumerate(blocks):
        if block.kind in _SILENT:
            continue
        text = hosts[block.address] = _Text(index, block)
        host = hosts.get(block.address.rpartition("/")[0])
        at = block.offset
        if block.number is not None:
            text.before = f"{mark_of(block.kind, block.number)}: "
            if host is not None:
                at = len(host.block.text) if at is None else at
                host.inserts.append((at, mark_of(block.kind, block.number)))
        if block.kind == "formula":
            piece = script_text(block.text)
            if host is not None:
                host.inserts.append((len(host.block.text) if at is None else at, piece))
                continue
            text.inserts.append((0, piece))
        is_cell = block.in_table is not None and block.kind in _IN_CELLS
        key = (block.in_table or 0, block.row) if is_cell else (index, None)
        groups.setdefault(key, []).append(text)
    return groups


def _line(texts: Sequence[_Text]) -> Line:
    first = texts[0]
    block = first.block
    if block.in_table is None or block.kind not in _IN_CELLS:
        return Line(first.text(), block.address, first.index, block.part, block.where)
    return Line(
        _row_text(texts),
        _table_address(block),
        first.index,
        block.part,
        block.where,
        table=block.in_table,
        row=block.row,
    )


def _row_text(texts: Sequence[_Text]) -> str:
    """Write a row's cells side by side; one that stands alone keeps its lines."""
    cells: dict[int, list[str]] = {}
    for one in texts:
        made = one.text()
        cells.setdefault(one.block.col or 0, []).extend([made] if made else [])
    if sum(map(bool, cells.values())) <= 1:
        return "\n".join(line for lines in cells.values() for line in lines)
    joined = (" ".join(cells[col]).replace("\n", " ") for col in sorted(cells))
    return CELL_BREAK.join(joined).rstrip(CELL_BREAK)


def _table_address(block: Block) -> str:
    """Cut a cell's paragraph's address down to its table: `.../t0/r1c2/p0`."""
    return block.address.rsplit("/", 2)[0]
