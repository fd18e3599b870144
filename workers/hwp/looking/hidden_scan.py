"""Goes through one section of HWPX and collects the text that its pages do not show.

`has_behind` tells whether something lies behind the text, where letters of the page's colour show.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from workers.hwp.looking.finding import Severity
from workers.hwp.looking.hidden_places import Place, is_off_page
from workers.hwp.looking.looks import (
    BRUSHES,
    WHITE,
    CharLook,
    Colour,
    Fill,
    Looks,
    Unknown,
    ground_of,
    number_of,
)
from workers.hwp.section_xml import local_name

POINT = 100  # the unit of a letter's size
_SAME, _NEAR = 8, 24  # of 255, in the channel that differs most
_NO_SIZE = 100  # of 7200 to the inch: a third of a millimetre
_SHAPES = ("rect", "ellipse", "polygon", "curve", "arc", "line", "container", "textart")
_NOTES = {"footNote": "fn", "endNote": "en", "header": "head", "footer": "foot"}
_PLAIN = CharLook(1000, (0, 0, 0), None)


@dataclass(eq=False, slots=True)
class Shape:
    """A drawn object, whose size and place on the page stand behind its text."""

    place: Place
    words: list[str] = field(default_factory=list)
    width: float = _NO_SIZE
    height: float = _NO_SIZE
    is_off_page: bool = False


@dataclass(eq=False, slots=True)
class Hidden:
    """Text of one paragraph that is hidden in one way."""

    kind: str
    severity: Severity
    confidence: float
    detail: str
    place: Place
    words: list[str] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Comment:
    """A hidden comment, and the paragraph of the body that it hangs on."""

    place: Place
    words: list[str] = field(default_factory=list)


class Scan:
    """One section, by expat's events. What is pushed at an element's start is popped at its end."""

    def __init__(self, number: int, looks: Looks, threshold: float) -> None:
        self._looks = looks
        self._threshold = threshold
        self._place = [Place(f"s{number}")]
        self._top = self._place[0]
        self._grounds: list[Fill] = [WHITE]
        self._shape: list[Shape] = []
        self._looking: list[CharLook] = []
        self._comment: Comment | None = None
        self.comments: list[Comment] = []
        self._in_text = 0
        self._page = 0.0
        self.has_behind = False
        self.found: dict[tuple[Place, str], Hidden] = {}

    # --- expat's handlers

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Take in the start of an element."""
        tag = local_name(name)
        if tag == "p":
            self._push(
                self._place[-1].below("p"), self._looks.paragraph_fill(_id(attributes, "paraPr"))
            )
            if len(self._place) == 2:  # noqa: PLR2004 - below the section
                self._top = self._place[-1]
        elif tag == "run":
            look = self._looks.characters.get(_id(attributes, "charPr"), _PLAIN)
            self._looking.append(look)
        elif tag == "t":
            self._in_text += 1
        elif tag == "tbl":
            self._push(self._place[-1].below("t"), self._looks.fill(_id(attributes, "borderFill")))
        elif tag == "tc":
            self._push(Place("", self._place[-1]), self._looks.fill(_id(attributes, "borderFill")))
        elif tag in _NOTES:
            self._push(self._place[-1].below(_NOTES[tag]), None)
        elif tag in _SHAPES:
            self.has_behind |= attributes.get("textWrap") == "BEHIND_TEXT"
            # A container is no box of its own: its parts are.
            self._push(self._top if tag == "container" else self._top.below("box"), None)
            self._shape.append(Shape(self._place[-1]))
        elif tag == "hiddenComment":
            self._comment = Comment(self._top)
        else:
            self._start_detail(tag, attributes)

    def _start_detail(self, tag: str, attributes: dict[str, str]) -> None:
        """Take in what stands inside a table, shape or page to describe it."""
        if tag == "cellAddr":
            row, column = attributes.get("rowAddr", ""), attributes.get("colAddr", "")
            self._place[-1].step = f"r{row}c{column}"
        elif tag == "cellzone":
            self._grounds[-1] = Unknown()
        elif tag in BRUSHES and self._shape:
            self._grounds[-1] = ground_of(tag, attributes)
        elif tag == "pagePr":
            self._page = max(number_of(attributes, "width"), number_of(attributes, "height"))
        elif tag == "pageBorderFill":
            page = self._looks.fill(_id(attributes, "borderFill"))
            self._grounds[0] = self._grounds[0] if page is None else page
        elif tag == "pic":
            self.has_behind |= attributes.get("textWrap") == "BEHIND_TEXT"
        elif tag == "sz" and self._shape and self._place[-1] is self._shape[-1].place:
            shape = self._shape[-1]
            shape.width = number_of(attributes, "width")
            shape.height = number_of(attributes, "height")
        elif tag == "pos" and self._shape and self._place[-1] is self._shape[-1].place:
            self._shape[-1].is_off_page = is_off_page(
                attributes, self._page, self._shape[-1].width, self._shape[-1].height
            )

    def end(self, name: str) -> None:
        """Take in its end."""
        tag = local_name(name)
        if tag in ("p", "tbl", "tc") or tag in _NOTES:
            self._pop()
        elif tag == "run" and self._looking:
            self._looking.pop()
        elif tag == "t":
            self._in_text -= 1
        elif tag in _SHAPES and self._shape:
            self._end_shape(self._shape.pop())
            self._pop()
        elif tag == "hiddenComment" and self._comment is not None:
            if self._comment.words:
                self.comments.append(self._comment)
            self._comment = None

    def text(self, chunk: str) -> None:
        """Look at a piece of text."""
        if not self._in_text or not chunk.strip():
            return
        for shape in self._shape:
            shape.words.append(chunk)
        if self._comment is not None:
            self._comment.words.append(chunk)
            return
        look = self._looking[-1] if self._looking else _PLAIN
        if look.height < self._threshold:
            size = f"{look.height / POINT:g} pt"
            self._add("tiny_text", "high", 0.9, f"its letters are {size} high", chunk)
        self._compare(look, chunk)

    # --- what is seen

    def _compare(self, look: CharLook, chunk: str) -> None:
        grounds = [*self._grounds, look.ground]
        ground = next((one for one in reversed(grounds) if one is not None), WHITE)
        if look.colour is None or isinstance(ground, Unknown):
            return
        distance = max(abs(a - b) for a, b in zip(look.colour, ground, strict=True))
        if distance > _NEAR:
            return
        colours = f"letters of {_hex(look.colour)} on {_hex(ground)}"
        if distance <= _SAME:
            self._add("same_colour", "high", 0.9, colours, chunk)
        else:
            self._add("near_colour", "medium", 0.6, colours, chunk)

    def _end_shape(self, shape: Shape) -> None:
        if min(shape.width, shape.height) < _NO_SIZE:
            detail = f"a shape of {shape.width:g} x {shape.height:g} units holds it"
            self._keep(Hidden("no_size", "high", 0.8, detail, shape.place, shape.words))
        elif shape.is_off_page:
            detail = "a shape beside the page holds it"
            self._keep(Hidden("off_page", "high", 0.8, detail, shape.place, shape.words))
        elif not shape.words and shape.place is not self._top:  # only boxes with text are counted
            self._top.counts["box"] -= 1

    def _add(
        self, kind: str, severity: Severity, confidence: float, detail: str, chunk: str
    ) -> None:
        key = (self._place[-1], kind)
        if key not in self.found:
            self.found[key] = Hidden(kind, severity, confidence, detail, self._place[-1])
        self.found[key].words.append(chunk)

    def _keep(self, hidden: Hidden) -> None:
        if hidden.words:
            self.found.setdefault((hidden.place, hidden.kind), hidden)

    # --- the stacks

    def _push(self, place: Place, ground: Fill) -> None:
        self._place.append(place)
        self._grounds.append(ground)

    def _pop(self) -> None:
        if len(self._place) > 1:
            self._place.pop()
            self._grounds.pop()


def _id(attributes: dict[str, str], kind: str) -> str:
    return attributes.get(f"{kind}IDRef", "")


def _hex(colour: Colour) -> str:
    return "#" + bytes(colour).hex().upper()
