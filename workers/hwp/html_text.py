"""Writes a document as HTML, piece by piece, with all that the reader sees in it. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from workers.hwp.elements import Cell, Element, Note, Part, Picture, Table, Text
from workers.hwp.headings import headline, host_text, says_something
from workers.hwp.plain import clean, lines_of, note_mark

STYLE = (
    "<style>body{font-family:sans-serif;line-height:1.5}table{border-collapse:collapse}"
    "td,th{border:1px solid #888;padding:.2em .4em;vertical-align:top}"
    "aside{border-left:3px solid #888;padding-left:.6em}</style>"
)
_MAX_LEVEL = 6


def html_pieces(parts: Sequence[Part], levels: Sequence[int]) -> list[str]:
    """Give a piece for each heading, paragraph, table, picture and note."""
    return [
        piece
        for part, level in zip(parts, levels, strict=True)
        if says_something(part)
        for piece in _part(part, level)
    ]


def table_html(table: Table) -> str:
    """Write a table with its spans, and the tables inside it."""
    rows: dict[int, list[Cell]] = {}
    for cell in table.cells:
        rows.setdefault(cell.row, []).append(cell)
    body = "".join(
        f"<tr>{''.join(_cell(cell) for cell in rows.get(row, ()))}</tr>\n"
        for row in range(table.rows)
        if row in rows
    )
    caption = _lines(table.caption)
    return f"<table>{f'<caption>{caption}</caption>' if caption else ''}\n{body}</table>"


def _part(part: Part, level: int) -> Iterator[str]:
    host = host_text(part)
    if level:
        depth = min(level, _MAX_LEVEL)
        yield f"<h{depth}>{escape(headline(part), quote=False)}</h{depth}>"
    elif host:
        yield _paragraph(host, part.elements[0])
    for element in part.elements:
        if isinstance(element, Table) and (host or not level):
            yield table_html(element)
        elif isinstance(element, Picture):
            yield _picture(element)
    yield from _beside(part)


def _beside(part: Part) -> Iterator[str]:
    for element in part.elements:
        if isinstance(element, Note):
            inner = _content(element.content)
            yield f'<aside class="{element.kind}">{note_mark(element)}: {inner}</aside>'
    for kind, texts in (("box", part.boxes), ("memo", part.memos)):
        for text in texts:
            yield f'<aside class="{kind}">{_broken(clean(text))}</aside>'
    for kind, shown in (("header", part.headers), ("footer", part.footers)):
        if content := _content(shown):
            yield f'<aside class="{kind}">{content}</aside>'


def _paragraph(text: str, first: Element) -> str:
    if isinstance(first, Text) and first.item_level is not None:
        kind = "ol" if first.is_numbered else "ul"
        return f'<{kind} data-level="{first.item_level}"><li>{_broken(text)}</li></{kind}>'
    return f"<p>{_broken(text)}</p>"


def _cell(cell: Cell) -> str:
    tag = "th" if cell.is_header else "td"
    spans = "".join(
        f' {name}="{span}"'
        for name, span in (("rowspan", cell.row_span), ("colspan", cell.column_span))
        if span > 1
    )
    return f"<{tag}{spans}>{_content(cell.content)}</{tag}>"


def _content(content: Sequence[Element]) -> str:
    """Write what stands in a cell or a note: its lines, then its pictures and tables."""
    inner = (
        table_html(element) if isinstance(element, Table) else _picture(element)
        for element in content
        if isinstance(element, Table | Picture)
    )
    return "".join((_lines(content), *inner))


def _lines(content: Sequence[Element]) -> str:
    own = [element for element in content if not isinstance(element, Picture)]
    return "<br>".join(_broken(line) for line in lines_of(own))


def _broken(text: str) -> str:
    return escape(text, quote=False).replace("\n", "<br>")


def _picture(picture: Picture) -> str:
    caption = _lines(picture.caption)
    image = "" if picture.bin_id is None else f'<img src="bin://{picture.bin_id}" alt="">'
    return f"<figure>{image}{f'<figcaption>{caption}</figcaption>' if caption else ''}</figure>"
