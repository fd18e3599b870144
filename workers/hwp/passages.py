"""Puts lines together to passages of about one size. Pure.

Small lines are merged and long ones cut where a sentence or a word ends. A row of a table is never
cut that fits; where a table goes on in another passage, that begins with the table's first row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from workers.hwp.lines import Line

_BREAKS = ("\n", ". ", "다. ", "; ", ", ", " ")
_FULL_SHARE = 2  # a heading begins a passage anew where half of the size is used
_MAX_HEADER_SHARE = 3


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage; `block` is the index of its first block."""

    text: str
    heading_path: tuple[str, ...]
    addresses: tuple[str, ...]
    block: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A line, or a part of one that is longer than the size."""

    text: str
    line: Line
    path: tuple[str, ...]


def passages(lines: Sequence[Line], size: int, overlap: int, *, alone: bool) -> list[Passage]:
    """Cut lines into passages. `alone` keeps paragraphs apart and merges only a table's rows."""
    made: list[Passage] = []
    current = _Current(size, overlap, _first_rows(lines, size))
    for piece in _pieces(lines, size):
        if current.is_over(piece, alone=alone):
            made.append(current.taken())
            current.begin(made[-1].text, piece, alone=alone)
        current.add(piece)
    return [*made, current.taken()] if current.pieces else made


@dataclass(slots=True)
class _Current:
    """The passage in hand, and what it begins with: the end of the one before, or a first row."""

    size: int
    overlap: int
    first_rows: dict[int, str]
    pieces: list[Piece] = field(default_factory=list)
    lead: str = ""

    def text(self) -> str:
        texts = (piece.text for piece in self.pieces)
        return "\n".join([self.lead, *texts] if self.lead else texts)

    def is_over(self, piece: Piece, *, alone: bool) -> bool:
        if not self.pieces:
            return False
        last, length = self.pieces[-1].line, len(self.text())
        if length + 1 + len(piece.text) > self.size:
            return True
        if alone:
            return piece.line.table is None or piece.line.table != last.table
        return bool(piece.line.level) and not last.level and length * _FULL_SHARE > self.size

    def begin(self, before: str, piece: Piece, *, alone: bool) -> None:
        """Choose what leads into the next passage, as far as there is room for it."""
        last = self.pieces[-1].line
        self.pieces, self.lead = [], ""
        table = piece.line.table
        if table is not None and table == last.table:
            lead = self.first_rows.get(table, "")
        elif alone or piece.line.level:
            lead = ""
        else:
            lead = tail_of(before, self.overlap)
        if lead and len(lead) + 1 + len(piece.text) <= self.size:
            self.lead = lead

    def add(self, piece: Piece) -> None:
        self.pieces.append(piece)

    def taken(self) -> Passage:
        body = next((one for one in self.pieces if not one.line.level), self.pieces[0])
        addresses = dict.fromkeys(piece.line.address for piece in self.pieces)
        return Passage(self.text(), body.path, tuple(addresses), self.pieces[0].line.block)


def tail_of(text: str, chars: int) -> str:
    """Give up to so many of the last characters, from the beginning of a word."""
    if chars <= 0 or len(text) <= chars:
        return text if chars > 0 else ""
    tail = text[-chars:]
    if not text[-chars - 1].isspace():
        tail = tail.partition(" ")[2]
    return tail.strip()


def _first_rows(lines: Iterable[Line], size: int) -> dict[int, str]:
    """Name each table's first row, where it is short enough to be repeated."""
    first: dict[int, str] = {}
    for line in lines:
        if line.table is not None and line.row == 0:
            first.setdefault(line.table, line.text)
    return {table: text for table, text in first.items() if len(text) * _MAX_HEADER_SHARE <= size}


def _pieces(lines: Iterable[Line], size: int) -> Iterator[Piece]:
    path: list[tuple[int, str]] = []
    for line in lines:
        if line.level:
            path = [*(one for one in path if one[0] < line.level), (line.level, line.text)]
        names = tuple(text for _, text in path)
        for text in cut_long(line.text, size):
            yield Piece(text, line, names)


def cut_long(text: str, size: int) -> Iterator[str]:
    """Cut a text that is longer than the size where a sentence or a word ends."""
    while len(text) > size:
        found = (text.rfind(mark, 0, size) + len(mark) for mark in _BREAKS if mark in text[:size])
        at = next((at for at in found if at * _FULL_SHARE > size), size)
        yield text[:at].strip()
        text = text[at:].strip()
    if text:
        yield text
