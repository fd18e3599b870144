"""Finds the headings among a document's paragraphs. Pure.

A paragraph's line is its own text, or that of a frame of one row around a heading.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workers.hwp.elements import Element, Note, Part, Picture, Table, Text
from workers.hwp.outline import Method, Mode, heading_levels
from workers.hwp.plain import insert, lines_of, note_mark
from workers.hwp.tables import inner_tables, rows_of

_MAX_NUMBER_CHARS = 3
_MAX_FRAME_CELLS = 12


@dataclass(frozen=True, slots=True)
class Headings:
    """The level of each part as a heading, 0 for none, and what that rests on."""

    levels: tuple[int, ...]
    method: Method


def headings_of(parts: Sequence[Part], mode: Mode = "auto") -> Headings:
    """Tell which parts are headings. Those that say nothing are passed over."""
    saying = [index for index, part in enumerate(parts) if says_something(part)]
    lines = [(_as_numbered(parts[index]), parts[index].level) for index in saying]
    found, method = heading_levels(lines, mode)
    levels = [0] * len(parts)
    for index, level in zip(saying, found, strict=True):
        levels[index] = level
    return Headings(tuple(levels), method)


def headline(part: Part) -> str:
    """Return the line that may be a heading: the paragraph's, or that of a frame of one row."""
    return host_text(part) or " ".join(_frame(part))


def host_text(part: Part) -> str:
    """Return the paragraph's own text with its equations, and the marks of its notes."""
    own = [element for element in part.elements if not isinstance(element, Table | Picture | Note)]
    lines = lines_of(own)
    text = "\n".join(lines)
    notes = [element for element in part.elements if isinstance(element, Note)]
    return insert(text, [(len(text), note_mark(note)) for note in notes]) if text else ""


def says_something(part: Part) -> bool:
    """Tell whether anything but an empty paragraph is there."""
    return bool(
        part.boxes or part.memos or part.headers or part.footers or any(map(_says, part.elements))
    )


def _says(element: Element) -> bool:
    return not isinstance(element, Text) or bool(element.text.strip())


def _as_numbered(part: Part) -> str:
    """Return that line with the full stop that a number in a cell of its own does not need."""
    cells = _frame(part)
    if not host_text(part) and len(cells) > 1 and len(cells[0]) <= _MAX_NUMBER_CHARS:
        return f"{cells[0].rstrip('.')}. {' '.join(cells[1:])}"
    return headline(part)


def _frame(part: Part) -> list[str]:
    tables = [element for element in part.elements if isinstance(element, Table)]
    if len(tables) != 1 or len(tables[0].cells) > _MAX_FRAME_CELLS or any(inner_tables(tables)):
        return []
    rows = rows_of(tables[0])
    return [cell for cell in rows[0] if cell] if len(rows) == 1 else []
