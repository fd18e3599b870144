"""Reads from an HWPX header how text looks: its size, its colour, what lies behind it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from workers.hwp.section_xml import local_name, new_parser

Colour = tuple[int, int, int]
WHITE: Colour = (255, 255, 255)
_HEX_DIGITS = 6
_FULL = 100
_NO_PAINT = "#FFFFFFFF"


class Unknown:
    """A ground of several colours: a picture, a gradient."""


UNKNOWN = Unknown()
Fill = Colour | Unknown | None  # None lets what lies behind show


@dataclass(frozen=True, slots=True)
class CharLook:
    """A character shape: its size in hundredths of a point, its colour, its own ground."""

    height: float
    colour: Colour | None
    ground: Fill


@dataclass(slots=True)
class Looks:
    """What a document defines, by id: character shapes, fills, a paragraph shape's fill."""

    characters: dict[str, CharLook] = field(default_factory=dict)
    fills: dict[str, Fill] = field(default_factory=dict)
    paragraphs: dict[str, str] = field(default_factory=dict)

    def fill(self, identity: str) -> Fill:
        """Give a fill by its id."""
        return self.fills.get(identity)

    def paragraph_fill(self, identity: str) -> Fill:
        """Give the fill of a paragraph shape."""
        return self.fill(self.paragraphs.get(identity, ""))


def read_looks(header: bytes) -> Looks:
    """Read a header; what cannot be read of it is left out."""
    reader = _Reader()
    parser = new_parser()
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    try:
        parser.Parse(header, True)  # noqa: FBT003 - positional only
    except expat.ExpatError:
        return reader.looks
    return reader.looks


def colour_of(text: str) -> Colour | None:
    """Read `#RRGGBB`, or `#AARRGGBB`; None for `none`."""
    digits = text.removeprefix("#")[-_HEX_DIGITS:]
    try:
        value = bytes.fromhex(digits)
    except ValueError:
        return None
    return (value[0], value[1], value[2]) if len(value) == len(WHITE) else None


def ground_of(tag: str, attributes: dict[str, str]) -> Fill:
    """Read what one brush paints."""
    return paint_of(attributes.get("faceColor", "none")) if tag == "winBrush" else UNKNOWN


def paint_of(text: str) -> Colour | None:
    """Read the colour of a ground; that of all ones is Windows' word for none."""
    return None if text.upper() == _NO_PAINT else colour_of(text)


def number_of(attributes: Mapping[str, str], key: str, default: float = 0.0) -> float:
    """Read a number that may be anything."""
    try:
        return float(attributes.get(key, default))
    except ValueError:
        return default


BRUSHES = ("winBrush", "gradation", "imgBrush")


class _Reader:
    """Expat's handlers. A character shape ends with its element: its sizes stand in it."""

    def __init__(self) -> None:
        self.looks = Looks()
        self._fill = self._paragraph = ""
        self._character: dict[str, str] = {}
        self._relative = float(_FULL)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        tag = local_name(name)
        if tag == "borderFill":
            self._fill = attributes.get("id", "")
        elif tag in BRUSHES and self._fill:
            self.looks.fills[self._fill] = ground_of(tag, attributes)
        elif tag == "charPr":
            self._character, self._relative = attributes, float(_FULL)
        elif tag == "relSz" and self._character:
            self._relative = max((number_of(attributes, key) for key in attributes), default=100)
        elif tag == "paraPr":
            self._paragraph = attributes.get("id", "")
        elif tag == "border" and self._paragraph:
            self.looks.paragraphs[self._paragraph] = attributes.get("borderFillIDRef", "")

    def end(self, name: str) -> None:
        tag = local_name(name)
        if tag == "borderFill":
            self._fill = ""
        elif tag == "paraPr":
            self._paragraph = ""
        elif tag == "charPr":
            shape, self._character = self._character, {}
            height = number_of(shape, "height", 1000) * self._relative / _FULL
            ground: Fill = paint_of(shape.get("shadeColor", "none"))
            if ground is None:
                ground = self.looks.fill(shape.get("borderFillIDRef", ""))
            self.looks.characters[shape.get("id", "")] = CharLook(
                height, colour_of(shape.get("textColor", "#000000")), ground
            )
