"""Reads a table of a web page as rows of cells, spans and all."""

from __future__ import annotations

from collections.abc import Iterator

from workers.extract.xml_tree import Element, children, descendants, local_name, walk

_MAX_SPAN = 200
_PARTS = {"thead", "tbody", "tfoot"}
_SILENT = frozenset(("script", "style", "template", "noscript", "svg", "select", "button"))
_STRUCTURE = ("table", "h1", "h2", "h3", "h4", "form", "article")
_BREAKS = frozenset(("br", "p", "div", "li", "tr", "td", "th"))


def rows_of(table: Element) -> list[list[str]]:
    """Return the cells; one that spans others leaves them empty."""
    rows: list[list[str]] = []
    below: dict[int, int] = {}  # columns that a cell above takes, and for how many rows yet
    for row in _rows(table):
        cells: list[str] = []
        taken = {column: left for column, left in below.items() if left > 0}
        below = {column: left - 1 for column, left in taken.items()}
        for cell in children(row):
            if local_name(cell) not in {"td", "th"}:
                continue
            while len(cells) in taken:
                cells.append("")
            width, height = _span(cell, "colspan"), _span(cell, "rowspan")
            for column in range(len(cells), len(cells) + width):
                if height > 1:
                    below[column] = height - 1
            cells += [cell_words(cell), *[""] * (width - 1)]
        rows.append(cells)
    return rows


def is_for_data(table: Element) -> bool:
    """Tell a table of data from one that only places parts of the page."""
    if table.get("role") in {"presentation", "none"}:
        return False
    if any(inner is not table for inner in descendants(table, *_STRUCTURE)):
        return False
    widths = [sum(1 for _ in children(row)) for row in _rows(table)]
    return len(widths) > 1 and max(widths) > 1


def cell_words(cell: Element) -> str:
    """Return what a cell shows."""
    parts: list[str] = []
    events = walk(cell)
    for event, element in events:
        name = local_name(element)
        if event == "start" and name in _SILENT:
            events.skip_subtree()
        elif event == "start":
            parts += [" " if name in _BREAKS else "", element.text or ""]
        if event == "end" and element is not cell:
            parts += [" " if name in _BREAKS else "", element.tail or ""]
    return " ".join("".join(parts).split())


def _rows(table: Element) -> Iterator[Element]:
    for child in children(table):
        if local_name(child) == "tr":
            yield child
        elif local_name(child) in _PARTS:
            yield from (row for row in children(child) if local_name(row) == "tr")


def _span(cell: Element, name: str) -> int:
    text = (cell.get(name) or "").strip()
    return max(1, min(int(text), _MAX_SPAN)) if text.isascii() and text.isdecimal() else 1
