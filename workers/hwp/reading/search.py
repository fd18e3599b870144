"""Finds a text or a pattern in everything that a document says: cells, notes, boxes, memos too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

from kebab.errors import InvalidInputError
from workers.hwp.blocks import Where
from workers.hwp.cursors import cursor_at, offset_of
from workers.hwp.document import HwpDocument
from workers.hwp.open_document import OpenDocument
from workers.hwp.outcome import Args, Outcome
from workers.hwp.search_texts import Found

_ASIDES: tuple[Where, ...] = ("text_box", "memo")


def search(document: OpenDocument, args: Args) -> Outcome:
    """Count all matches, and give those from the cursor on up to `max_matches`."""
    view, query = document.view, args["query"]
    if not query:
        raise InvalidInputError("the query is empty", hint="Say what to search for.")
    start = offset_of(args["cursor"], document.fingerprint)
    kept: list[Found] = []
    total = 0
    for found in _found(view, args):
        if start <= total < start + args["max_matches"]:
            kept.append(found)
        total += 1
    end = start + len(kept)
    truncated = end < total
    missing = [] if view.has_asides or args["scope"] == "body" else list(_ASIDES)
    searched = ["body"] if args["scope"] == "body" else list(get_args(Where))
    result = {
        "query": query,
        "total_matches": total,
        "matches": [_match(view, found, args) for found in kept],
        "searched": [where for where in searched if where not in missing],
        "missing": missing,
        "truncated": truncated,
        "next_cursor": cursor_at(end, document.fingerprint) if truncated else None,
    }
    return Outcome(result)


def _found(view: HwpDocument, args: Args) -> Iterator[Found]:
    find = view.search_texts.find_pattern if args["regex"] else view.search_texts.find
    found = find(args["query"], case_sensitive=args["case_sensitive"])
    if args["scope"] == "body":
        return (one for one in found if view.blocks[one.block].where == "body")
    return found


def _match(view: HwpDocument, found: Found, args: Args) -> dict[str, Any]:
    block, around = view.blocks[found.block], args["context_chars"]
    text = block.text
    low, high = max(0, found.start - around), min(len(text), found.end + around)
    on_page: dict[str, Any] = {}
    if args["with_page"]:
        page = view.block_pages[found.block]
        on_page = {"page": page, "page_method": "none" if page is None else "unique"}
    return {
        "address": block.address,
        "where": block.where,
        "section": block.section,
        "paragraph": block.paragraph,
        "char_offset": found.start,
        "length": found.end - found.start,
        "text": text[found.start : found.end],
        "context": f"{'…' if low else ''}{text[low:high]}{'…' if high < len(text) else ''}",
        **on_page,
    }
