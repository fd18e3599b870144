"""Reads what a page shows as blocks, in reading order; the tree may be nested to any depth."""

from __future__ import annotations

import re
from dataclasses import dataclass

from workers.chunk.blocks import Kind
from workers.extract.html_table import cell_words, is_for_data, rows_of
from workers.extract.markdown_table import table_text
from workers.extract.xml_tree import Element, descendants, local_name, walk

_SILENT = frozenset(
    (
        *("script", "style", "template", "noscript", "head", "title", "svg", "iframe", "object"),
        *("select", "textarea", "button", "datalist", "audio", "video", "canvas", "embed", "rp"),
        "rt",
    )
)
_INLINE = frozenset(
    (
        *(
            "a",
            "abbr",
            "b",
            "bdi",
            "bdo",
            "big",
            "cite",
            "code",
            "data",
            "del",
            "dfn",
            "em",
            "font",
        ),
        *("i", "ins", "kbd", "label", "mark", "math", "q", "ruby", "rb", "s", "samp", "small"),
        *("span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr", "img", "br"),
        *("input", "picture", "source", "nobr", "acronym"),
    )
)
_HEADING = re.compile(r"h([1-6])")
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_SPACE = re.compile(r"[ \t\n\r\f\u00a0]+")
_LISTS = {"ul", "ol", "dl", "menu"}
_MAX_DEPTH_SHOWN = 8
_BREAK = "\0"  # no text that was decoded has one


@dataclass(frozen=True, slots=True)
class Piece:
    """A block of a page; `level` is a heading's."""

    kind: Kind
    text: str
    level: int = 0


@dataclass(slots=True)
class _List:
    count: int | None  # the last number of an ordered one
    marker: str = ""


class PageReader:
    """Goes through a tree once. `left_out` names elements that are not to be read."""

    def __init__(self, left_out: frozenset[Element] = frozenset()) -> None:
        self.pieces: list[Piece] = []
        self.image_count = 0
        self._left_out = left_out
        self._words: list[str] = []
        self._lists: list[_List] = []
        self._list_lines: list[str] = []
        self._pre = 0
        self._quote = 0

    def read(self, root: Element) -> list[Piece]:
        """Return the blocks."""
        events = walk(root)
        for event, element in events:
            name = local_name(element)
            if event == "start":
                if self._is_silent(element, name) or self._is_taken_whole(element, name):
                    events.skip_subtree()
                else:
                    self._start(element, name)
                    self._take(element.text)
            else:
                if not self._is_silent(element, name):
                    self._end(name)
                if element is not root:
                    self._take(element.tail)
        self._flush()
        self._end_list()
        return self.pieces

    def _is_silent(self, element: Element, name: str) -> bool:
        return (
            name in _SILENT
            or element.get("hidden") is not None
            or element in self._left_out
            or (_HIDDEN.search(element.get("style") or "") is not None)
        )

    def _is_taken_whole(self, element: Element, name: str) -> bool:
        """Read headings and tables at once; the end of what is inside them is never seen."""
        if match := _HEADING.fullmatch(name):
            self._close_list()
            self._add(Kind.HEADING, cell_words(element), int(match[1]))
            return True
        if name == "table" and is_for_data(element):
            self._close_list()
            for caption in descendants(element, "caption"):
                self._add(Kind.PARAGRAPH, cell_words(caption))
            self._add(Kind.TABLE, table_text(rows_of(element)))
            return True
        return False

    def _start(self, element: Element, name: str) -> None:
        if name == "br":
            self._words.append("\n" if self._pre else _BREAK)
        elif name == "img":
            self.image_count += 1
            if words := " ".join((element.get("alt") or "").split()):
                self._words.append(f"[image: {words}]")
        elif name not in _INLINE:
            self._flush()
            self._start_block(name)

    def _start_block(self, name: str) -> None:
        if name in _LISTS:
            self._lists.append(_List(0 if name == "ol" else None))
        elif name in {"li", "dt"} and self._lists:
            inner = self._lists[-1]
            if inner.count is not None:
                inner.count += 1
            inner.marker = "- " if inner.count is None else f"{inner.count}. "
        elif name == "pre":
            self._pre += 1
        elif name == "blockquote":
            self._quote += 1
        elif name == "hr":
            self._close_list()

    def _end(self, name: str) -> None:
        if name in _INLINE or _HEADING.fullmatch(name):
            return
        self._flush()
        if name in _LISTS and self._lists:
            self._lists.pop()
            if not self._lists:
                self._end_list()
        elif name == "pre":
            self._pre = max(0, self._pre - 1)
        elif name == "blockquote":
            self._quote = max(0, self._quote - 1)

    def _take(self, text: str | None) -> None:
        if text:
            self._words.append(text if self._pre else _SPACE.sub(" ", text))

    def _flush(self) -> None:
        joined, self._words = "".join(self._words), []
        if self._pre:
            self._close_list()
            self._add(Kind.CODE, joined.strip("\n"))
            return
        lines = [" ".join(line.split()) for line in joined.split(_BREAK)]
        lines = [line for line in lines if line]
        if self._lists and lines:
            self._list_lines += self._item(lines)
        else:
            self._add(Kind.QUOTE if self._quote else Kind.PARAGRAPH, "\n".join(lines))

    def _item(self, lines: list[str]) -> list[str]:
        inner = self._lists[-1]
        depth = "  " * min(len(self._lists) - 1, _MAX_DEPTH_SHOWN)
        marker, inner.marker = inner.marker, " " * len(inner.marker)
        blank = " " * len(marker)
        return [depth + (blank if place else marker) + line for place, line in enumerate(lines)]

    def _close_list(self) -> None:
        """Settle what was read before something that is no item."""
        if self._pre:
            self._end_list()
            return
        self._flush()
        self._end_list()

    def _end_list(self) -> None:
        lines, self._list_lines = self._list_lines, []
        self._add(Kind.LIST, "\n".join(lines))

    def _add(self, kind: Kind, text: str, level: int = 0) -> None:
        if text.strip():
            self.pieces.append(Piece(kind, text, level))
