"""The dates, amounts, numbers, mail addresses and telephone numbers that stand in a document."""

from __future__ import annotations

from collections import Counter
from typing import Any

from workers.hwp.blocks import Block
from workers.hwp.cursors import cut
from workers.hwp.open_document import OpenDocument
from workers.hwp.outcome import Args, Outcome
from workers.hwp.values import Value, values_in

_CONTEXT_CHARS = 30


def extract_data(document: OpenDocument, args: Args) -> Outcome:
    """Give the values of one kind or of all, and count each kind."""
    kind = args["kind"]
    found = [
        (block, value)
        for block in document.view.blocks
        if block.text and block.kind != "formula"
        for value in values_in(block.text)
    ]
    chosen = [one for one in found if kind in ("all", one[1].kind)]
    piece = cut(chosen, args["limit"], args["cursor"], document.fingerprint)
    result = {
        "items": [_item(block, value) for block, value in piece.items],
        "counts": dict(Counter[str](value.kind for _, value in found)),
        "truncated": piece.truncated,
        "next_cursor": piece.next_cursor,
    }
    return Outcome(result)


def _item(block: Block, value: Value) -> dict[str, Any]:
    text = block.text
    return {
        "kind": value.kind,
        "raw": text[value.start : value.end],
        "normalized": value.normalized,
        "address": block.address,
        "context": text[max(0, value.start - _CONTEXT_CHARS) : value.end + _CONTEXT_CHARS],
    }
