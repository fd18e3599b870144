"""Reads an HTML page: what it is about, without its menus, and what its head says of it.

lxml, as the Office formats need it anyway; finders of main text such as trafilatura guess, and lose
parts of a page that somebody kept on purpose.
"""

from __future__ import annotations

import re
from typing import Any

from kebab.wire.place import Place
from workers.extract.canonical import Canonical, CanonicalText
from workers.extract.counted import left_out
from workers.extract.html_blocks import PageReader, Piece
from workers.extract.html_charset import decode_html
from workers.extract.limits import Limits
from workers.extract.plain_values import to_plain
from workers.extract.xml_tree import (
    Element,
    children,
    descendants,
    local_name,
    parse_html,
    parse_xhtml,
    text_of,
)

_LANGUAGE = re.compile(r"([A-Za-z]{2,3})(?:[-_].*)?")
_XML = re.compile(r"\s*<\?xml[^>]*>|(?=\s*<!DOCTYPE[^>]{0,200}XHTML)", re.IGNORECASE)
_MENUS = {"navigation", "search", "menubar", "menu"}
_MARGINS = {"contentinfo", "banner", "complementary", "dialog", "alertdialog"}
_MAIN_SHARE = 0.1
_FIELDS = {
    "description": "description",
    "author": "author",
    "keywords": "keywords",
    "article:published_time": "created_at",
    "article:modified_time": "updated_at",
    "date": "date",
}


def parse_html_page(data: bytes, path: str, limits: Limits) -> Canonical:
    """Read an .html, .htm or .xhtml file."""
    del limits  # nothing is unpacked, and the tree is gone through without recursion
    decoded = decode_html(data, path)
    root, is_whole = _parse(decoded.text, path)
    pieces, image_count = read_page(root)
    canonical = CanonicalText()
    for number, piece in enumerate(pieces, 1):
        place = Place(kind="paragraph", paragraph=number)
        canonical.add(piece.kind, piece.text, place=place, level=piece.level)
    warnings = list(decoded.warnings)
    if image_count:
        warnings.append(left_out(image_count, "image"))
    if not is_whole:
        warnings.append("the page is nested too deeply; its text was read without its structure")
    return Canonical(
        blocks=canonical.blocks,
        lines=canonical.lines,
        title=title_of(root),
        lang=language_of(root),
        encoding=decoded.encoding,
        metadata=_metadata(root),
        warnings=tuple(warnings),
    )


def _parse(text: str, path: str) -> tuple[Element, bool]:
    """Parse; in a page that is XML, an element may end where it begins: `<script/>`."""
    if declared := _XML.match(text):
        return parse_xhtml(text[declared.end() :].encode(errors="replace"), path, "web page"), True
    return parse_html(text, path)


def read_page(root: Element) -> tuple[list[Piece], int]:
    """Return the blocks of the main part and how many images it has, or of all if that is empty."""
    main = _main_of(root)
    reader = PageReader(frozenset(_left_out(main, is_page=main is root)))
    if pieces := reader.read(main):
        return pieces, reader.image_count
    reader = PageReader()
    return reader.read(root), reader.image_count


def title_of(root: Element) -> str:
    """Return the page's title."""
    found = next(descendants(root, "title"), None)
    return "" if found is None else " ".join(text_of(found).split())


def language_of(root: Element) -> str:
    """Return the language that the page states, empty if none."""
    stated = root.get("lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang") or ""
    match = _LANGUAGE.fullmatch(stated.strip())
    return match[1].lower() if match else ""


def _main_of(root: Element) -> Element:
    marked = [*descendants(root, "main"), *root.iterfind(".//*[@role='main']")]
    unique = list({id(element): element for element in marked}.values())
    if len(unique) == 1 and len(text_of(unique[0])) > _MAIN_SHARE * len(_body_text(root)):
        return unique[0]
    return root


def _body_text(root: Element) -> str:
    silent = {"script", "style"}
    return "".join(
        text_of(child)
        for body in children(root)
        for child in children(body)
        if local_name(child) not in silent
    )


def _left_out(main: Element, *, is_page: bool) -> list[Element]:
    roles = _MENUS | _MARGINS if is_page else _MENUS
    found = [*descendants(main, "nav"), *(descendants(main, "dialog"))]
    found += [element for element in main.iterfind(".//*[@role]") if element.get("role") in roles]
    if is_page:
        found += [
            footer
            for footer in descendants(main, "footer")
            if not any(True for _ in footer.iterancestors("article", "main", "section"))
        ]
    return found


def _metadata(root: Element) -> dict[str, Any]:
    found: dict[str, str] = {}
    for meta in descendants(root, "meta"):
        name = (meta.get("name") or meta.get("property") or "").strip().lower()
        content = " ".join((meta.get("content") or "").split())
        if name in _FIELDS and content:
            found.setdefault(_FIELDS[name], content)
    for link in descendants(root, "link"):
        if (link.get("rel") or "").lower() == "canonical" and link.get("href"):
            found.setdefault("url", link.get("href").strip())
    plain, _ = to_plain(found)
    return dict(plain)
