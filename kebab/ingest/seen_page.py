"""Turns what a model has copied of a page into the lines that OCR would give. Pure."""

from __future__ import annotations

import re
from typing import Any

from kebab.ingest.vision import Seen
from kebab.wire.picture import Picture

_NO_TEXT = "NO_TEXT"  # what config/prompts/read_page.md asks for where there is none
_FENCE = re.compile(r"```\w*\n(.*?)\n?```", re.DOTALL)
_BETWEEN_PARAGRAPHS = re.compile(r"\n[^\S\n]*\n\s*")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def page_of(seen: Seen, picture: Picture, page: int) -> dict[str, Any]:
    """Give each paragraph as a line around the whole page: a model does not say where text stands.

    It may say what somebody wrote onto the page: that is text of a document, and no more than that.
    """
    text = _CONTROL.sub(" ", seen.text.replace("\r\n", "\n")).strip()
    fenced = _FENCE.fullmatch(text)
    text = fenced[1].strip() if fenced else text
    if text.rstrip(".") == _NO_TEXT:
        text = ""
    paragraphs = [part for part in _BETWEEN_PARAGRAPHS.split(text) if part.strip()]
    cut = f"page {page} holds more text than the model may write (half of [llm] context_tokens)"
    return {
        "lines": [(paragraph.strip(), picture.whole, 1.0) for paragraph in paragraphs],
        "warnings": [cut] if seen.is_cut else [],
    }
