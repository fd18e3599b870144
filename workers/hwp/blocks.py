"""Walks a document once and gives flat blocks, each with an address of its own. Pure.

An address leads from the section down: `s0/p3` is a paragraph of the body, `/t0` a table that hangs
on it, `/r2c1` a cell of that, `/p0` a paragraph in it. Notes (`/fn0`, `/en0`), captions (`/cap`),
drawn boxes (`/box0`), memos (`/memo0`) and page headers and footers (`/head0`, `/foot0`) are one
block each, whatever the number of their paragraphs; pictures are `/pic0`, equations `/eq0`, fields
`/f0`, tables of contents `/toc0`. All count from 0, the objects of each kind on each paragraph
anew. Tables also have a number: their place in this order, nested ones after the one around.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from workers.hwp.elements import Element, Field, Formula, Note, Part, Picture, Table, Text

BlockKind: TypeAlias = Literal[
    "paragraph",
    "list_item",
    "table",
    "picture",
    "formula",
    "footnote",
    "endnote",
    "caption",
    "toc",
    "field",
    "text_box",
    "memo",
    "header",
    "footer",
]
Where: TypeAlias = Literal["body", "cell", "note", "header", "text_box", "memo", "caption"]


@dataclass(frozen=True, slots=True)
class Block:
    """One block. `text` is as the reader gives it; that of a table or picture is empty.

    `section` and `paragraph` count from 0; `part` is the index of the document's part. `level` is
    that of a list item, from 0, `outline` that of a heading, from 1. `table` is a table's own
    number, `in_table` that of the one in whose cell (`row`, `col`) the block stands.
    `offset` is where an equation or a note stands in the text of the paragraph that it hangs on.
    """

    address: str
    kind: BlockKind
    where: Where
    text: str
    section: int
    paragraph: int
    part: int
    level: int | None = None
    outline: int = 0
    rows: int | None = None
    cols: int | None = None
    table: int | None = None
    number: int | None = None
    field_kind: str | None = None
    bin_id: int | None = None
    in_table: int | None = None
    row: int | None = None
    col: int | None = None
    offset: int | None = None


@dataclass(frozen=True, slots=True)
class NumberedTable:
    """A table by its number; `nested_in` is that of the table around it."""

    index: int
    block: Block
    table: Table
    caption: str
    nested_in: int | None


@dataclass(frozen=True, slots=True)
class Walked:
    """All blocks in the order of the document, and its tables by their number."""

    blocks: tuple[Block, ...]
    tables: tuple[NumberedTable, ...]


def walk(parts: Iterable[Part]) -> Walked:
    """Give every block of a document, in order."""
    walk_ = _Walk()
    for index, part in enumerate(parts):
        walk_.part(index, part)
    return Walked(tuple(walk_.blocks), tuple(walk_.tables))


def texts_of(elements: Iterable[Element]) -> str:
    """Join the paragraphs among some elements, a line each."""
    return "\n".join(one.text for one in elements if isinstance(one, Text))


class _Place(NamedTuple):
    """A paragraph, or what holds paragraphs: all that a block in it takes over."""

    address: str
    where: Where
    section: int
    paragraph: int
    part: int
    in_table: int | None = None
    row: int | None = None
    col: int | None = None

    def below(self, step: str, where: Where | None = None) -> _Place:
        return self._replace(address=f"{self.address}/{step}", where=where or self.where)

    def inside(self, where: Where) -> Where:
        """Name where something in here stands: a cell of a note's table is in a note."""
        return where if self.where in ("body", "cell") else self.where


class _Host:
    """A paragraph that objects hang on, and how many of each kind did so far."""

    def __init__(self, place: _Place) -> None:
        self.place = place
        self._counts = Counter[str]()

    def next(self, short: str, where: Where | None = None) -> _Place:
        number = self._counts[short]
        self._counts[short] += 1
        return self.place.below(f"{short}{number}", where)


