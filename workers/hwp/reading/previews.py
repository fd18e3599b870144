"""A few words that stand for a table or a long text. Pure."""

from __future__ import annotations

from workers.hwp.elements import Table
from workers.hwp.plain import lines_of

MAX_PREVIEW_CHARS = 200


def preview_of(table: Table) -> str:
    """Give the beginning of a table's cells, with a bar between them."""
    texts: list[str] = []
    chars = 0
    for cell in table.cells:
        text = " ".join(lines_of(cell.content)).replace("\n", " ")
        if text:
            texts.append(text)
            chars += len(text) + 3
        if chars > MAX_PREVIEW_CHARS:
            break
    return shortened(" | ".join(texts), MAX_PREVIEW_CHARS)


def shortened(text: str, max_chars: int) -> str:
    """Cut a text to so many characters, an ellipsis among them."""
    return text if len(text) <= max_chars else f"{text[: max_chars - 1].rstrip()}…"
