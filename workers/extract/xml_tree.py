"""Parses XML and HTML by lxml: no entity is expanded, no DTD loaded, nothing fetched."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape, unescape
from html.entities import html5
from typing import Any

from lxml import etree, html

from workers.extract.foreign_errors import reading
from workers.extract.html_text import strip_html

Element = Any  # lxml ships no types
_ENTITY = re.compile(rb"&([A-Za-z][A-Za-z0-9]{1,31};)")
_OF_XML = {b"amp;", b"lt;", b"gt;", b"quot;", b"apos;"}


def parse_xml(data: bytes, path: str, what: str) -> Element:
    """Parse strictly; `what` is the document that this belongs to."""
    with reading(path, what):
        return etree.fromstring(data, _xml_parser())


def parse_xhtml(data: bytes, path: str, what: str) -> Element:
    """Parse as XML where it is well formed, else as the HTML that it then is."""
    try:
        return etree.fromstring(_ENTITY.sub(_character, data), _xml_parser())
    except (etree.XMLSyntaxError, ValueError):
        with reading(path, what):
            return _html(data, _html_parser())


def parse_html(text: str, path: str) -> tuple[Element, bool]:
    """Parse as a browser does, and tell whether the tree is whole.

    One that is nested beyond reason is not: libxml2 stops at its limit. Its text is read then as if
    it had no elements.
    """
    with reading(path, "HTML page"):
        parser = _html_parser()
        root = _html(text.encode(errors="replace"), parser)
        if not any("xcessive depth" in entry.message for entry in parser.error_log):
            return root, True
        shown = strip_html(text).encode(errors="replace")
        paragraphs = (escape(unescape(part.decode())) for part in re.split(rb"\n\s*\n", shown))
        return _html("".join(f"<p>{part}</p>" for part in paragraphs).encode(), parser), False


def local_name(element: Element) -> str:
    """Return the tag without its namespace; comments and the like have none."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def walk(root: Element) -> Any:
    """Give (event, element) at the start and the end of each; `skip_subtree()` skips."""
    return etree.iterwalk(root, events=("start", "end"))


def children(element: Element) -> Iterator[Element]:
    """Give the elements directly below."""
    return (child for child in element if isinstance(child.tag, str))


def attribute(element: Element, name: str) -> str:
    """Return the attribute of this name in whatever namespace."""
    for key, value in element.attrib.items():
        if key.rpartition("}")[2] == name:
            return str(value)
    return ""


def descendants(element: Element, *names: str) -> Iterator[Element]:
    """Give the elements below of these names, in whatever namespace, in reading order."""
    return (found for found in element.iter(*(f"{{*}}{name}" for name in names)))


def text_of(element: Element) -> str:
    """Return all the text inside, white space as it is."""
    return "".join(element.itertext())


def _html(data: bytes, parser: Any) -> Element:
    try:
        return html.document_fromstring(data, parser)
    except etree.ParserError:  # nothing in it but comments, or nothing at all
        return html.document_fromstring(b"<p></p>", parser)


def _html_parser() -> Any:
    # huge_tree: old pages leave hundreds of <font> open, each inside the last one
    return html.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True, huge_tree=True
    )


def _xml_parser() -> Any:
    return etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
    )


def _character(match: re.Match[bytes]) -> bytes:
    name = match[1]
    character = None if name in _OF_XML else html5.get(name.decode("ascii"))
    return match[0] if character is None else character.encode("ascii", "xmlcharrefreplace")
