"""Tells headings and list items of a Word document by their styles and numbering."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from workers.extract.xml_tree import Element, attribute, children, local_name

_HEADING = re.compile(r"(?:heading|제목|überschrift|titre)\s*([1-9])", re.IGNORECASE)
_MAX_LEVEL = 9
_MAX_CHAIN = 20


@dataclass(frozen=True, slots=True)
class Style:
    """What matters of a paragraph's style, with what it inherits."""

    level: int = 0  # of a heading
    is_title: bool = False
    numbering: tuple[str, int] | None = None  # a list's id and the depth in it


class Styles:
    """The styles and lists of a document; either part may be missing."""

    def __init__(self, styles: Element | None, numbering: Element | None) -> None:
        elements = [] if styles is None else list(children(styles))
        self._elements = {
            attribute(style, "styleId"): style for style in elements if local_name(style) == "style"
        }
        self._known: dict[str, Style] = {}
        self._formats = {} if numbering is None else _formats(numbering)
        self._counts: Counter[tuple[str, int]] = Counter()

    def of(self, paragraph: Element) -> Style:
        """Return the style of a paragraph, with what the paragraph itself says."""
        properties = paragraph.find("{*}pPr")
        if properties is None:
            return self._named("")
        named = self._named(_value(properties, "pStyle"))
        outline = _outline(properties)
        return Style(
            named.level if outline is None else outline,
            named.is_title,
            _numbering(properties, named.numbering),
        )

    def marker(self, numbering: tuple[str, int]) -> str:
        """Return what stands before an item of a list, and count it."""
        list_id, depth = numbering
        for deeper in range(depth + 1, _MAX_LEVEL + 1):
            self._counts.pop((list_id, deeper), None)
        self._counts[numbering] += 1
        is_numbered = self._formats.get(numbering, "bullet") not in {"bullet", "none"}
        return "  " * depth + (f"{self._counts[numbering]}. " if is_numbered else "- ")

    def _named(self, style_id: str) -> Style:
        if style_id not in self._known:
            self._known[style_id] = self._look_up(style_id)
        return self._known[style_id]

    def _look_up(self, style_id: str) -> Style:
        level, numbering = None, None
        is_title = False
        for _ in range(_MAX_CHAIN):  # a broken file may have a circle
            style = self._elements.get(style_id)
            if style is None:
                break
            name = _value(style, "name")
            properties = style.find("{*}pPr")
            is_title = is_title or name.lower() == "title"
            if level is None:
                match = _HEADING.fullmatch(name)
                level = int(match[1]) if match else _outline(properties)
            if numbering is None and properties is not None:
                numbering = _numbering(properties, None)
            style_id = _value(style, "basedOn")
        return Style(level or 0, is_title, numbering)


def _outline(properties: Element | None) -> int | None:
    """Return the level of a heading; body text, which is the tenth, is none."""
    text = "" if properties is None else _value(properties, "outlineLvl")
    if not text.isdecimal():
        return None
    return int(text) + 1 if int(text) < _MAX_LEVEL else 0


def _numbering(properties: Element, inherited: tuple[str, int] | None) -> tuple[str, int] | None:
    own = properties.find("{*}numPr")
    if own is None:
        return inherited
    list_id, depth = _value(own, "numId"), _value(own, "ilvl")
    if list_id == "0":  # takes the style's list away
        return None
    if not list_id and inherited:
        list_id = inherited[0]
    return list_id, min(int(depth), _MAX_LEVEL) if depth.isdecimal() else 0


def _formats(numbering: Element) -> dict[tuple[str, int], str]:
    """Tell how each depth of each list is numbered."""
    abstract = {
        attribute(definition, "abstractNumId"): {
            int(attribute(level, "ilvl") or 0): _value(level, "numFmt")
            for level in definition.iterchildren("{*}lvl")
        }
        for definition in numbering.iterchildren("{*}abstractNum")
    }
    return {
        (attribute(number, "numId"), depth): name
        for number in numbering.iterchildren("{*}num")
        for depth, name in abstract.get(_value(number, "abstractNumId"), {}).items()
    }


def _value(parent: Element, name: str) -> str:
    child = parent.find(f"{{*}}{name}")
    return "" if child is None else attribute(child, "val")
