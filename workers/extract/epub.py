"""Reads an EPUB book chapter by chapter, in the order of its spine.

The zip and lxml are all it takes; the known library, EbookLib, is under the AGPL.
"""

from __future__ import annotations

import posixpath
import zipfile
from typing import Any
from urllib.parse import unquote

from kebab.errors import EncryptedDocumentError
from kebab.wire.place import Place
from workers.chunk.blocks import Kind
from workers.extract.canonical import Canonical, CanonicalText
from workers.extract.counted import left_out
from workers.extract.epub_contents import labels_of
from workers.extract.foreign_errors import reading, unreadable
from workers.extract.html_blocks import PageReader
from workers.extract.limits import Limits
from workers.extract.plain_values import to_plain
from workers.extract.web_page import title_of
from workers.extract.xml_tree import (
    Element,
    attribute,
    descendants,
    parse_xhtml,
    parse_xml,
    text_of,
)
from workers.extract.zip_guard import has_entry, open_archive, read_entry

_WHAT = "EPUB book"
_PAGES = {"application/xhtml+xml", "text/html", "application/x-dtbook+xml"}
_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_FONT_DISGUISES = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")


def parse_epub(data: bytes, path: str, limits: Limits) -> Canonical:
    """Read an .epub; a place is the chapter in the spine and the paragraph in it."""
    with open_archive(data, path, limits, _WHAT) as archive, reading(path, _WHAT):
        _refuse_protected(archive, path)
        return _Book(archive, path).read(limits.max_pages)


class _Book:
    def __init__(self, archive: zipfile.ZipFile, path: str) -> None:
        self._archive = archive
        self._path = path
        self._canonical = CanonicalText()
        self._image_count = 0
        self._warnings: list[str] = []

    def read(self, max_chapters: int) -> Canonical:
        package_name = self._package_name()
        package = self._xml(package_name)
        labels = labels_of(self._archive, package, package_name, self._path)
        chapters = _chapters(package, posixpath.dirname(package_name))
        for number, name in enumerate(chapters[:max_chapters], 1):
            if has_entry(self._archive, name):
                self._chapter(name, number, labels.get(name, ""))
            else:
                self._warnings.append(f"{name} is named in the spine and missing")
        if len(chapters) > max_chapters:
            self._warnings.append(f"chapters from {max_chapters + 1} on were left out")
        if self._image_count:
            self._warnings.append(left_out(self._image_count, "image"))
        fields = _fields(package)
        return Canonical(
            blocks=self._canonical.blocks,
            lines=self._canonical.lines,
            title=fields.pop("title", ""),
            lang=fields.pop("language", "").partition("-")[0].lower(),
            metadata=_plain(fields),
            warnings=tuple(self._warnings),
        )

    def _chapter(self, name: str, number: int, label: str) -> None:
        root = parse_xhtml(read_entry(self._archive, name, self._path, _WHAT), self._path, _WHAT)
        menus = frozenset(descendants(root, "nav"))
        reader = PageReader(menus)
        pieces = reader.read(root)
        self._image_count += reader.image_count
        paragraph = 0
        if pieces and pieces[0].kind is not Kind.HEADING:
            # It must not stand under the last heading of the chapter before.
            heading = label or title_of(root) or f"Section {number}"
            self._add(Kind.HEADING, heading, number, 1, level=1)
        for paragraph, piece in enumerate(pieces, 1):
            self._add(piece.kind, piece.text, number, paragraph, level=piece.level)

    def _add(self, kind: Kind, text: str, chapter: int, paragraph: int, *, level: int) -> None:
        place = Place(kind="paragraph", section=chapter, paragraph=paragraph)
        self._canonical.add(kind, text, place=place, division=chapter, level=level)

    def _package_name(self) -> str:
        for root_file in descendants(self._xml(_CONTAINER), "rootfile"):
            return attribute(root_file, "full-path")
        raise unreadable(self._path, f"is no {_WHAT}: it does not name its contents")

    def _xml(self, name: str) -> Element:
        return parse_xml(read_entry(self._archive, name, self._path, _WHAT), self._path, _WHAT)


def _chapters(package: Element, folder: str) -> list[str]:
    """Return the names of the pages in reading order, without the table of contents."""
    items = {attribute(item, "id"): item for item in descendants(package, "item")}
    found: list[str] = []
    for reference in descendants(package, "itemref"):
        item = items.get(attribute(reference, "idref"))
        if item is None or attribute(item, "media-type") not in _PAGES:
            continue
        if "nav" not in attribute(item, "properties").split():
            href = unquote(attribute(item, "href"))
            found.append(posixpath.normpath(posixpath.join(folder, href)))
    return found


def _fields(package: Element) -> dict[str, str]:
    names = {"title": "title", "language": "language", "creator": "author"}
    names |= {"description": "description", "date": "date", "publisher": "publisher"}
    names |= {"identifier": "identifier"}
    found: dict[str, str] = {}
    for element in descendants(package, *names):
        words = " ".join(text_of(element).split())
        key = names[element.tag.rpartition("}")[2]]
        if words:
            found.setdefault(key, words)
    return found


def _plain(fields: dict[str, str]) -> dict[str, Any]:
    plain, _ = to_plain(fields)
    return dict(plain)


def _refuse_protected(archive: zipfile.ZipFile, path: str) -> None:
    """Refuse a book under rights management; fonts alone may be disguised in any book."""
    if not has_entry(archive, _ENCRYPTION):
        return
    tree = parse_xml(read_entry(archive, _ENCRYPTION, path, _WHAT), path, _WHAT)
    methods = [attribute(method, "Algorithm") for method in descendants(tree, "EncryptionMethod")]
    if any(method not in _FONT_DISGUISES for method in methods):
        raise EncryptedDocumentError(
            f"{path} is protected by digital rights management",
            hint="Only books without protection can be read; exclude the file.",
            details={"path": path},
        )
