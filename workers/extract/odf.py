"""Reads OpenDocument files: texts, presentations and spreadsheets of LibreOffice and others.

lxml over the zip: odfdo writes out every repeated row and cell, and odfpy has no wheels and has
not been kept since 2020.
"""

from __future__ import annotations

import zipfile
from dataclasses import dataclass, replace
from typing import Any

from kebab.errors import EncryptedDocumentError
from kebab.wire.place import Place
from workers.chunk.blocks import Kind
from workers.extract.canonical import Canonical, CanonicalText
from workers.extract.counted import left_out
from workers.extract.foreign_errors import reading, unreadable
from workers.extract.limits import Limits
from workers.extract.odf_text import OdfReader
from workers.extract.ods_rows import SheetRows
from workers.extract.plain_values import to_plain
from workers.extract.sheet_blocks import add_rows
from workers.extract.xml_tree import (
    Element,
    attribute,
    children,
    descendants,
    local_name,
    parse_xml,
    text_of,
)
from workers.extract.zip_guard import has_entry, open_archive, read_entry

_WHAT = "OpenDocument file"
_MANIFEST = "META-INF/manifest.xml"
_FIELDS = {
    "initial-creator": "author",
    "subject": "subject",
    "description": "description",
    "creation-date": "created_at",
    "date": "updated_at",
}


def parse_odf(data: bytes, path: str, limits: Limits) -> Canonical:
    """Read an .odt, .odp or .ods, whatever its name says it is."""
    with open_archive(data, path, limits, _WHAT) as archive, reading(path, _WHAT):
        _refuse_encrypted(archive, path)
        content = parse_xml(read_entry(archive, "content.xml", path, _WHAT), path, _WHAT)
        title, metadata = _properties(archive, path)
    body = next(descendants(content, "body"), None)
    kind = next(children(body), None) if body is not None else None
    document = _Document(CanonicalText(), limits, [])
    is_sheet = False
    with reading(path, _WHAT):
        match "" if kind is None else local_name(kind):
            case "text":
                document.text(kind)
            case "presentation" | "drawing":
                document.slides(kind)
            case "spreadsheet":
                document.sheets(kind)
                is_sheet = True
            case other:
                raise unreadable(path, f"is no {_WHAT} of a kind that is read: {other or 'empty'}")
    return Canonical(
        blocks=document.canonical.blocks,
        lines=document.canonical.lines,
        title=title,
        metadata=metadata,
        warnings=tuple(document.warnings),
        is_named_by_file=is_sheet,
    )


@dataclass(frozen=True, slots=True)
class _Document:
    canonical: CanonicalText
    limits: Limits
    warnings: list[str]

    def text(self, root: Element) -> None:
        reader = OdfReader(self.limits.max_nesting)
        for number, piece in enumerate(reader.read(root), 1):
            place = Place(kind="paragraph", paragraph=number)
            self.canonical.add(piece.kind, piece.text, place=place, level=piece.level)
        self._count_images(reader.image_count)

    def slides(self, root: Element) -> None:
        images, hidden = 0, []
        pages = list(descendants(root, "page"))
        for number, page in enumerate(pages[: self.limits.max_pages], 1):
            reader = OdfReader(self.limits.max_nesting)
            title, pieces = reader.read_slide(page)
            place = Place(kind="slide", slide=number)
            heading = title or f"Slide {number}"
            self.canonical.add(Kind.HEADING, heading, place=place, division=number, level=1)
            for piece in pieces:
                self.canonical.add(piece.kind, piece.text, place=place, division=number)
            images += reader.image_count
            if attribute(page, "visibility") == "hidden":
                hidden.append(str(number))
        if hidden:
            self.warnings.append(f"hidden slides were read too: {', '.join(hidden)}")
        if len(pages) > self.limits.max_pages:
            self.warnings.append(f"slides from {self.limits.max_pages + 1} on were left out")
        self._count_images(images)

    def sheets(self, root: Element) -> None:
        rows = SheetRows(self.limits.max_cells)
        for division, table in enumerate(root.iterchildren("{*}table"), 1):
            name = attribute(table, "name")
            place = Place(kind="sheet", sheet=name)
            top = replace(place, row=1, row_end=1)
            self.canonical.add(Kind.HEADING, name, place=top, division=division, level=1)
            add_rows(self.canonical, rows.of(table), place, division)
        self.warnings.extend(rows.warnings)
        self._count_images(sum(1 for _ in descendants(root, "image")))

    def _count_images(self, count: int) -> None:
        if count:
            self.warnings.append(left_out(count, "image"))


def _refuse_encrypted(archive: zipfile.ZipFile, path: str) -> None:
    if not has_entry(archive, _MANIFEST):
        return
    manifest = parse_xml(read_entry(archive, _MANIFEST, path, _WHAT), path, _WHAT)
    if any(True for _ in descendants(manifest, "encryption-data")):
        raise EncryptedDocumentError(
            f"{path} is protected by a password",
            hint="Open it in LibreOffice, save a copy without a password, and ingest that.",
            details={"path": path},
        )


def _properties(archive: zipfile.ZipFile, path: str) -> tuple[str, dict[str, Any]]:
    if not has_entry(archive, "meta.xml"):
        return "", {}
    meta = parse_xml(read_entry(archive, "meta.xml", path, _WHAT), path, _WHAT)
    found: dict[str, str] = {}
    title = ""
    for element in descendants(meta, *_FIELDS, "title"):
        words = " ".join(text_of(element).split())
        match local_name(element):
            case "title":
                title = words
            case name if words:
                found[_FIELDS[name]] = words
    plain, _ = to_plain(found)
    return title, dict(plain)
