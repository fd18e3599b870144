"""Reads an HWPX package's list of contents: title, author and dates, the order of sections."""

from __future__ import annotations

from workers.hwp.properties import Properties
from workers.hwp.section_xml import local_name, new_parser

_NAMES = {
    "creator": "author",
    "subject": "subject",
    "keyword": "keywords",
    "lastsaveby": "last_saved_by",
    "CreatedDate": "created",
    "ModifiedDate": "modified",
}
_MAX_CHARS = 2_000


def read_properties_xml(data: bytes) -> Properties:
    """Collect the properties that are known here."""
    values: dict[str, str] = {}
    current = ""

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal current
        tag = local_name(name)
        current = "title" if tag == "title" else _NAMES.get(attributes.get("name", ""), "")

    def end(_name: str) -> None:
        nonlocal current
        current = ""

    def text(chunk: str) -> None:
        if current:
            values[current] = (values.get(current, "") + chunk)[:_MAX_CHARS]

    parser = new_parser()
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = text
    parser.Parse(data, True)  # noqa: FBT003 - positional only
    return Properties.of(values)


def read_spine(data: bytes) -> list[str]:
    """Return the names of the parts that make up the document, in order; the header may be one."""
    hrefs: dict[str, str] = {}
    order: list[str] = []

    def start(name: str, attributes: dict[str, str]) -> None:
        tag = local_name(name)
        if tag == "item":
            hrefs[attributes.get("id", "")] = attributes.get("href", "")
        elif tag == "itemref":
            order.append(attributes.get("idref", ""))

    parser = new_parser()
    parser.StartElementHandler = start
    parser.Parse(data, True)  # noqa: FBT003 - positional only
    return [hrefs[one] for one in order if hrefs.get(one)]
