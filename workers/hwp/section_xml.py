"""Reads a section of HWPX once: holds it against the limits, and finds what rhwp leaves out.

That is the text in drawn boxes and in memos, and the shape of each paragraph, which tells headings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal
from xml.parsers import expat

from workers.hwp.demands import Demands, ExcessError

AsideKind = Literal["box", "memo"]
_ASIDES: Mapping[str, AsideKind] = {"drawText": "box", "fieldBegin": "memo"}
_BREAKS = {"lineBreak": "\n", "tab": " ", "nbSpace": " ", "fwSpace": " "}


@dataclass(frozen=True, slots=True)
class Aside:
    """Text that stands beside the body; `paragraph` is the one it hangs on, from 0."""

    kind: AsideKind
    paragraph: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SectionScan:
    """What was found. `shapes` has the paragraph shape's id of each paragraph of the body."""

    shapes: tuple[int, ...]
    asides: tuple[Aside, ...]


class DoctypeError(ExcessError):
    """A part declares a document type, which no word processor writes."""


def scan_section(data: bytes, demands: Demands) -> SectionScan:
    """Read one section; expat.ExpatError where it is no XML, ExcessError where it asks too much."""
    scan = _Scan(demands)
    parser = new_parser()
    parser.StartElementHandler = scan.start
    parser.EndElementHandler = scan.end
    parser.CharacterDataHandler = scan.text
    parser.Parse(data, True)  # noqa: FBT003 - positional only
    return SectionScan(tuple(scan.shapes), tuple(scan.asides))


def new_parser() -> expat.XMLParserType:
    """Make a parser that resolves nothing and refuses document types, and with them entities."""
    parser = expat.ParserCreate()
    parser.buffer_text = True

    def refuse(*_declared: object) -> None:
        raise DoctypeError("XML that declares a document type")

    parser.StartDoctypeDeclHandler = refuse
    return parser


def local_name(name: str) -> str:
    """Drop the prefix: writers disagree on them."""
    return name.rsplit(":", 1)[-1]


def number(attributes: Mapping[str, str], key: str, default: int) -> int:
    """Read a whole number that is not negative."""
    value = attributes.get(key, "")
    if not value:
        return default
    if not value.isdecimal():
        raise ExcessError(f"{key} is not a number")
    return int(value[:20])


class _Scan:
    """Expat's handlers; a section element is at depth 1."""

    def __init__(self, demands: Demands) -> None:
        self._demands = demands
        self._depth = 0
        self._lists = 0
        self._chars: list[int] = []
        self._script: list[str] | None = None
        self._aside: tuple[AsideKind, int] | None = None  # and the depth of its element
        self._lines: list[str] = []
        self._line: list[list[str]] = []
        self._in_text = 0
        self.shapes: list[int] = []
        self.asides: list[Aside] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        self._demands.xml_depth(self._depth)
        tag = local_name(name)
        if tag == "p":
            self._start_paragraph(attributes)
        elif tag == "t":
            self._in_text += 1
        elif tag == "tbl":
            self._demands.table(number(attributes, "rowCnt", 0), number(attributes, "colCnt", 0))
        elif tag == "cellSpan":
            self._demands.span(number(attributes, "rowSpan", 1), number(attributes, "colSpan", 1))
        elif tag == "subList":
            self._lists += 1
            self._demands.nesting(self._lists)
        elif tag == "script":
            self._script = []
        elif tag in _ASIDES and self._aside is None:
            self._aside = _ASIDES[tag], self._depth
        elif self._in_text and self._line:
            self._line[-1].append(_BREAKS.get(tag, ""))

    def _start_paragraph(self, attributes: dict[str, str]) -> None:
        if not self._chars:  # of the body, for which rhwp takes those of a list of memos too
            self.shapes.append(number(attributes, "paraPrIDRef", 0))
        self._chars.append(0)
        if self._aside is not None:
            self._line.append([])

    def end(self, name: str) -> None:
        tag = local_name(name)
        if tag == "p" and self._chars:
            self._chars.pop()
            if self._line:
                self._lines += "".join(self._line.pop()).splitlines()
        elif tag == "t":
            self._in_text -= 1
        elif tag == "subList":
            self._lists -= 1
        elif tag == "script" and self._script is not None:
            self._demands.equation("".join(self._script))
            self._script = None
        if self._aside is not None and self._aside[1] == self._depth:
            self._end_aside(self._aside[0])
        self._depth -= 1

    def _end_aside(self, kind: AsideKind) -> None:
        lines = tuple(line for line in map(str.strip, self._lines) if line)
        if lines:
            self.asides.append(Aside(kind, max(0, len(self.shapes) - 1), lines))
        self._aside, self._lines = None, []

    def text(self, chunk: str) -> None:
        if self._chars:
            self._chars[-1] += len(chunk)
            self._demands.paragraph(self._chars[-1])
        if self._script is not None:
            self._script.append(chunk)
        if self._in_text and self._line:
            self._line[-1].append(chunk)
