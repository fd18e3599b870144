"""Reads the table of contents of an EPUB book: what each of its pages is called."""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Iterator
from urllib.parse import unquote

from workers.extract.xml_tree import Element, attribute, descendants, parse_xhtml, text_of
from workers.extract.zip_guard import has_entry, read_entry

_WHAT = "EPUB book"
_NCX = "application/x-dtbncx+xml"


def labels_of(
    archive: zipfile.ZipFile, package: Element, package_name: str, path: str
) -> dict[str, str]:
    """Return the label of each page by the name of its file; the first one of a page counts."""
    labels: dict[str, str] = {}
    folder = posixpath.dirname(package_name)
    for item in descendants(package, "item"):
        is_page = "nav" in attribute(item, "properties").split()
        if not is_page and attribute(item, "media-type") != _NCX:
            continue
        name = posixpath.normpath(posixpath.join(folder, unquote(attribute(item, "href"))))
        if not has_entry(archive, name):
            continue
        tree = parse_xhtml(read_entry(archive, name, path, _WHAT), path, _WHAT)
        for target, label in _of_page(tree) if is_page else _of_ncx(tree):
            page = unquote(target.partition("#")[0])
            full = posixpath.normpath(posixpath.join(posixpath.dirname(name), page))
            if label:
                labels.setdefault(full, label)
    return labels


def _of_page(tree: Element) -> Iterator[tuple[str, str]]:
    for link in descendants(tree, "a"):
        yield attribute(link, "href"), " ".join(text_of(link).split())


def _of_ncx(tree: Element) -> Iterator[tuple[str, str]]:
    for point in descendants(tree, "navPoint"):
        content, text = point.find("{*}content"), point.find("{*}navLabel/{*}text")
        if content is not None and text is not None:
            yield attribute(content, "src"), " ".join(text_of(text).split())
