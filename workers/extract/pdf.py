"""Makes a canonical document of a PDF, each block with its page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kebab.wire.place import Place
from workers.chunk.blocks import Kind
from workers.extract.canonical import Canonical, CanonicalText
from workers.extract.limits import Limits
from workers.extract.pdf_file import open_pdf
from workers.extract.pdf_furniture import furniture, told
from workers.extract.pdf_headings import Headings
from workers.extract.pdf_page import Item, Line
from workers.extract.pdf_pages import Pages, read_pages_of
from workers.extract.pdf_paragraphs import parts_of
from workers.extract.pdf_scanned import parts_of_scan
from workers.extract.pdf_title import sensible_title
from workers.extract.pdf_words import Words
from workers.ocr.line import OcrLine

if TYPE_CHECKING:
    from workers.ocr.engine import Pixels

_MAX_TOLD = 10
_ALL_TYPED = 0.8


def parse_pdf(
    data: bytes,
    path: str,
    limits: Limits,
    *,
    passwords: Sequence[str] = (),
    read_pages: Mapping[int, Sequence[OcrLine]] | None = None,
) -> Canonical:
    """Read text, headings, tables and title; `read_pages` is what OCR has read on some pages.

    Its lines take the place of a page's own text where that is unusable or shorter.
    """
    with open_pdf(data, path, passwords) as opened:
        pages = read_pages_of(opened, path, limits)
        outline = opened.outline()
        stated = opened.stated()
        page_count = opened.page_count
    left_out = furniture(pages.items, pages.heights)
    kept = {
        number: [item for index, item in enumerate(items) if (number, index) not in left_out]
        for number, items in pages.items.items()
    }
    pages.items = _prose(kept)
    text = _text(pages, Headings.of(pages.lines(), outline), read_pages or {})
    read = frozenset(read_pages or ())
    return Canonical(
        blocks=text.blocks,
        lines=text.lines,
        title=sensible_title(stated.get("Title", "")),
        metadata=_metadata(stated, page_count, told(left_out.values())),
        warnings=_warnings(pages, read),
        pages_to_read=tuple(page for page in pages.to_read if page not in read),
    )


def render_page(
    data: bytes, page: int, max_pixels: int, passwords: Sequence[str] = (), path: str = "the file"
) -> Pixels:
    """Draw a page, from 1, for OCR."""
    with open_pdf(data, path, passwords) as opened:
        return opened.picture(page, max_pixels)


def _prose(pages: dict[int, list[Item]]) -> dict[int, list[Item]]:
    """Take a document that is all typewriter letters, as OCR writes them, for prose."""
    lines = [item for items in pages.values() for item in items if isinstance(item, Line)]
    typed = sum(len(line.text) for line in lines if line.is_mono)
    if typed < _ALL_TYPED * sum(len(line.text) for line in lines):
        return pages
    return {
        number: [replace(item, is_mono=False) if isinstance(item, Line) else item for item in items]
        for number, items in pages.items()
    }


def _text(
    pages: Pages, headings: Headings, read_pages: Mapping[int, Sequence[OcrLine]]
) -> CanonicalText:
    words = Words([line for lines in pages.lines().values() for line in lines])
    text = CanonicalText()
    for number, items in pages.items.items():
        parts = list(parts_of(items, number, headings, words))
        scanned = parts_of_scan(read_pages.get(number, ()))
        own = sum(len(part.text) for part in parts)
        if own < sum(len(paragraph) for paragraph, _ in scanned):
            for paragraph, box in scanned:
                place = Place(kind="region", page=number, box=box)
                text.add(Kind.PARAGRAPH, paragraph, place=place, division=number)
            continue
        place = Place(kind="page", page=number)
        for part in parts:
            text.add(part.kind, part.text, place=place, division=number, level=part.level)
    return text


def _metadata(
    stated: Mapping[str, str], page_count: int, left_out: Sequence[str]
) -> dict[str, object]:
    fields: dict[str, object] = {"pages": page_count}
    for name in ("Author", "Subject", "Keywords"):
        if stated.get(name):
            fields[name.lower()] = stated[name]
    if left_out:
        fields["repeated_lines"] = list(left_out[:_MAX_TOLD])
    return fields


def _warnings(pages: Pages, read: frozenset[int]) -> tuple[str, ...]:
    unreadable = [page for page in pages.unreadable if page not in read]
    found = []
    if unreadable:
        found.append(f"no font says which characters these pages show: {_told(unreadable)}")
    if pages.damaged:
        found.append(f"these pages are damaged and left out: {_told(pages.damaged)}")
    if pages.cut:
        found.append(f"text left out at the end of these pages, for its length: {_told(pages.cut)}")
    return tuple(found)


def _told(pages: Sequence[int]) -> str:
    told = ", ".join(map(str, pages[:_MAX_TOLD]))
    return told if len(pages) <= _MAX_TOLD else f"{told} and {len(pages) - _MAX_TOLD} more"
