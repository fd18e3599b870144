"""Removes what a document says beside its text: properties, preview, and memos where asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workers.hwp.editing.edited import EditedDocument
from workers.hwp.editing.plan import Plan
from workers.hwp.editing.stretches import text_of

_AUTHORS = ("creator", "lastsaveby")
_MIN_NAME_CHARS = 2


def sanitize(document: EditedDocument, args: Mapping[str, Any]) -> Plan:
    """Plan to remove the `metadata`, the `preview`, and the `memos` with their text."""
    file = document.file
    properties = file.properties()
    keys = [key for key in properties if key != "language"] if args.get("metadata", True) else []
    previews = file.previews() if args.get("preview", True) else []
    memos = file.count_memos() if args.get("memos", False) else 0
    places = [one for one in document.find().places if "/memo" in (one.address or "")]

    def make() -> None:
        if keys:
            file.remove_properties(keys)
        if previews:
            file.remove_preview()
        if memos:
            file.remove_memos()

    removed = (
        *(f"property: {key}" for key in keys),
        *(f"preview: {name}" for name in previews),
        *((f"memos: {memos}",) if memos else ()),
    )
    return Plan(
        make=make if removed else None,
        touched=tuple(one.element for one in places) if memos else (),
        removed=removed,
        warnings=tuple(_names_left(document, properties)) if keys else (),
    )


def _names_left(document: EditedDocument, properties: Mapping[str, str]) -> list[str]:
    """Say where else the authors' names stand: the text is not touched."""
    names = {properties.get(key, "").strip() for key in _AUTHORS}
    wanted = [name for name in names if len(name) >= _MIN_NAME_CHARS]
    texts = document.file.other_texts()
    paragraphs = "\n".join(text_of(place.element) for place in document.find().places)
    texts["the text of the document"] = paragraphs
    left = [name for name, text in texts.items() if any(one in text for one in wanted)]
    return [f"an author's name still stands in {name}" for name in left]
