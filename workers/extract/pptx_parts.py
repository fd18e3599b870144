"""Reads what hangs on a slide and python-pptx has no objects for: comments and diagrams."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workers.extract.xml_tree import descendants, parse_xml, text_of

_WHAT = "PowerPoint presentation"
_DIAGRAM = "/diagramData"
_COMMENTS = "/comments"


def comments_of(slide_part: Any, path: str) -> Iterator[str]:
    """Give the text of each comment on a slide, of the old and the threaded kind."""
    for part in _linked(slide_part, _COMMENTS):
        tree = parse_xml(part.blob, path, _WHAT)
        for comment in descendants(tree, "cm", "reply"):
            own = (
                text
                for text in descendants(comment, "text", "t")
                if next(text.iterancestors("{*}cm", "{*}reply")) is comment
            )
            if words := " ".join(" ".join(map(text_of, own)).split()):
                yield words


def diagram_texts(slide_part: Any, relation_id: str, path: str) -> list[str]:
    """Return the texts of a SmartArt diagram, one a box."""
    link = slide_part.rels.get(relation_id)
    if link is None or link.is_external or not link.reltype.endswith(_DIAGRAM):
        return []
    tree = parse_xml(link.target_part.blob, path, _WHAT)
    texts = (
        " ".join("".join(map(text_of, descendants(point, "t"))).split())
        for point in descendants(tree, "pt")
    )
    return [text for text in texts if text]


def _linked(slide_part: Any, relation: str) -> Iterator[Any]:
    for link in slide_part.rels.values():
        if link.reltype.endswith(relation) and not link.is_external:
            yield link.target_part
