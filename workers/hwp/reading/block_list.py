"""The blocks of a document as a list, each with its address."""

from __future__ import annotations

from typing import Any

from workers.hwp.blocks import Block
from workers.hwp.cursors import cut
from workers.hwp.document import HwpDocument
from workers.hwp.open_document import OpenDocument
from workers.hwp.outcome import Args, Outcome
from workers.hwp.reading.previews import preview_of

_FURNITURE = ("note", "header", "memo")


def blocks(document: OpenDocument, args: Args) -> Outcome:
    """Give the blocks of some kinds; `furniture` is what stands beside the text."""
    view, kinds, scope = document.view, set(args["kinds"] or ()), args["scope"]
    chosen = [
        (index, block)
        for index, block in enumerate(view.blocks)
        if (not kinds or block.kind in kinds)
        and (scope == "all" or (block.where in _FURNITURE) == (scope == "furniture"))
    ]
    piece = cut(chosen, args["limit"], args["cursor"], document.fingerprint)
    result = {
        "blocks": [_fields(view, index, block) for index, block in piece.items],
        "total": len(chosen),
        "truncated": piece.truncated,
        "next_cursor": piece.next_cursor,
    }
    return Outcome(result)


def _fields(view: HwpDocument, index: int, block: Block) -> dict[str, Any]:
    text = block.text if block.table is None else preview_of(view.tables[block.table].table)
    of_some_kinds = {
        "level": block.outline or None if block.level is None else block.level,
        "rows": block.rows,
        "cols": block.cols,
        "table": block.table,
        "number": block.number,
        "field_kind": block.field_kind,
        "bin_id": block.bin_id,
    }
    return {
        "address": block.address,
        "kind": block.kind,
        "where": block.where,
        "text": text,
        "section": block.section,
        "paragraph": block.paragraph,
        "page": view.block_pages[index],
        **{name: value for name, value in of_some_kinds.items() if value is not None},
    }
