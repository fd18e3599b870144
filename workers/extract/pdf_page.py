"""What is on a page of a PDF: glyphs, rules, and the lines and tables that are made of them.

All coordinates are points from the upper left corner of the page as it is shown, y growing down.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

MARKED_HYPHENS = "\u0002\ufffe\u00ad"  # as PDFium marks one at a line's end, and a soft one

MARK = re.compile(r"[•▪▸✓‣◦●○■□–—*·-]|\(?[0-9ivxIVX]{1,4}[.)]|\(?[a-zA-Z][.)]|\[\d+\]")  # noqa: RUF001 - marks
_WIDE = 1.5  # of the size


class Glyph(NamedTuple):
    """A character. One that PDFium put in for a gap has no box: only a space or a line's end."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    size: float
    is_bold: bool = False
    is_mono: bool = False
    turn: int = 0
    is_generated: bool = False


class Rule(NamedTuple):
    """A thin drawn line, upright or level."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def is_upright(self) -> bool:
        """Tell an upright one from a level one."""
        return self.bottom - self.top > self.right - self.left


@dataclass(frozen=True, slots=True)
class RawPage:
    """One page as PDFium gives it. `image_share` is the part of it that images cover, 0 to 1.

    `unmapped` counts glyphs for which the font does not say which character they are.
    """

    number: int
    width: float
    height: float
    glyphs: list[Glyph]
    rules: list[Rule]
    image_share: float
    path_count: int
    unmapped: int = 0
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """Text on one baseline, in one column: `column` differs where the text does not flow on.

    `room` is where the column begins and ends.
    """

    text: str
    left: float
    top: float
    right: float
    bottom: float
    size: float
    is_bold: bool = False
    is_mono: bool = False
    turn: int = 0
    column: int = 0
    room: tuple[float, float] = (0.0, 0.0)

    @property
    def middle(self) -> float:
        """Return the height at which the line stands."""
        return (self.top + self.bottom) / 2


@dataclass(frozen=True, slots=True)
class Table:
    """Cells in rows of one length; `box` is left, top, right, bottom."""

    rows: tuple[tuple[str, ...], ...]
    box: tuple[float, float, float, float]


Item = Line | Table


def joined(parts: Iterable[Line]) -> Line:
    """Make one line of those that stand side by side; a tab tells where the gap is wide."""
    ordered = sorted(parts, key=lambda part: part.left)
    if len(ordered) == 1:
        return ordered[0]
    longest = max(ordered, key=lambda part: len(part.text))
    return replace(
        longest,
        text=_text(ordered),
        left=ordered[0].left,
        top=min(part.top for part in ordered),
        right=max(part.right for part in ordered),
        bottom=max(part.bottom for part in ordered),
        is_bold=all(part.is_bold for part in ordered),
        is_mono=all(part.is_mono for part in ordered),
    )


def _text(ordered: Sequence[Line]) -> str:
    texts = [ordered[0].text]
    for before, part in pairwise(ordered):
        is_wide = part.left - before.right > _WIDE * part.size and not MARK.fullmatch(before.text)
        texts.append(("\t" if is_wide else " ") + part.text)
    return "".join(texts)
