"""Reads and lays out the pages of a PDF, within the limits."""

from __future__ import annotations

from dataclasses import dataclass, field

from kebab.errors import TooLargeError, UnreadableDocumentError
from workers.extract.limits import Limits
from workers.extract.pdf_file import PdfFile
from workers.extract.pdf_lines import lines_of, upright
from workers.extract.pdf_order import in_order
from workers.extract.pdf_page import Item, Line, RawPage
from workers.extract.pdf_reading import is_sparse, is_unreadable
from workers.extract.pdf_ruled import ruled_tables


@dataclass(slots=True)
class Pages:
    """What was read, page by page."""

    items: dict[int, list[Item]] = field(default_factory=dict)
    heights: dict[int, float] = field(default_factory=dict)
    to_read: list[int] = field(default_factory=list)
    unreadable: list[int] = field(default_factory=list)
    cut: list[int] = field(default_factory=list)
    damaged: list[int] = field(default_factory=list)

    def lines(self) -> dict[int, list[Line]]:
        """Return the lines of each page, without tables."""
        return {
            page: [item for item in items if isinstance(item, Line)]
            for page, items in self.items.items()
        }


def read_pages_of(opened: PdfFile, path: str, limits: Limits) -> Pages:
    """Read one page after the other."""
    if opened.page_count > limits.max_pages:
        raise TooLargeError(
            f"{path} has {opened.page_count} pages, over the limit of {limits.max_pages}",
            hint="Split it, or raise max_pages in [limits].",
            details={"path": path, "pages": opened.page_count, "limit": limits.max_pages},
        )
    pages = Pages()
    cells_left, bytes_left = limits.max_cells, limits.max_unpacked_bytes
    for number in range(1, opened.page_count + 1):
        try:
            page = opened.page(number)
        except UnreadableDocumentError:
            pages.damaged.append(number)
            if len(pages.damaged) == opened.page_count:
                raise
            continue
        text = "".join(glyph.text for glyph in page.glyphs)
        bytes_left -= len(text)
        if bytes_left < 0:
            raise TooLargeError(
                f"{path} holds more text than the limit of {limits.max_unpacked_bytes} bytes",
                hint="Split it, or raise max_unpacked_bytes in [limits].",
                details={"path": path, "limit": limits.max_unpacked_bytes},
            )
        unreadable = is_unreadable(page, text)
        pages.heights[number] = page.height
        pages.items[number] = [] if unreadable else _laid_out(page, cells_left)
        if unreadable:
            pages.unreadable.append(number)
        if unreadable or is_sparse(page, text):
            pages.to_read.append(number)
        if page.is_cut:
            pages.cut.append(number)
    return pages


def _laid_out(page: RawPage, max_cells: int) -> list[Item]:
    items: list[Item] = []
    for turn, glyphs in sorted(upright(page.glyphs, page.width, page.height).items()):
        tables, rest = ruled_tables(page.rules, glyphs, max_cells) if turn == 0 else ([], glyphs)
        items += in_order(lines_of(rest), tables)
    return items
