"""Reads a laid-out page's text from its SVG, with the lines and blanks that a reader sees. Pure.

Each character stands by itself there, and blanks are left out: both come from the positions. So
this is a best effort, and columns that stand beside each other become one line.
"""

from __future__ import annotations

import html
import re
import unicodedata
from typing import NamedTuple

_RUN = re.compile(r"<text ([^>]*)>(.*?)</text>", re.DOTALL)
_NUMBER = re.compile(r'\b(x|y|font-size|textLength)="(-?[\d.]+)"')
_TAG = re.compile(r"<[^>]+>")
_LINE_SHARE = 0.5  # of the size of a letter: what is lower than that is on the next line
_BLANK_SHARE = 0.2
_WIDE = frozenset("mwMW%@")
_WIDTHS = {"wide": 1.0, "broad": 0.9, "upper": 0.7, "narrow": 0.5}  # in sizes of a letter


class _Run(NamedTuple):
    x: float
    y: float
    size: float
    width: float
    text: str


def text_of_page(svg: str) -> str:
    """Return the text of a laid-out page."""
    pieces: list[str] = []
    before: _Run | None = None
    for run in _runs(svg):
        if before is not None:
            pieces.append(_between(before, run))
        pieces.append(run.text)
        before = run
    lines = (line.strip() for line in "".join(pieces).split("\n"))
    return "\n".join(line for line in lines if line)


def _between(before: _Run, run: _Run) -> str:
    size = max(before.size, run.size)
    is_back = run.x < before.x - size * _LINE_SHARE
    if abs(run.y - before.y) > size * _LINE_SHARE or is_back:
        return "\n"
    return " " if run.x - before.x - before.width > size * _BLANK_SHARE else ""


def _runs(svg: str) -> list[_Run]:
    runs: list[_Run] = []
    for attributes, inside in _RUN.findall(svg):
        numbers = {name: float(value) for name, value in _NUMBER.findall(attributes)}
        text = html.unescape(_TAG.sub("", inside))
        if not text or "x" not in numbers or "y" not in numbers:
            continue
        size = numbers.get("font-size", 12.0)
        width = numbers.get("textLength") or sum(map(_width, text)) * size
        runs.append(_Run(numbers["x"], numbers["y"], size, width, text))
    return runs


def _width(char: str) -> float:
    if unicodedata.east_asian_width(char) in "WF":
        return _WIDTHS["wide"]
    if char in _WIDE:
        return _WIDTHS["broad"]
    return _WIDTHS["upper" if char.isupper() else "narrow"]
