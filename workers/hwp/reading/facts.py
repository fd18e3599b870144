"""What is known of a document without its text: its size, what is in it, who made it, its fonts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from workers.hwp.blocks import Block
from workers.hwp.document import HwpDocument
from workers.hwp.native import rhwp_version
from workers.hwp.open_document import OpenDocument
from workers.hwp.outcome import Args, Outcome

_PARAGRAPHS = ("paragraph", "list_item")
_OF_LINES = ("footnote", "endnote", "caption", "text_box", "memo", "header", "footer")
_NOTHING = "no text was found in it: it may be a scan, or its content is lost"


def summary(document: OpenDocument, _args: Args) -> Outcome:
    """Give the size of a document."""
    view = document.view
    found = has_text(view)
    result = {
        "sections": view.section_count,
        "pages": view.page_count,
        "counts": counts_of(view.blocks),
        "text_found": found,
        "rhwp_version": rhwp_version(),
    }
    return Outcome(result, warnings=() if found else (_NOTHING,))


def info(document: OpenDocument, _args: Args) -> Outcome:
    """Give all that is known of a document beside its text."""
    view = document.view
    properties = view.properties
    names = ("author", "subject", "keywords", "created", "modified", "last_saved_by")
    result = {
        "title": properties.title or None,
        **{name: properties.others.get(name) for name in names},
        "sections": view.section_count,
        "pages": view.page_count,
        "counts": counts_of(view.blocks),
        "fonts": list(view.fonts),
        "is_distribution": view.checked.is_distribution,
        "has_thumbnail": view.has_preview,
        "render": _render(view),
    }
    return Outcome(result, warnings=() if has_text(view) else (_NOTHING,))


def open_(document: OpenDocument, _args: Args) -> Outcome:
    """Give what an agent has to know of a document before it works on it."""
    view = document.view
    is_distribution = view.checked.is_distribution
    result = {
        "sections": view.section_count,
        "pages": view.page_count,
        "counts": counts_of(view.blocks),
        "is_distribution": is_distribution,
        "can_edit": not is_distribution,
        "render": _render(view),
    }
    return Outcome(result, warnings=() if has_text(view) else (_NOTHING,))


def counts_of(blocks: Sequence[Block]) -> dict[str, int]:
    """Count the blocks of each kind, as the fields of HwpCounts."""
    kinds = Counter[str](block.kind for block in blocks)
    beside = sum(block.text.count("\n") + 1 for block in blocks if block.kind in _OF_LINES)
    return {
        "paragraphs": kinds["paragraph"] + kinds["list_item"] + beside,
        "body_paragraphs": sum(
            block.where == "body" and block.kind in _PARAGRAPHS for block in blocks
        ),
        "tables": kinds["table"],
        "pictures": kinds["picture"],
        "formulas": kinds["formula"],
        "footnotes": kinds["footnote"],
        "endnotes": kinds["endnote"],
        "fields": kinds["field"],
        "text_boxes": kinds["text_box"],
        "memos": kinds["memo"],
    }


def has_text(view: HwpDocument) -> bool:
    """Tell whether anything readable is in a document."""
    return any(block.text.strip() for block in view.blocks)


def _render(view: HwpDocument) -> dict[str, Any]:
    """Say whether a picture of its pages would show its text, as the fields of Fonts."""
    from workers.hwp.looking.fonts import font_health  # noqa: PLC0415 - it draws at first

    text = "".join(block.text for block in view.blocks)
    return dict(font_health().for_text(text))
