"""Writes a document as Markdown, piece by piece, with all that the reader sees in it. Pure.

A table whose cells are single ones is written with bars; one with cells that span or hold more
than text is written as HTML, which Markdown allows. Pictures are links to `bin://` and a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from workers.hwp.elements import Element, Formula, Note, Part, Picture, Table, Text
from workers.hwp.headings import headline, host_text, says_something
from workers.hwp.html_text import table_html
from workers.hwp.plain import clean, formula_text, lines_of, note_mark

_MAX_LEVEL = 6
_SPECIAL = re.compile(
    r"(?=[\\`*_\[\]<|]|^#|^[-+>]\s|(?<=^\d)[.)]\s|(?<=^\d\d)[.)]\s)", re.MULTILINE
)
_MARK = re.compile(r"\\\[\^(e?\d+)\\\]")


def markdown_pieces(parts: Sequence[Part], levels: Sequence[int]) -> list[str]:
    """Give a piece for each heading, paragraph, table, picture and note."""
    pieces: list[str] = []
    depth = -1
    for part, level in zip(parts, levels, strict=True):
        if says_something(part):
            depth = _depth(part, level, depth)
            pieces += filter(None, _part(part, level, depth))
    return pieces


def escaped(text: str) -> str:
    """Write a text so that Markdown takes none of it for its own, but for the marks of notes."""
    return _MARK.sub(r"[^\1]", _SPECIAL.sub(r"\\", text))


def _depth(part: Part, level: int, before: int) -> int:
    """Tell how deep a list item goes, -1 for none: one that follows none must not be indented."""
    first = part.elements[0] if part.elements else None
    if level or not isinstance(first, Text) or first.item_level is None or not host_text(part):
        return -1
    return min(first.item_level, before + 1)


def _part(part: Part, level: int, depth: int) -> Iterator[str]:
    host = host_text(part)
    if level:
        text = escaped(headline(part).replace("\n", " "))
        yield f"{'#' * min(level, _MAX_LEVEL)} {text}"
    elif host:
        yield _paragraph(host, part.elements, depth)
    for element in part.elements:
        if isinstance(element, Table) and (host or not level):
            yield from _table(element)
        elif isinstance(element, Picture):
            yield _picture(element)
    for element in part.elements:
        if isinstance(element, Note):
            yield f"{note_mark(element)}: {escaped(' '.join(lines_of(element.content)))}"
            yield from (
                piece
                for inner in element.content
                if isinstance(inner, Table)
                for piece in _table(inner)
            )
    for aside in (*part.boxes, *part.memos):
        yield "\n".join(f"> {escaped(line)}" for line in clean(aside).split("\n"))
    for line in lines_of(part.shown):
        yield f"> {escaped(line)}"


def _paragraph(text: str, elements: Sequence[Element], depth: int) -> str:
    written = _with_formulas(text, elements)
    first = elements[0]
    if depth >= 0 and isinstance(first, Text):
        mark, indent = "1." if first.is_numbered else "-", "   " * depth
        return f"{indent}{mark} " + written.replace("\n", f"  \n{indent}   ")
    return written.replace("\n", "  \n")


def _with_formulas(text: str, elements: Sequence[Element]) -> str:
    """Escape a text between its equations."""
    scripts = {formula_text(one).strip() for one in elements if isinstance(one, Formula)} - {""}
    if not scripts:
        return escaped(text)
    longest_first = sorted(map(re.escape, scripts), key=len, reverse=True)
    pieces = re.split(f"({'|'.join(longest_first)})", text)
    return "".join(piece if at % 2 else escaped(piece) for at, piece in enumerate(pieces))


def _table(table: Table) -> Iterator[str]:
    if table.caption:
        yield escaped("\n".join(lines_of(table.caption)))
    yield _bars(table) if _is_plain(table) else table_html(table)


def _is_plain(table: Table) -> bool:
    """Tell whether each field is a cell of its own with no more than one line."""
    return len(table.cells) == table.rows * table.columns and all(
        cell.row_span == cell.column_span == 1
        and len(lines_of(cell.content)) <= 1
        and not any(isinstance(inner, Table | Picture) for inner in cell.content)
        for cell in table.cells
    )


def _bars(table: Table) -> str:
    texts = {
        (cell.row, cell.column): " ".join(lines_of(cell.content)).replace("\n", " ")
        for cell in table.cells
    }
    rows = [
        "| " + " | ".join(escaped(texts[row, column]) for column in range(table.columns)) + " |"
        for row in range(table.rows)
    ]
    return "\n".join([rows[0], "|" + " --- |" * table.columns, *rows[1:]])


def _picture(picture: Picture) -> str:
    caption = escaped(" ".join(lines_of(picture.caption)))
    return caption if picture.bin_id is None else f"![{caption}](bin://{picture.bin_id})"
