"""Turns elements into lines of plain text. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from workers.hwp.elements import Element, Formula, Note, Picture, Text

_BLANKS = re.compile(r"[^\S\n]+")
_UNPRINTED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ufffc\ufffe\uffff]")
_OWN_GLYPHS = re.compile("[\U000f0000-\U0010fffd]+")  # ornaments that only Hancom's fonts have
Insert = tuple[int, str]


def lines_of(elements: Iterable[Element]) -> list[str]:
    """Give one line to each paragraph that says something, with its equations; tables are left
    out, pictures give their captions.
    """
    paragraphs: list[tuple[str, list[Insert]]] = []
    for element in elements:
        match element:
            case Text():
                paragraphs.append((element.text, []))
            case Formula():
                if not paragraphs:
                    paragraphs.append(("", []))
                text, inserts = paragraphs[-1]
                at = len(text) if element.offset is None else element.offset
                inserts.append((at, formula_text(element)))
            case Picture():
                paragraphs += [(line, []) for line in lines_of(element.caption)]
            case _:
                pass
    lines = (insert(text, inserts) for text, inserts in paragraphs)
    return [line for line in lines if line]


def formula_text(formula: Formula) -> str:
    """Write an equation as Hancom's script between dollar signs."""
    return script_text(formula.script)


def script_text(script: str) -> str:
    """Write an equation's script between dollar signs."""
    cleaned = clean(script.replace("\n", " "))
    return f" ${cleaned}$ " if cleaned else ""


def note_mark(note: Note) -> str:
    """Write what stands for a note in the text, and before its own."""
    return mark_of(note.kind, note.number)


def mark_of(kind: str, number: int) -> str:
    """Write the mark of a footnote or endnote."""
    return f"[^{number}]" if kind == "footnote" else f"[^e{number}]"


def insert(text: str, inserts: Sequence[Insert]) -> str:
    """Put pieces at their places in a text, and clean it."""
    parts: list[str] = []
    at = 0
    for offset, piece in sorted(inserts, key=lambda one: one[0]):
        parts += [text[at : max(at, offset)], piece]
        at = max(at, offset)
    return clean("".join([*parts, text[at:]]))


def clean(text: str) -> str:
    """Drop what does not print, and make one blank of several; line breaks stay."""
    text = _OWN_GLYPHS.sub(" ", _UNPRINTED.sub("", text))
    lines = (_BLANKS.sub(" ", line).strip() for line in text.split("\n"))
    return "\n".join(line for line in lines if line)
