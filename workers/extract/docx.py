"""Reads a Word document: headings, paragraphs, lists, tables, notes, comments and text boxes.

python-docx opens the package; its objects leave out insertions, notes and text boxes, so that the
body is read from its XML. Macros are never looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from docx.opc.constants import RELATIONSHIP_TYPE
from docx.package import Package

from kebab.wire.place import Place
from workers.chunk.blocks import Kind
from workers.extract.canonical import Canonical, CanonicalText
from workers.extract.core_properties import properties_of, stated_title
from workers.extract.counted import left_out
from workers.extract.docx_styles import Styles
from workers.extract.docx_text import ParagraphText, is_joined_to_next, note_text, read_paragraph
from workers.extract.foreign_errors import reading, unreadable
from workers.extract.limits import Limits
from workers.extract.markdown_table import table_text
from workers.extract.xml_tree import (
    Element,
    attribute,
    children,
    descendants,
    local_name,
    parse_xml,
)
from workers.extract.zip_guard import open_archive

_WHAT = "Word document"
_WRAPPERS = {"sdt", "sdtContent", "ins", "moveTo", "customXml", "smartTag"}


def parse_docx(data: bytes, path: str, limits: Limits) -> Canonical:
    """Read a .docx, .docm, .dotx or .dotm."""
    open_archive(data, path, limits, _WHAT).close()
    with reading(path, _WHAT):
        package = Package.open(BytesIO(data))
        main = package.main_document_part
        if "wordprocessingml" not in main.content_type and "ms-word" not in main.content_type:
            raise unreadable(
                path,
                f"is no {_WHAT}: it holds {main.content_type}",
                "Give the file the ending of what it is, and ingest it again.",
            )
        body = next(descendants(_tree(main, path), "body"), None)
        if body is None:
            raise unreadable(path, f"is no {_WHAT}: it has no body")
        parts = _Parts(main, path)
        reader = _Reader(parts, limits)
        reader.read(body)
        properties = package.core_properties
        return Canonical(
            blocks=reader.canonical.blocks,
            lines=reader.canonical.lines,
            title=reader.title or stated_title(properties),
            metadata=properties_of(properties),
            warnings=tuple(reader.warnings()),
        )


class _Parts:
    """What stands in other parts of the package: styles, lists, notes, comments."""

    def __init__(self, main: Any, path: str) -> None:
        self._main = main
        self._path = path
        self.styles = Styles(
            self._part(RELATIONSHIP_TYPE.STYLES), self._part(RELATIONSHIP_TYPE.NUMBERING)
        )
        self.notes = {
            kind: self._by_id(self._part(relation), kind)
            for kind, relation in (
                ("footnote", RELATIONSHIP_TYPE.FOOTNOTES),
                ("endnote", RELATIONSHIP_TYPE.ENDNOTES),
                ("comment", RELATIONSHIP_TYPE.COMMENTS),
            )
        }

    def has_margins(self) -> bool:
        """Tell whether there are headers or footers with words in them."""
        relations = (RELATIONSHIP_TYPE.HEADER, RELATIONSHIP_TYPE.FOOTER)
        return any(
            text_in(_tree(link.target_part, self._path)).strip()
            for link in self._main.rels.values()
            if link.reltype in relations and not link.is_external
        )

    def _part(self, relation: str) -> Element | None:
        for link in self._main.rels.values():
            if link.reltype == relation and not link.is_external:
                return _tree(link.target_part, self._path)
        return None

    @staticmethod
    def _by_id(part: Element | None, kind: str) -> dict[str, Element]:
        if part is None:
            return {}
        return {attribute(note, "id"): note for note in descendants(part, kind)}


class _Reader:
    def __init__(self, parts: _Parts, limits: Limits) -> None:
        self.canonical = CanonicalText()
        self.title = ""
        self._parts = parts
        self._max_nesting = limits.max_nesting
        self._number = 0
        self._image_count = 0
        self._items: list[str] = []
        self._pending = ParagraphText()

    def read(self, body: Element) -> None:
        self._container(body, 0)
        self._end_list()

    def warnings(self) -> Iterator[str]:
        if self._image_count:
            yield left_out(self._image_count, "image")
        if self._parts.has_margins():
            yield "headers and footers were left out"

    def _container(self, container: Element, depth: int) -> None:
        if depth > self._max_nesting:
            return
        for child in children(container):
            match local_name(child):
                case "p":
                    self._paragraph(child, depth)
                case "tbl":
                    self._table(child, depth)
                case name if name in _WRAPPERS:
                    self._container(child, depth + 1)

    def _paragraph(self, paragraph: Element, depth: int) -> None:
        found = read_paragraph(paragraph)
        found.text = self._pending.text + found.text
        found.notes = self._pending.notes + found.notes
        found.comments = self._pending.comments + found.comments
        found.boxes = self._pending.boxes + found.boxes
        self._pending = ParagraphText()
        self._image_count += found.image_count
        if is_joined_to_next(paragraph):
            self._pending = found
            return
        self._add_paragraph(paragraph, found)
        self._attached(found)
        for box in found.boxes:
            self._end_list()
            self._container(box, depth + 1)

    def _add_paragraph(self, paragraph: Element, found: ParagraphText) -> None:
        if not found.text.strip():
            return
        style = self._parts.styles.of(paragraph)
        words = " ".join(found.text.split())
        if style.is_title or style.level:
            self._end_list()
            if style.is_title and not self.title:
                self.title = words
            self._add(Kind.HEADING, words, level=style.level or 1)
        elif style.numbering:
            marker = self._parts.styles.marker(style.numbering)
            inside = "\n" + " " * len(marker)
            lines = [line.strip() for line in found.text.split("\n") if line.strip()]
            self._items.append(marker + inside.join(lines))
        else:
            self._end_list()
            lines = [line.rstrip() for line in found.text.split("\n")]
            self._add(Kind.PARAGRAPH, "\n".join(line for line in lines if line))

    def _attached(self, found: ParagraphText) -> None:
        """Add the notes and comments behind the paragraph that has them."""
        texts = [
            note_text(kind, note_id, words)
            for kind, note_id in found.notes
            if (words := self._words(kind, note_id))
        ]
        for comment_id in found.comments:
            if words := self._words("comment", comment_id):
                author = attribute(self._parts.notes["comment"][comment_id], "author")
                texts.append(f"[Comment by {author}: {words}]" if author else f"[Comment: {words}]")
        if texts:
            self._end_list()
            self._add(Kind.PARAGRAPH, "\n".join(texts), is_counted=False)

    def _words(self, kind: str, note_id: str) -> str:
        note = self._parts.notes[kind].get(note_id)
        return "" if note is None else " ".join(text_in(note).split())

    def _table(self, table: Element, depth: int) -> None:
        self._end_list()
        rows = [row for row in _rows(table) if row.find("{*}trPr/{*}del") is None]
        cells = [list(_cells(row)) for row in rows]
        if all(len(row) <= 1 for row in cells):  # a frame around text
            for cell in (cell for row in cells for cell in row):
                self._container(cell, depth + 1)
            self._end_list()
            return
        attached = ParagraphText()
        text = table_text([self._row(row, attached) for row in cells])
        self._add(Kind.TABLE, text)
        self._attached(attached)

    def _row(self, cells: list[Element], attached: ParagraphText) -> list[str]:
        texts: list[str] = []
        for cell in cells:
            paragraphs = [read_paragraph(paragraph) for paragraph in descendants(cell, "p")]
            for found in paragraphs:
                attached.notes += found.notes
                attached.comments += found.comments
                self._image_count += found.image_count
            span = cell.find("{*}tcPr/{*}gridSpan")
            width = "" if span is None else attribute(span, "val")
            texts.append(" ".join(found.text for found in paragraphs))
            texts += [""] * (min(int(width), 63) - 1 if width.isdecimal() else 0)
        return texts

    def _end_list(self) -> None:
        items, self._items = self._items, []
        if items:
            self._add(Kind.LIST, "\n".join(items))

    def _add(self, kind: Kind, text: str, *, level: int = 0, is_counted: bool = True) -> None:
        self._number += is_counted and bool(text.strip())
        place = Place(kind="paragraph", paragraph=max(1, self._number))
        self.canonical.add(kind, text, place=place, level=level)


def text_in(element: Element) -> str:
    """Return the text of all paragraphs inside."""
    return "\n".join(read_paragraph(paragraph).text for paragraph in descendants(element, "p"))


def _tree(part: Any, path: str) -> Element:
    """Return the XML of a part; python-docx has parsed some of them already."""
    element = getattr(part, "element", None)
    return parse_xml(part.blob, path, _WHAT) if element is None else element


def _rows(table: Element) -> Iterator[Element]:
    for child in children(table):
        if local_name(child) == "tr":
            yield child
        elif local_name(child) in _WRAPPERS:
            yield from _rows(child)


def _cells(row: Element) -> Iterator[Element]:
    for child in children(row):
        if local_name(child) == "tc":
            yield child
        elif local_name(child) in _WRAPPERS:
            yield from _cells(child)
