"""One HWP or HWPX document: checked, opened, and read as far as it is asked.

It stays on the thread that made it, and what costs time is done once, when it is first needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from kebab.errors import KebabError, UnreadableDocumentError
from workers.extract.limits import Limits
from workers.hwp import ole, package, refusal
from workers.hwp.blocks import Block, NumberedTable, Walked, walk
from workers.hwp.elements import Part, Table
from workers.hwp.file_format import Format
from workers.hwp.headings import Headings, headings_of, headline
from workers.hwp.ir import body_of, footers_of, headers_of
from workers.hwp.lines import Line, lines_of_blocks
from workers.hwp.native import NativeDocument
from workers.hwp.pages import key_of, pages_of, text_of_svg
from workers.hwp.parts import parts_of
from workers.hwp.plain import lines_of
from workers.hwp.preflight import Checked, Scans, check, scan_conversion
from workers.hwp.properties import Properties
from workers.hwp.search_texts import SearchTexts
from workers.hwp.tables import inner_tables

_PAGELESS = ("endnote", "memo", "header", "footer", "field")
MAX_PAGES_LAID_OUT = 200  # about 7 ms each, and the look-up grows with their square


class HwpDocument:
    """A document that is open. Close it on the thread that opened it."""

    def __init__(self, data: bytes, path: str, limits: Limits) -> None:
        self.path = path
        self.warnings: list[str] = []
        self._data = data
        self._limits = limits
        self.checked: Checked = check(data, path, limits)
        self._native = NativeDocument(data, path, is_distribution=self.checked.is_distribution)
        try:
            self.page_count = self._native.page_count
            self.section_count = self._native.section_count
            if self.page_count > limits.max_pages:
                raise refusal.refused(path, f"it has {self.page_count} pages")
        except KebabError:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the native document."""
        self._native.close()

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """Every paragraph of the body with what hangs on it, in order."""
        tree = self._native.tree()
        scans = self._scanned[0]
        return parts_of(body_of(tree), headers_of(tree), footers_of(tree), scans)

    @property
    def blocks(self) -> tuple[Block, ...]:
        """Every block in the order of the document, each with an address of its own."""
        return self._walked.blocks

    @property
    def tables(self) -> tuple[NumberedTable, ...]:
        """Every table by its number."""
        return self._walked.tables

    @cached_property
    def _walked(self) -> Walked:
        return walk(self.parts)

    @cached_property
    def headings(self) -> Headings:
        """Which of the parts are headings."""
        return headings_of(self.parts)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Every line that a reader would see, in order."""
        parts = self.parts
        return lines_of_blocks(self.blocks, self.headings.levels, lambda at: headline(parts[at]))

    @cached_property
    def search_texts(self) -> SearchTexts:
        """The blocks' texts, prepared for searching once."""
        return SearchTexts([block.text for block in self.blocks])

    @property
    def fonts(self) -> tuple[str, ...]:
        """The names of the fonts that the document asks for."""
        scans = self._scanned[0]
        return scans.fonts if scans else ()

    @property
    def has_asides(self) -> bool:
        """Whether its text boxes and memos could be read."""
        return self._scanned[0] is not None

    @property
    def has_preview(self) -> bool:
        """Whether the word processor left a picture of the first page in the file."""
        if self.checked.format is Format.HWP5:
            return ole.has_preview(self._data, self.path)
        with package.opened(self._data, self.path) as opened:
            return package.has_preview(opened)

    @cached_property
    def pages(self) -> list[int | None]:
        """The page, from 1, on which each of the parts begins, as far as it can be told."""
        return self._pages_of([first_text(part) for part in self.parts])

    @cached_property
    def block_pages(self) -> list[int | None]:
        """The page, from 0, on which each block stands, as far as it can be told.

        What repeats on pages or stands at the end of the document has none.
        """
        texts = ["" if block.kind in _PAGELESS else block.text for block in self.blocks]
        return [None if page is None else page - 1 for page in self._pages_of(texts)]

    def _pages_of(self, texts: Sequence[str]) -> list[int | None]:
        if self._page_texts is None:
            return [None] * len(texts)
        return pages_of([key_of(text) for text in texts], self._page_texts)

    @cached_property
    def _page_texts(self) -> list[str] | None:
        """What the laid-out pages show; None where they are not laid out."""
        if self.unsafe_to_render or self.page_count > MAX_PAGES_LAID_OUT:
            self.warnings.append("its pages were not laid out, so that none is named")
            return None
        try:
            return [text_of_svg(self._native.svg(page)) for page in range(self.page_count)]
        except UnreadableDocumentError:
            self.warnings.append("its pages could not be laid out, so that none is named")
            return None

    @property
    def unsafe_to_render(self) -> str:
        """Why its pages must not be laid out; empty where they may."""
        return self.checked.unsafe_to_render or self._scanned[1]

    def svg(self, page: int) -> str:
        """Lay out one page, from 0."""
        self._require_safe()
        return self._native.svg(page)

    def png(self, page: int, scale: float, max_pixels: int) -> bytes:
        """Draw one page, from 0."""
        self._require_safe()
        return self._native.png(page, scale, max_pixels)

    def picture(self, bin_id: int) -> bytes | None:
        """Return the bytes of a picture in the document by their number."""
        return self._native.picture(bin_id)

    @property
    def data(self) -> bytes:
        """The bytes that it was read from."""
        return self._data

    def as_hwpx(self) -> bytes:
        """Return the document as HWPX: its own bytes, or what rhwp makes of HWP 5."""
        return self._data if self.checked.scans is not None else self._native.hwpx()

    def _require_safe(self) -> None:
        if self.unsafe_to_render:
            raise refusal.refused(self.path, f"it cannot be laid out: {self.unsafe_to_render}")

    @cached_property
    def properties(self) -> Properties:
        """Title, author, dates."""
        if self.checked.format is Format.HWP5:
            return ole.read_properties(self._data, self.path)
        with package.opened(self._data, self.path) as opened:
            return package.read_package_properties(opened)

    @cached_property
    def _scanned(self) -> tuple[Scans | None, str]:
        """What the XML holds; that of HWP 5 is made by rhwp."""
        if self.checked.scans is not None:
            return self.checked.scans, ""
        try:
            converted = self._native.hwpx()
        except KebabError:
            self.warnings.append("its text boxes and outline could not be read")
            return None, "its records could not be checked" if self.checked.is_distribution else ""
        return scan_conversion(converted, self.path, self._limits)


def first_text(part: Part) -> str:
    """Return the first words that a part shows on its page."""
    for line in lines_of(part.elements):
        return line
    outer = [element for element in part.elements if isinstance(element, Table)]
    for table in (*outer, *inner_tables(outer)):
        for cell in table.cells:
            if lines := lines_of(cell.content):
                return lines[0]
    return ""
