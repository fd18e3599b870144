"""Chooses the title of a document."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from pathlib import PurePosixPath

from workers.chunk.blocks import Block, Kind

_MAX_CHARS = 300
_MAX_PARAGRAPH_CHARS = 80


def choose_title(
    stated: str, blocks: Sequence[Block], path: str, *, is_named_by_file: bool = False
) -> str:
    """Return what the document states, else its first H1, H2, paragraph, else the file's name.

    That name comes right after what is stated where the document `is_named_by_file`.
    """
    paragraph = next((block.text for block in blocks if _may_be_title(block)), "")
    name = unicodedata.normalize("NFC", PurePosixPath(path).stem)
    candidates = (
        stated,
        name if is_named_by_file else "",
        _first_heading(blocks, 1),
        _first_heading(blocks, 2),
        _cut(" ".join(paragraph[:_MAX_CHARS].split())),
        name,
        "untitled",
    )
    return next(title for title in candidates if title.strip())[:_MAX_CHARS]


def _may_be_title(block: Block) -> bool:
    """Pass over paragraphs without a letter: a page number, a line of stars."""
    return block.kind is Kind.PARAGRAPH and any(map(str.isalpha, block.text[:_MAX_CHARS]))


def _first_heading(blocks: Sequence[Block], level: int) -> str:
    return next((block.title for block in blocks if block.level == level and block.title), "")


def _cut(text: str) -> str:
    if len(text) <= _MAX_PARAGRAPH_CHARS:
        return text
    whole_words = text[:_MAX_PARAGRAPH_CHARS].rpartition(" ")[0]
    return whole_words or text[:_MAX_PARAGRAPH_CHARS]
