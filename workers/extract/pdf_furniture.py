"""Recognises headers, footers and page numbers by their coming again on page after page. Pure."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from workers.extract.pdf_page import Item, Line

_DIGITS = re.compile(r"\d+")
_NUMBERS = re.compile(r"(?:\d+[.)]?)+")
_NUMBER_ONLY = re.compile(
    r"(?:page|seite|p\.|쪽|-|–|—|\s)*(?:\d+|[ivxlc]+)(?:\s*(?:/|of|von|de|-|–|—|쪽|페이지|\s)\s*\d*)*",  # noqa: RUF001 - dashes
    re.IGNORECASE,
)
_MARGIN = 0.14  # of the page's height, from above and below
_NUMBER_MARGIN = 0.25
_EDGE_LINES = 3
_MIN_PAGES = 3
_SAME_HEIGHT = 4.0

Spot = tuple[int, int]  # page, and the item's index on it
Edge = Sequence[tuple[int, Line]]


def furniture(pages: Mapping[int, Sequence[Item]], heights: Mapping[int, float]) -> dict[Spot, str]:
    """Return what repeats, by page and index."""
    edges = {
        page: list(_edge_lines(items, heights[page])) for page, items in pages.items() if items
    }
    outer = {page: _outermost(lines) for page, lines in edges.items()}
    on_many = _repeated(edges, max(_MIN_PAGES, len(edges) // 2))
    found = {**on_many, **_repeated(outer, _MIN_PAGES)}
    for page, items in pages.items():
        if items and all((page, index) in found for index in range(len(items))):
            found = {spot: text for spot, text in found.items() if spot[0] != page}
    return found | _page_numbers(edges, outer)


def told(texts: Iterable[str]) -> list[str]:
    """Return the words of what repeats, without page numbers, each once."""
    words = {" ".join(_NUMBERS.sub("", text).split()) for text in texts}
    return sorted(text for text in words if sum(map(str.isalpha, text)) > 1)


def _edge_lines(items: Sequence[Item], height: float) -> Iterator[tuple[int, Line]]:
    lines = [
        (index, item)
        for index, item in enumerate(items)
        if isinstance(item, Line) and not item.turn
    ]
    by_height = sorted(lines, key=lambda entry: entry[1].middle)
    for index, line in dict((*by_height[:_EDGE_LINES], *by_height[-_EDGE_LINES:])).items():
        margin = _NUMBER_MARGIN if _NUMBER_ONLY.fullmatch(line.text) else _MARGIN
        if not margin * height < line.middle < (1 - margin) * height:
            yield index, line


def _outermost(lines: Edge) -> Edge:
    return [lines[0], lines[-1]] if len(lines) > 1 else lines


def _repeated(edges: Mapping[int, Edge], least: int) -> dict[Spot, str]:
    """Find lines of the same words at one height, on as many pages as this at least."""
    groups: dict[tuple[str, int], dict[Spot, str]] = defaultdict(dict)
    for page, lines in edges.items():
        for index, line in lines:
            groups[line.text, round(line.middle / _SAME_HEIGHT)][page, index] = line.text
    return {
        spot: text
        for group in groups.values()
        if len({page for page, _ in group}) >= least
        for spot, text in group.items()
    }


def _page_numbers(edges: Mapping[int, Edge], outer: Mapping[int, Edge]) -> dict[Spot, str]:
    """Find lines that hold the page's number, or one that is off by the same on most pages."""
    offsets: Counter[int] = Counter()
    for page, lines in edges.items():
        offsets.update({n - page for _, line in lines for n in _outer_numbers(line.text)})
    if not offsets:
        return {}
    offset, count = offsets.most_common(1)[0]
    if count < max(_MIN_PAGES, 0.5 * len(edges)) and not count == len(edges) > 1:
        return {}
    every = [((page, index), line) for page, lines in edges.items() for index, line in lines]
    holding = [
        (spot, line) for spot, line in every if spot[0] + offset in _outer_numbers(line.text)
    ]
    heights = [line.middle for _, line in holding]
    found = {}
    for spot, line in every:
        level = sum(abs(line.middle - height) <= _SAME_HEIGHT for height in heights)
        is_number = _NUMBER_ONLY.fullmatch(line.text) is not None
        holds = spot[0] + offset in _outer_numbers(line.text)
        is_roman = is_number and not any(character.isdigit() for character in line.text)
        is_outer = any(spot[1] == index for index, _ in outer[spot[0]])
        is_head = holds and is_outer and count >= _MIN_PAGES
        if level > 1 and (is_head or (is_number and (holds or is_roman))):
            found[spot] = line.text
    return found


def _outer_numbers(text: str) -> set[int]:
    """Return the numbers a line begins or ends with."""
    words = text.split()
    outer = {words[0], words[-1]} if words else set()
    if _NUMBER_ONLY.fullmatch(text):
        outer.update(_DIGITS.findall(text)[:1])
    return {int(word) for word in outer if word.isascii() and word.isdigit() and len(word) < 6}  # noqa: PLR2004 - no page has more digits
