"""Opens a PDF with PDFium: its pages, outline and title, and pictures of its pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

from kebab.errors import EncryptedDocumentError, TooLargeError, UnreadableDocumentError
from workers.extract.locked import locked
from workers.extract.pdf_glyphs import read_page
from workers.extract.pdf_page import RawPage

if TYPE_CHECKING:
    from workers.ocr.engine import Pixels

_MAX_OUTLINE = 5000
_PIXELS_PER_POINT = 200 / 72
_DAMAGED_HINT = "Open it in a viewer and save or print it as a new PDF, then ingest again."


class OutlineEntry(NamedTuple):
    """A bookmark: its depth from 1, its words, and the page from 1 that it leads to, or 0."""

    level: int
    title: str
    page: int


class PdfFile:
    """An open PDF. Pages are numbered from 1."""

    def __init__(self, document: pypdfium2.PdfDocument, path: str) -> None:
        self._document = document
        self._path = path
        self.page_count = len(document)

    def page(self, number: int) -> RawPage:
        """Read what is on a page."""
        with self._loaded(number) as page:
            return read_page(page, number)

    def stated(self) -> dict[str, str]:
        """Return what the document says of itself, such as Title and Author."""
        try:
            return {
                key: " ".join(text.split())
                for key, text in self._document.get_metadata_dict(skip_empty=True).items()
            }
        except (pypdfium2.PdfiumError, UnicodeError):
            return {}

    def outline(self) -> list[OutlineEntry]:
        """Return the bookmarks in order."""
        entries: list[OutlineEntry] = []
        try:
            for bookmark in self._document.get_toc():
                target = bookmark.get_dest()
                index = target.get_index() if target else None
                title = " ".join(bookmark.get_title().split())
                page = 0 if index is None else index + 1
                entries.append(OutlineEntry(bookmark.level + 1, title, page))
                if len(entries) == _MAX_OUTLINE:
                    break
        except (pypdfium2.PdfiumError, UnicodeError):
            pass  # an outline only adds: the text is there without it
        return entries

    def picture(self, number: int, max_pixels: int) -> Pixels:
        """Draw a page in RGB at 200 dots per inch, or smaller where that is over the limit."""
        with self._loaded(number) as page:
            width, height = (max(1.0, side) for side in page.get_size())
            scale = min(_PIXELS_PER_POINT, (0.98 * max_pixels / (width * height)) ** 0.5)
            if min(width, height) * scale < 1:
                raise TooLargeError(
                    f"page {number} of {self._path} is too long and thin to be drawn",
                    hint="Raise max_pixels in [limits].",
                    details={"path": self._path, "page": number},
                )
            bitmap = page.render(scale=scale, rev_byteorder=True)
            try:
                pixels: Pixels = bitmap.to_numpy().copy()
            finally:
                bitmap.close()
            return pixels

    @contextmanager
    def _loaded(self, number: int) -> Iterator[pypdfium2.PdfPage]:
        try:
            page = self._document[number - 1]
            try:
                yield page
            finally:
                page.close()
        except (pypdfium2.PdfiumError, IndexError) as error:
            raise UnreadableDocumentError(
                f"page {number} of {self._path} is damaged",
                hint=_DAMAGED_HINT,
                details={"path": self._path, "page": number},
            ) from error


@contextmanager
def open_pdf(data: bytes, path: str, passwords: Sequence[str]) -> Iterator[PdfFile]:
    """Open, trying no password first and then each in order; none is ever told."""
    document = None
    for password in (None, *passwords):
        try:
            document = pypdfium2.PdfDocument(data, password=password)
            break
        except pypdfium2.PdfiumError as error:
            if error.err_code != pdfium.FPDF_ERR_PASSWORD:
                raise _refused(error.err_code, path) from error
    if document is None:
        raise locked(path, len(passwords))
    with document:
        if document.get_formtype() != pdfium.FORMTYPE_NONE:
            document.init_forms()  # what was filled in is drawn and read
        yield PdfFile(document, path)


def _refused(code: int | None, path: str) -> EncryptedDocumentError | UnreadableDocumentError:
    if code == pdfium.FPDF_ERR_SECURITY:
        return EncryptedDocumentError(
            f"{path} is encrypted in a way that a password does not open",
            hint="Open it in the program that protects it and print it as a plain PDF.",
            details={"path": path},
        )
    return UnreadableDocumentError(
        f"{path} is not a PDF, or a damaged one", hint=_DAMAGED_HINT, details={"path": path}
    )
