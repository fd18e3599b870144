"""A document of any medium as text in lines, cut into blocks that know where they stand."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from typing import Any

from kebab.wire.place import LINES, Place
from workers.chunk.blocks import Block, Kind


@dataclass(frozen=True, slots=True)
class Canonical:
    """What a parser makes of a file.

    The blocks' lines are those of `lines`, or of the file itself where that is None: then the file
    is text. `pages_to_read` are pages (from 1) without usable text that are to be read by OCR.
    A medium that is kept parsed takes nothing from the file's name: a copy of it is the same. Where
    the name goes before the headings as a title, `is_named_by_file` says so.
    """

    blocks: list[Block]
    lines: list[str] | None = None
    title: str = ""
    lang: str = ""
    encoding: str = ""
    code_lang: str = ""
    tags: tuple[str, ...] = ()
    trust_level: str = ""
    source_type: str = ""
    metadata: dict[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    pages_to_read: tuple[int, ...] = ()
    is_named_by_file: bool = False


class CanonicalText:
    """Collects blocks for a medium that has no lines of its own, and numbers their lines."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.blocks: list[Block] = []

    def add(
        self,
        kind: Kind,
        text: str,
        *,
        place: Place = LINES,
        division: int = 0,
        level: int = 0,
        title: str = "",
    ) -> None:
        """Add a block below the others, behind a blank line; blank ones are left out.

        Chunks never hold blocks of two divisions: of two pages, slides, sheets or messages.
        """
        text = text.replace("\r\n", "\n").replace("\r", "\n").strip("\n")
        text = unicodedata.normalize("NFC", text)
        if not text.strip():
            return
        if self.lines:
            self.lines.append("")
        start = len(self.lines) + 1
        self.lines += text.split("\n")
        if kind is Kind.HEADING and not title:
            title = " ".join(text.split())
        self.blocks.append(Block(kind, text, start, level, title, place, division))
