"""Writes rows as a Markdown table: the head, the line below it, and one line a row. Pure."""

from __future__ import annotations

from collections.abc import Sequence


def cell_text(text: str) -> str:
    """Put a cell's text on one line, and keep its bars from ending the cell."""
    return " ".join(text.split()).replace("|", "\\|")


def table_text(rows: Sequence[Sequence[str]]) -> str:
    """Write the table; the first row is its head. Columns that are empty everywhere are left out.

    Nothing is padded to a width: spaces would only cost tokens.
    """
    cleaned = [[cell_text(cell) for cell in row] for row in rows]
    filled = sorted({column for row in cleaned for column, cell in enumerate(row) if cell})
    if not filled:
        return ""
    lines = [
        "| " + " | ".join(row[column] if column < len(row) else "" for column in filled) + " |"
        for row in cleaned
    ]
    return "\n".join([lines[0], "|" + " --- |" * len(filled), *lines[1:]])
