"""Reads the text of OpenDocument: paragraphs, lists, tables, notes, comments, frames.

Tracked changes are as if accepted: what was deleted lies apart from the text, and is not read.
"""

from __future__ import annotations

from workers.chunk.blocks import Kind
from workers.extract.html_blocks import Piece
from workers.extract.markdown_table import table_text
from workers.extract.xml_tree import Element, attribute, children, descendants, local_name, text_of

_SKIPPED = frozenset(
    (
        *("tracked-changes", "sequence-decls", "forms", "variable-decls", "user-field-decls"),
        *("table-of-content", "illustration-index", "table-index", "alphabetical-index"),
        *("object-index", "user-index", "bibliography", "ruby-text", "desc", "title"),
        *("event-listeners", "shapes", "soft-page-break", "tracked-changes"),
    )
)
_MAX_SPACES = 100
_MAX_LEVEL = 10


class OdfReader:
    """Reads one text or one slide."""

    def __init__(self, max_nesting: int) -> None:
        self.image_count = 0
        self._max_nesting = max_nesting
        self._pieces: list[Piece] = []
        self._behind: list[str] = []  # notes and comments of the paragraph in hand
        self._frames: list[Element] = []

    def read(self, root: Element) -> list[Piece]:
        """Return the blocks in reading order."""
        self._container(root, 0)
        return self._pieces

    def read_slide(self, page: Element) -> tuple[str, list[Piece]]:
        """Return a slide's title and its blocks, the notes at the end."""
        title = ""
        notes = ""
        for child in children(page):
            if local_name(child) == "notes":
                lines = (self._words(one, 0) for one in descendants(child, "p", "h"))
                notes = "\n".join(line for line in lines if line.strip())
            elif attribute(child, "class") == "title" and not title:
                lines = (self._words(one, 0) for one in descendants(child, "p", "h"))
                title = " ".join(" ".join(lines).split())
            elif attribute(child, "class") not in {"page-number", "date-time", "footer"}:
                self._block(child, 0)
        if notes:
            self._pieces.append(Piece(Kind.PARAGRAPH, f"[Notes: {notes}]"))
        return title, self._pieces

    def _container(self, root: Element, depth: int) -> None:
        if depth > self._max_nesting:
            return
        for child in children(root):
            self._block(child, depth)

    def _block(self, element: Element, depth: int) -> None:
        match local_name(element):
            case name if name in _SKIPPED:
                return
            case "h":
                level = attribute(element, "outline-level")
                number = int(level) if level.isascii() and level.isdecimal() else 1
                words = " ".join(self._words(element, depth).split())
                self._add(Kind.HEADING, words, max(1, min(number, _MAX_LEVEL)))
                self._settle(depth)
            case "p":
                self._add(Kind.PARAGRAPH, self._words(element, depth).strip())
                self._settle(depth)
            case "list":
                self._add(Kind.LIST, "\n".join(self._items(element, 0, depth)))
                self._settle(depth)
            case "table":
                self._table(element, depth)
            case "annotation":
                self._comment(element)
                self._settle(depth)
            case "image":
                self.image_count += 1
            case _:
                self._container(element, depth + 1)

    def _table(self, table: Element, depth: int) -> None:
        rows = [
            [
                " ".join(self._words(one, depth).strip() for one in descendants(cell, "p", "h"))
                for cell in row.iterchildren("{*}table-cell", "{*}covered-table-cell")
            ]
            for row in descendants(table, "table-row")
        ]
        if all(len(row) <= 1 for row in rows):  # a frame around text
            self._add(Kind.PARAGRAPH, "\n".join(cell for row in rows for cell in row if cell))
        else:
            self._add(Kind.TABLE, table_text(rows))
        self._settle(depth)

    def _items(self, outer: Element, level: int, depth: int) -> list[str]:
        lines: list[str] = []
        if depth + level > self._max_nesting:
            return lines
        for item in outer.iterchildren("{*}list-item", "{*}list-header"):
            marker = "  " * level + "- "
            for child in children(item):
                if local_name(child) == "list":
                    lines += self._items(child, level + 1, depth)
                elif (
                    local_name(child) in {"p", "h"} and (words := self._words(child, depth)).strip()
                ):
                    lines += [
                        (" " * len(marker) if place else marker) + line.strip()
                        for place, line in enumerate(words.strip().split("\n"))
                    ]
                    marker = " " * len(marker)
        return lines

    def _words(self, paragraph: Element, depth: int) -> str:
        parts: list[str] = []
        self._inline(paragraph, parts, depth)
        return "".join(parts)

    def _inline(self, parent: Element, parts: list[str], depth: int) -> None:
        parts.append(_spaces(parent.text))
        for child in children(parent):
            match local_name(child):
                case "s":
                    count = attribute(child, "c")
                    parts.append(" " * min(int(count) if count.isdecimal() else 1, _MAX_SPACES))
                case "tab":
                    parts.append("\t")
                case "line-break":
                    parts.append("\n")
                case "note":
                    self._note(child, parts)
                case "annotation":
                    self._comment(child)
                case "frame" | "custom-shape" | "g" | "rect" | "ellipse" | "line":
                    self._frame(child, parts)
                case name if name not in _SKIPPED and depth <= self._max_nesting:
                    self._inline(child, parts, depth + 1)
            parts.append(_spaces(child.tail))

    def _frame(self, frame: Element, parts: list[str]) -> None:
        if any(True for _ in descendants(frame, "p", "h", "table")):
            self._frames.append(frame)
            return
        self.image_count += any(True for _ in descendants(frame, "image"))
        described = (" ".join(text_of(words).split()) for words in descendants(frame, "desc"))
        parts += [f"[image: {words}]" for words in described if words]

    def _note(self, note: Element, parts: list[str]) -> None:
        mark = "".join(map(text_of, descendants(note, "note-citation"))).strip()
        mark = f"e{mark}" if attribute(note, "note-class") == "endnote" else mark
        bodies = (text_of(body) for body in descendants(note, "note-body"))
        parts.append(f"[^{mark}]")
        self._behind.append(f"[^{mark}]: {' '.join(' '.join(bodies).split())}")

    def _comment(self, comment: Element) -> None:
        author = "".join(map(text_of, descendants(comment, "creator"))).strip()
        words = " ".join(" ".join(map(text_of, descendants(comment, "p"))).split())
        if words:
            lead = f"Comment by {author}" if author else "Comment"
            self._behind.append(f"[{lead}: {words}]")

    def _settle(self, depth: int) -> None:
        """Add what hangs on the block before."""
        behind, self._behind = self._behind, []
        self._add(Kind.PARAGRAPH, "\n".join(behind))
        frames, self._frames = self._frames, []
        for frame in frames:
            self._container(frame, depth + 1)

    def _add(self, kind: Kind, text: str, level: int = 0) -> None:
        if text.strip():
            self._pieces.append(Piece(kind, text, level))


def _spaces(text: str | None) -> str:
    """Collapse white space, as OpenDocument does: `text:s` stands for what is to stay."""
    if not text:
        return ""
    lead = " " if text[0].isspace() else ""
    trail = " " if text[-1].isspace() else ""
    words = " ".join(text.split())
    return lead + words + trail if words else " "
