"""Reads the slides of a PowerPoint presentation: text, tables, charts, notes and comments.

python-pptx gives the shapes in the order in which a screen reader goes through them.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from pptx.enum.shapes import MSO_SHAPE_TYPE, PP_PLACEHOLDER
from pptx.package import Package

from kebab.wire.place import Place
from workers.chunk.blocks import Kind
from workers.extract.canonical import Canonical, CanonicalText
from workers.extract.core_properties import properties_of, stated_title
from workers.extract.counted import counted, left_out
from workers.extract.foreign_errors import reading, unreadable
from workers.extract.limits import Limits
from workers.extract.markdown_table import table_text
from workers.extract.number_format import shown
from workers.extract.pptx_parts import comments_of, diagram_texts
from workers.extract.xml_tree import attribute, descendants
from workers.extract.zip_guard import open_archive

_WHAT = "PowerPoint presentation"
_UNWANTED = {PP_PLACEHOLDER.SLIDE_NUMBER, PP_PLACEHOLDER.DATE, PP_PLACEHOLDER.FOOTER}
_BULLETED = {PP_PLACEHOLDER.BODY, PP_PLACEHOLDER.OBJECT, PP_PLACEHOLDER.VERTICAL_BODY}


def parse_pptx(data: bytes, path: str, limits: Limits) -> Canonical:
    """Read every slide of a .pptx, .pptm, .ppsx or .potx; hidden ones too, with a warning."""
    open_archive(data, path, limits, _WHAT).close()
    with reading(path, _WHAT):
        presentation = _open(data, path)
        reader = _Reader(path, limits)
        for number, slide in enumerate(presentation.slides, 1):
            if number > limits.max_pages:
                reader.cut_at = number
                break
            reader.slide(slide, number)
        return Canonical(
            blocks=reader.canonical.blocks,
            lines=reader.canonical.lines,
            title=reader.title or stated_title(presentation.core_properties),
            metadata=properties_of(presentation.core_properties),
            warnings=tuple(reader.warnings()),
        )


def _open(data: bytes, path: str) -> Any:
    main = Package.open(BytesIO(data)).main_document_part
    if not hasattr(main, "presentation"):
        raise unreadable(
            path,
            f"is no {_WHAT}: it holds {main.content_type}",
            "Give the file the ending of what it is, and ingest it again.",
        )
    return main.presentation


class _Reader:
    def __init__(self, path: str, limits: Limits) -> None:
        self.canonical = CanonicalText()
        self.title = ""
        self.cut_at = 0
        self._path = path
        self._max_nesting = limits.max_nesting
        self._number = 0
        self._hidden: list[int] = []
        self._image_count = 0
        self._unread_charts = 0

    def slide(self, slide: Any, number: int) -> None:
        self._number = number
        if slide.element.get("show") in {"0", "false"}:
            self._hidden.append(number)
        title_shape = slide.shapes.title
        title = " ".join(title_shape.text_frame.text.split()) if title_shape is not None else ""
        if number == 1:
            self.title = title
        # One that has no title must not stand under that of the slide before.
        self._add(Kind.HEADING, title or f"Slide {number}", level=1)
        self._shapes(slide.shapes, slide.part, title_shape, 0)
        if slide.has_notes_slide and (frame := slide.notes_slide.notes_text_frame) is not None:
            notes = "\n".join(line for line in _lines(frame) if line)
            self._add(Kind.PARAGRAPH, f"[Notes: {notes}]" if notes else "")
        for comment in comments_of(slide.part, self._path):
            self._add(Kind.PARAGRAPH, f"[Comment: {comment}]")

    def warnings(self) -> Iterator[str]:
        if self._hidden:
            yield f"hidden slides were read too: {', '.join(map(str, self._hidden))}"
        if self._image_count:
            yield left_out(self._image_count, "image")
        if self._unread_charts:
            yield f"{counted(self._unread_charts, 'chart')} could not be read"
        if self.cut_at:
            yield f"slides from {self.cut_at} on were left out"

    def _shapes(self, shapes: Any, part: Any, title: Any, depth: int) -> None:
        for shape in shapes:
            if title is not None and shape.shape_id == title.shape_id:
                continue
            if shape.shape_type == MSO_SHAPE_TYPE.GROUP:
                if depth < self._max_nesting:
                    self._shapes(shape.shapes, part, title, depth + 1)
            elif shape.has_text_frame:
                self._text(shape)
            elif shape.has_table:
                rows = [[cell.text_frame.text for cell in row.cells] for row in shape.table.rows]
                self._add(Kind.TABLE, table_text(rows))
            elif shape.has_chart:
                self._chart(shape)
            else:
                self._picture(shape, part)

    def _text(self, shape: Any) -> None:
        role = shape.placeholder_format.type if shape.is_placeholder else None
        if role in _UNWANTED:
            return
        paragraphs = [
            (paragraph.level, _line(paragraph)) for paragraph in shape.text_frame.paragraphs
        ]
        paragraphs = [(level, text) for level, text in paragraphs if text]
        if role in _BULLETED or any(level for level, _ in paragraphs):
            items = ("  " * level + "- " + text for level, text in paragraphs)
            self._add(Kind.LIST, "\n".join(items))
        else:
            self._add(Kind.PARAGRAPH, "\n".join(text for _, text in paragraphs))

    def _chart(self, shape: Any) -> None:
        try:
            title, rows = _chart_rows(shape.chart)
        except (AttributeError, IndexError, KeyError, NotImplementedError, TypeError, ValueError):
            self._unread_charts += 1  # one of a kind that python-pptx has no objects for
            return
        self._add(Kind.PARAGRAPH, title)
        self._add(Kind.TABLE, table_text(rows))

    def _picture(self, shape: Any, part: Any) -> None:
        element = shape.element
        if any(True for _ in descendants(element, "blip")):
            self._image_count += 1
            names = (attribute(mark, "descr") for mark in descendants(element, "cNvPr"))
            words = " ".join(next(names, "").split())
            self._add(Kind.PARAGRAPH, f"[image: {words}]" if words else "")
        for diagram in descendants(element, "relIds"):
            texts = diagram_texts(part, attribute(diagram, "dm"), self._path)
            self._add(Kind.LIST, "\n".join(f"- {text}" for text in texts))

    def _add(self, kind: Kind, text: str, *, level: int = 0) -> None:
        place = Place(kind="slide", slide=self._number)
        self.canonical.add(kind, text, place=place, division=self._number, level=level)


def _lines(frame: Any) -> list[str]:
    return [_line(paragraph) for paragraph in frame.paragraphs]


def _line(paragraph: Any) -> str:
    """Return the text of a paragraph; a break in it is a vertical tab to python-pptx."""
    return " ".join(paragraph.text.split())


def _chart_rows(chart: Any) -> tuple[str, list[list[str]]]:
    title = chart.chart_title.text_frame.text if chart.has_title else ""
    rows: list[list[str]] = []
    for plot in chart.plots:
        series = list(plot.series)
        rows.append(["", *(str(one.name) for one in series)])
        values = [list(one.values) for one in series]
        for index, category in enumerate(plot.categories):
            amounts = (column[index] if index < len(column) else None for column in values)
            rows.append([str(category), *(shown(amount, "General") for amount in amounts)])
    return title, rows
