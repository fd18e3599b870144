"""Finds text of a document that no paragraph shows: links, descriptions, formulas, names. Pure."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from workers.hwp.editing.hwpx_library import StoryPart
from workers.hwp.editing.stretches import local_name

_ATTRIBUTES = ("name", "href", "title", "alt")
_NUMBERS = {"integerParam", "unsignedintegerParam", "booleanParam", "floatParam"}
_TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True, slots=True)
class HiddenText:
    """The text of an element, or that of an attribute of it."""

    part: StoryPart
    element: Any
    attribute: str | None
    text: str

    def write(self, text: str) -> None:
        """Put another text in its place."""
        if self.attribute is None:
            self.element.text = text
        else:
            self.element.set(self.attribute, text)
        self.part.mark_changed()


def hidden_texts(part: StoryPart) -> Iterator[HiddenText]:
    """Give what stands in a part's XML outside the text of its paragraphs."""
    for element in part.element.iter():
        name = local_name(element)
        if not name or name in _NUMBERS:
            continue
        if element.text and element.text.strip() and not _is_shown(element):
            yield HiddenText(part, element, None, element.text)
        for attribute in _ATTRIBUTES:
            if text := element.get(attribute):
                yield HiddenText(part, element, attribute, text)


def strip_tags(xml: str) -> str:
    """Return the text of some XML, as it reads across its elements."""
    return html.unescape(_TAG.sub("", xml))


def _is_shown(element: Any) -> bool:
    around = element
    while around is not None:
        name = local_name(around)
        if name in {"t", "p"}:
            return name == "t"
        around = around.getparent()
    return False
