"""Reads the text of a Word paragraph as if every tracked change were accepted.

python-docx leaves out what stands in insertions, content controls and text boxes; this walks the
XML itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from workers.extract.xml_tree import Element, attribute, children, local_name, text_of

_GONE = frozenset(
    ("del", "moveFrom", "rPr", "pPr", "instrText", "delText", "rt", "sdtPr", "softHyphen")
)
_PLAIN = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_NOTES = {"footnoteReference": "footnote", "endnoteReference": "endnote"}


@dataclass(slots=True)
class ParagraphText:
    """What a paragraph says, and what hangs on it."""

    text: str = ""
    notes: list[tuple[str, str]] = field(default_factory=list)  # footnote or endnote, and its id
    comments: list[str] = field(default_factory=list)
    boxes: list[Element] = field(default_factory=list)  # of text; each holds paragraphs
    image_count: int = 0


def read_paragraph(paragraph: Element) -> ParagraphText:
    """Read one `w:p`."""
    found = ParagraphText()
    parts: list[str] = []
    _read(paragraph, parts, found)
    found.text = "".join(parts)
    return found


def is_joined_to_next(paragraph: Element) -> bool:
    """Tell whether the end of the paragraph is deleted, so that the next one goes on in it."""
    mark = paragraph.find("{*}pPr/{*}rPr/{*}del")
    return mark is not None


def _read(parent: Element, parts: list[str], found: ParagraphText) -> None:
    for child in children(parent):
        name = local_name(child)
        if name in _GONE:
            continue
        if name == "t":
            parts.append(text_of(child))
        elif name in _PLAIN:
            parts.append(_PLAIN[name])
        elif name in _NOTES:
            found.notes.append((_NOTES[name], attribute(child, "id")))
            parts.append(f"[^{_mark(*found.notes[-1])}]")
        elif name == "commentReference":
            found.comments.append(attribute(child, "id"))
        elif name == "AlternateContent":
            _read_first(child, parts, found)
        elif name in {"drawing", "pict", "object"}:
            _read_drawing(child, parts, found)
        else:
            _read(child, parts, found)


def note_text(kind: str, note_id: str, text: str) -> str:
    """Write a note as Markdown does."""
    return f"[^{_mark(kind, note_id)}]: {text}"


def _mark(kind: str, note_id: str) -> str:
    return note_id if kind == "footnote" else f"e{note_id}"


def _read_first(alternatives: Element, parts: list[str], found: ParagraphText) -> None:
    """Read the first alternative only: they show the same thing to newer and older programs."""
    for alternative in children(alternatives):
        _read(alternative, parts, found)
        return


def _read_drawing(drawing: Element, parts: list[str], found: ParagraphText) -> None:
    boxes = list(drawing.iter("{*}txbxContent"))
    found.boxes += [box for box in boxes if not _is_inside(box, boxes)]
    if boxes:
        return
    described = (" ".join(attribute(shape, "descr").split()) for shape in drawing.iter("{*}docPr"))
    parts += [f"[image: {words}]" for words in described if words]
    found.image_count += any(True for _ in drawing.iter("{*}blip", "{*}imagedata"))


def _is_inside(box: Element, boxes: list[Element]) -> bool:
    """Tell a box in a box, and the second of two that show the same thing."""
    return any(above in boxes or local_name(above) == "Fallback" for above in box.iterancestors())
