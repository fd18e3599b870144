"""Reads from a page's SVG what stands where, and compares two pages. Pure."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from workers.hwp.looking.alignment import aligned
from workers.hwp.looking.difference import Difference

MAX_RUNS = 20_000  # more on one page are no page of text
_TEXT = re.compile(r"<text\b([^>]*)>(.*?)</text>", re.DOTALL)
_PLACE = re.compile(r'\b([xy])="(-?[0-9.]+)')
_SIZE = re.compile(r'font-size="([0-9.]+)')
_TAG = re.compile(r"<[^>]+>")
POINTS = 0.75  # the SVG counts 96 to the inch
_WIDEST_GAP = 1.8  # of the letters' size: what is farther away is in another column


@dataclass(frozen=True, slots=True)
class Run:
    """Letters side by side on one line, and where they begin, in points."""

    text: str
    x: float
    y: float


def runs_of(svg: str) -> list[Run]:
    """Join a page's letters to runs, in the order in which they are drawn."""
    runs: list[tuple[list[str], float, float]] = []
    last = (0.0, 0.0, 0.0)  # where the last letter is, and its size
    for text, x, y, size in _letters(svg):
        before_x, before_y, before_size = last
        widest = _WIDEST_GAP * max(size, before_size)
        if runs and y == before_y and 0 <= x - before_x <= widest:
            runs[-1][0].append(text)
        else:
            runs.append(([text], x, y))
        last = (x, y, size)
    joined = (Run("".join(letters).strip(), x * POINTS, y * POINTS) for letters, x, y in runs)
    return [run for run in joined if run.text]


def _letters(svg: str) -> Iterator[tuple[str, float, float, float]]:
    for attributes, content in _TEXT.findall(svg):
        place = {axis: float(value) for axis, value in _PLACE.findall(attributes)}
        size = _SIZE.search(attributes)
        text = html.unescape(_TAG.sub("", content))
        yield text, place.get("x", 0.0), place.get("y", 0.0), float(size[1]) if size else 0.0


@dataclass(frozen=True, slots=True)
class PageDifference:
    """How one page differs, and how far what is on both was moved at most."""

    differences: tuple[Difference, ...]
    max_displacement: float


def compare_runs(
    before: Sequence[Run], after: Sequence[Run], page: int, allowed: float
) -> PageDifference:
    """Compare two pages; what was moved by no more than `allowed` is as before."""
    before, after = before[:MAX_RUNS], after[:MAX_RUNS]
    found: list[Difference] = []
    farthest = 0.0
    for a, b in aligned([run.text for run in before], [run.text for run in after]):
        if a is not None and b is not None and before[a].text == after[b].text:
            moved = max(abs(before[a].x - after[b].x), abs(before[a].y - after[b].y))
            farthest = max(farthest, moved)
            if moved > allowed:
                found.append(_moved(before[a], after[b], page))
        else:
            found.append(
                Difference.between(
                    "run",
                    None,
                    None if a is None else before[a].text,
                    None if b is None else after[b].text,
                    page,
                )
            )
    return PageDifference(tuple(found), farthest)


def _moved(before: Run, after: Run, page: int) -> Difference:
    places = (f"{run.text} at {run.x:.1f}, {run.y:.1f}" for run in (before, after))
    return Difference("moved", "run", None, next(places), next(places), page)
