"""One HWP or HWPX document: checked, opened, and read as far as it is asked.

It stays on the thread that made it, and what costs time is done once, when it is first needed.
"""

from __future__ import annotations

from functools import cached_property

from kebab.errors import KebabError, UnreadableDocumentError
from workers.extract.limits import Limits
from workers.hwp import ole, package, refusal
from workers.hwp.elements import Part, Table
from workers.hwp.file_format import Format
from workers.hwp.ir import body_of, shown_of
from workers.hwp.native import NativeDocument
from workers.hwp.pages import key_of, pages_of, text_of_svg
from workers.hwp.parts import parts_of
from workers.hwp.plain import lines_of
from workers.hwp.preflight import Checked, Scans, check, scan_conversion
from workers.hwp.properties import Properties
from workers.hwp.tables import inner_tables

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
        self.page_count = self._native.page_count
        if self.page_count > limits.max_pages:
            self.close()
            raise refusal.refused(path, f"it has {self.page_count} pages")

    def close(self) -> None:
        """Let go of the native document."""
        self._native.close()

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """Every paragraph of the body with what hangs on it, in order."""
        tree = self._native.tree()
        scans = self._scanned[0]
        return parts_of(body_of(tree), shown_of(tree), scans)

    @cached_property
    def pages(self) -> list[int | None]:
        """The page, from 1, on which each of the parts begins, as far as it can be told."""
        if self.unsafe_to_render or self.page_count > MAX_PAGES_LAID_OUT:
            self.warnings.append("its pages were not laid out, so that none is named")
            return [None] * len(self.parts)
        try:
            texts = [text_of_svg(self._native.svg(page)) for page in range(self.page_count)]
        except UnreadableDocumentError:
            self.warnings.append("its pages could not be laid out, so that none is named")
            return [None] * len(self.parts)
        return pages_of([key_of(first_text(part)) for part in self.parts], texts)

    @property
    def unsafe_to_render(self) -> str:
        """Why its pages must not be laid out; empty where they may."""
        return self.checked.unsafe_to_render or self._scanned[1]

    def svg(self, page: int) -> str:
        """Lay out one page, from 0."""
        if self.unsafe_to_render:
            raise refusal.refused(self.path, f"it cannot be laid out: {self.unsafe_to_render}")
        return self._native.svg(page)

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
