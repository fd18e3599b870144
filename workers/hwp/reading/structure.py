"""The headings of a document, by its outline or by how its lines are numbered."""

from __future__ import annotations

from dataclasses import dataclass

from workers.hwp.cursors import cut
from workers.hwp.document import HwpDocument
from workers.hwp.headings import Headings, headings_of, headline
from workers.hwp.open_document import OpenDocument
from workers.hwp.outcome import Args, Outcome


@dataclass(frozen=True, slots=True)
class Node:
    """A heading; `block` is the index of the first block of its part."""

    level: int
    text: str
    part: int
    block: int


def structure(document: OpenDocument, args: Args) -> Outcome:
    """Give the headings in order."""
    view, mode = document.view, args["mode"]
    headings = view.headings if mode == "auto" else headings_of(view.parts, mode)
    nodes = nodes_of(view, headings)
    piece = cut(nodes, args["limit"], args["cursor"], document.fingerprint)
    result = {
        "method": headings.method,
        "nodes": [
            {
                "level": node.level,
                "text": node.text,
                "address": view.blocks[node.block].address,
                "page": view.block_pages[node.block],
            }
            for node in piece.items
        ],
        "node_count": len(nodes),
        "truncated": piece.truncated,
        "next_cursor": piece.next_cursor,
    }
    return Outcome(result)


def nodes_of(view: HwpDocument, headings: Headings) -> list[Node]:
    """List the headings with the first block that says something in each."""
    first: dict[int, int] = {}
    for index, block in enumerate(view.blocks):
        if block.text.strip():
            first.setdefault(block.part, index)
    return [
        Node(level, headline(view.parts[part]).replace("\n", " "), part, first[part])
        for part, level in enumerate(headings.levels)
        if level and part in first
    ]
