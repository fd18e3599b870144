"""What an HWP document holds, as plain values that no native object stands behind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

NoteKind = Literal["footnote", "endnote"]


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph. An item of a list has a level, from 0."""

    text: str
    item_level: int | None = None
    is_numbered: bool = False


@dataclass(frozen=True, slots=True)
class Formula:
    """An equation in Hancom's script, at a place in the text before it."""

    script: str
    offset: int | None


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table. Rows and columns count from 0."""

    row: int
    column: int
    row_span: int
    column_span: int
    content: tuple[Element, ...]
    is_header: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table; cells that another one covers are absent."""

    rows: int
    columns: int
    cells: tuple[Cell, ...]
    caption: tuple[Element, ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture, by the number of its bytes in the document."""

    bin_id: int | None
    caption: tuple[Element, ...] = ()


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote or endnote, at a place in the paragraph's text."""

    kind: NoteKind
    number: int
    content: tuple[Element, ...]
    offset: int | None


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form, or a reference, with the command that Hancom keeps for it."""

    kind: str
    command: str
    value: str


Element: TypeAlias = Text | Formula | Table | Picture | Note | Field


@dataclass(frozen=True, slots=True)
class Part:
    """One paragraph of the body with everything that hangs on it. Both numbers count from 1.

    `level` is its level in the outline, 0 for none. `headers` and `footers` are those of pages
    that are set up there.
    """

    section: int
    paragraph: int
    elements: tuple[Element, ...] = ()
    level: int = 0
    boxes: tuple[str, ...] = ()
    memos: tuple[str, ...] = ()
    headers: tuple[Element, ...] = ()
    footers: tuple[Element, ...] = ()

    @property
    def shown(self) -> tuple[Element, ...]:
        """The text of page headers, then of footers."""
        return (*self.headers, *self.footers)