class _Walk:
    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.tables: list[NumberedTable] = []

    def part(self, index: int, part: Part) -> None:
        section, paragraph = part.section - 1, part.paragraph - 1
        address = f"s{section}/p{paragraph}"
        place = _Place(address, "body", section, paragraph, index)
        host = _Host(place)
        texts = 0
        for element in part.elements:
            if isinstance(element, Text):
                self._text(element, place.below(f"p{texts}") if texts else place, part.level)
                texts += 1
            else:
                self._object(element, host)
        for text in part.boxes:
            self.blocks.append(_block(host.next("box", "text_box"), "text_box", text))
        for text in part.memos:
            self.blocks.append(_block(host.next("memo", "memo"), "memo", text))
        self._shown(part.headers, host, "head", "header")
        self._shown(part.footers, host, "foot", "footer")

    def _paragraphs(self, content: Iterable[Element], holder: _Place) -> None:
        """Walk what holds paragraphs; an object hangs on the one before it."""
        host, number = _Host(holder.below("p0")), 0
        for element in content:
            if isinstance(element, Text):
                host = _Host(holder.below(f"p{number}"))
                self._text(element, host.place)
                number += 1
            else:
                self._object(element, host)

    def _text(self, text: Text, place: _Place, outline: int = 0) -> None:
        kind: BlockKind = "paragraph" if text.item_level is None else "list_item"
        self.blocks.append(_block(place, kind, text.text, level=text.item_level, outline=outline))

    def _object(self, element: Element, host: _Host) -> None:
        match element:
            case Table():
                self._table(element, host)
            case Formula():
                self.blocks.append(
                    _block(host.next("eq"), "formula", element.script, offset=element.offset)
                )
            case Picture():
                place = host.next("pic")
                self.blocks.append(_block(place, "picture", bin_id=element.bin_id))
                self._caption(element.caption, place)
            case Note():
                self._note(element, host)
            case Field(kind="toc"):
                self.blocks.append(_block(host.next("toc"), "toc"))
            case Field(kind="memo"):
                pass  # where a memo hangs, which is a block of its own
            case Field():
                kind = element.kind
                self.blocks.append(_block(host.next("f"), "field", element.value, field_kind=kind))
            case Text():
                pass  # a paragraph of a note or caption, which is one block with all of them

    def _table(self, table: Table, host: _Host) -> None:
        index, place = len(self.tables), host.next("t")
        block = _block(place, "table", rows=table.rows, cols=table.columns, table=index)
        self.blocks.append(block)
        self.tables.append(
            NumberedTable(index, block, table, texts_of(table.caption), place.in_table)
        )
        self._caption(table.caption, place)
        for cell in table.cells:
            holder = place.below(f"r{cell.row}c{cell.column}", place.inside("cell"))
            self._paragraphs(
                cell.content, holder._replace(in_table=index, row=cell.row, col=cell.column)
            )

    def _note(self, note: Note, host: _Host) -> None:
        place = host.next("fn" if note.kind == "footnote" else "en", host.place.inside("note"))
        self.blocks.append(
            _block(place, note.kind, texts_of(note.content), number=note.number, offset=note.offset)
        )
        self._objects(note.content, place)

    def _caption(self, caption: Sequence[Element], of: _Place) -> None:
        if caption:
            place = of.below("cap", of.inside("caption"))
            self.blocks.append(_block(place, "caption", texts_of(caption)))
            self._objects(caption, place)

    def _shown(self, elements: Iterable[Element], host: _Host, short: str, kind: BlockKind) -> None:
        """Walk page headers or footers: each of their paragraphs is a block."""
        inner: _Host | None = None
        for element in elements:
            if inner is None or isinstance(element, Text):
                inner = _Host(host.next(short, "header"))
            if isinstance(element, Text):
                self.blocks.append(_block(inner.place, kind, element.text))
            else:
                self._object(element, inner)

    def _objects(self, content: Iterable[Element], place: _Place) -> None:
        """Walk what stands in a note or caption beside its text."""
        host = _Host(place)
        for element in content:
            self._object(element, host)


def _block(  # noqa: PLR0913 - the fields that only some kinds have
    place: _Place,
    kind: BlockKind,
    text: str = "",
    *,
    level: int | None = None,
    outline: int = 0,
    rows: int | None = None,
    cols: int | None = None,
    table: int | None = None,
    number: int | None = None,
    field_kind: str | None = None,
    bin_id: int | None = None,
    offset: int | None = None,
) -> Block:
    return Block(
        place.address,
        kind,
        place.where,
        text,
        place.section,
        place.paragraph,
        place.part,
        level,
        outline,
        rows,
        cols,
        table,
        number,
        field_kind,
        bin_id,
        place.in_table,
        place.row,
        place.col,
        offset,
    )
