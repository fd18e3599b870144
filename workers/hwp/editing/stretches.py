"""Reads and changes the text of a paragraph's XML, across the runs that it is cut into.

A stretch is text that one phrase may cover: it goes on over runs and marks, and ends at a control,
an object, a tab or a line break. A character that is replaced keeps the shape of the one before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

_CLICK_HERE = {"CLICK_HERE", "CLICKHERE"}
_SIGNS = {"tab": "\t", "lineBreak": "\n", "hyphen": "", "nbSpace": "\u00a0", "fwSpace": "\u3000"}


def local_name(element: Any) -> str:
    """Return an element's name without its namespace; empty for a comment."""
    tag = element.tag
    return tag.rsplit("}", 1)[-1] if isinstance(tag, str) else ""


def children(element: Any, *path: str) -> Iterator[Any]:
    """Give the descendants that a path of names leads to."""
    name, *rest = path
    for child in element:
        if local_name(child) == name:
            if rest:
                yield from children(child, *rest)
            else:
                yield child


@dataclass(slots=True)
class _Piece:
    """A text of the XML: that in an element, or that behind it."""

    element: Any
    is_tail: bool

    @property
    def text(self) -> str:
        return str((self.element.tail if self.is_tail else self.element.text) or "")

    def write(self, text: str) -> None:
        lead, signs = _split_signs(text)
        if self.is_tail:
            self.element.tail = lead
            parent = self.element.getparent()
            at = parent.index(self.element) + 1
        else:
            self.element.text = lead
            parent, at = self.element, 0
        for offset, (sign, text_behind) in enumerate(signs):
            made = parent.makeelement(f"{_namespace(parent)}{sign}", {})
            made.tail = text_behind
            parent.insert(at + offset, made)


@dataclass(slots=True)
class Stretch:
    """Text that one phrase may cover. `start` is its place in the paragraph's whole text."""

    start: int
    _pieces: list[_Piece] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text as it stands."""
        return "".join(piece.text for piece in self._pieces)

    def replace(self, start: int, end: int, text: str) -> None:
        """Put a text in place of the characters from `start` up to `end`."""
        offset, used = 0, 0
        touched: list[tuple[_Piece, str, int, int]] = []
        for piece in self._pieces:
            here = piece.text
            first, last = max(start - offset, 0), min(end - offset, len(here))
            offset += len(here)
            if first < last:
                touched.append((piece, here, first, last))
        for number, (piece, here, first, last) in enumerate(touched, 1):
            stop = len(text) if number == len(touched) else used + last - first
            piece.write(here[:first] + text[used:stop] + here[last:])
            used = min(stop, len(text))


def stretches_of(paragraph: Any) -> list[Stretch]:
    """Cut a paragraph's own text into stretches; that of objects on it is not among it."""
    made = [Stretch(0)]
    length = 0
    for piece in _pieces(paragraph):
        if isinstance(piece, str):
            length += len(piece)
            made.append(Stretch(length))
        else:
            made[-1]._pieces.append(piece)  # noqa: SLF001 - the class's own maker
            length += len(piece.text)
    return [one for one in made if one.text]


def text_of(paragraph: Any) -> str:
    """Return a paragraph's own text, tabs and line breaks among it."""
    pieces = _pieces(paragraph)
    return "".join(piece if isinstance(piece, str) else piece.text for piece in pieces)


def forget_layout(paragraph: Any) -> None:
    """Drop the lines that the word processor laid out for the old text."""
    for child in list(paragraph):
        if local_name(child) == "linesegarray":
            paragraph.remove(child)


def _pieces(paragraph: Any) -> Iterator[_Piece | str]:
    """Give the texts in order, and between them what cuts them: a sign, or "" for an object."""
    guide_until = ""
    things = [child for run in children(paragraph, "run") for child in run if local_name(child)]
    for index, thing in enumerate(things):
        if local_name(thing) != "t":
            if guide_until and _ends(thing, guide_until):
                guide_until = ""
            guide_until = guide_until or _begins_guide(thing, things[index + 1 :])
            yield ""
        elif not guide_until:
            yield from _inside(thing)


def _begins_guide(thing: Any, following: Sequence[Any]) -> str:
    """Return the id of a click-here field that begins here and that nobody has filled.

    It holds a word on what to write there, which is shown on the screen and never printed.
    """
    begin = next(children(thing, "fieldBegin"), None)
    if begin is None or begin.get("type") not in _CLICK_HERE or begin.get("dirty") == "1":
        return ""
    texts: list[str] = []
    for one in following:
        if _ends(one, begin.get("id")):
            break
        if local_name(one) == "t":
            texts += [part if isinstance(part, str) else part.text for part in _inside(one)]
    held = "".join(texts)
    told = (param.text or "" for param in children(begin, "parameters", "stringParam"))
    return begin.get("id") or "" if held and any(held in one for one in told) else ""


def _ends(thing: Any, field_id: str) -> bool:
    return any(one.get("beginIDRef") == field_id for one in children(thing, "fieldEnd"))


def _inside(text: Any) -> Iterator[_Piece | str]:
    yield _Piece(text, is_tail=False)
    for child in text:
        name = local_name(child)
        if name in _SIGNS:
            yield _SIGNS[name]
        elif name:
            yield from _inside(child)
        yield _Piece(child, is_tail=True)


def _split_signs(text: str) -> tuple[str, Sequence[tuple[str, str]]]:
    """Take line breaks and tabs out of a text: each with the text behind it."""
    if "\n" not in text and "\t" not in text:
        return text, []
    lead: list[str] = []
    signs: list[tuple[str, list[str]]] = []
    for char in text:
        if char in "\n\t":
            signs.append(("lineBreak" if char == "\n" else "tab", []))
        elif signs:
            signs[-1][1].append(char)
        else:
            lead.append(char)
    return "".join(lead), [(name, "".join(behind)) for name, behind in signs]


def _namespace(element: Any) -> str:
    return str(element.tag).rpartition("}")[0] + "}"
