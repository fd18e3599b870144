"""A document cut into passages for a language model, each with its headings and addresses."""

from __future__ import annotations

from kebab.errors import InvalidInputError
from workers.hwp.cursors import cut
from workers.hwp.open_document import OpenDocument
from workers.hwp.outcome import Args, Outcome
from workers.hwp.passages import passages

MAX_SINGLE_CHARS = 100_000


def chunks(document: OpenDocument, args: Args) -> Outcome:
    """Give the passages: of the whole text as one, of merged lines, or of blocks by themselves."""
    size, overlap, mode = args["size"], args["overlap"], args["mode"]
    if overlap >= size:
        raise InvalidInputError(
            f"an overlap of {overlap} leaves nothing of a size of {size}",
            hint="Choose an overlap of a tenth of the size.",
        )
    if mode == "single":
        size, overlap = MAX_SINGLE_CHARS, 0
    view = document.view
    lines = [line for line in view.lines if args["include_furniture"] or not line.is_furniture]
    if mode == "single":
        lines = [line.without_level() for line in lines]
    made = passages(lines, size, overlap, alone=mode == "ir-blocks")
    piece = cut(made, args["limit"], args["cursor"], document.fingerprint)
    result = {
        "chunks": [
            {
                "text": one.text,
                "heading_path": list(one.heading_path),
                "addresses": list(one.addresses),
                "page": view.block_pages[one.block],
            }
            for one in piece.items
        ],
        "total": len(made),
        "truncated": piece.truncated,
        "next_cursor": piece.next_cursor,
    }
    return Outcome(result)
