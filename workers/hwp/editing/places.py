"""Finds every paragraph and table in the XML of a document, each with its address. Pure.

The addresses are those of `workers/hwp/blocks.py`, which reads the same document through rhwp.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from workers.hwp.editing.hwpx_library import StoryPart
from workers.hwp.editing.stretches import children, local_name, text_of

_NOTES = {"footNote": "fn", "endNote": "en"}
_STORIES = {"header": "head", "footer": "foot"}
_ORDER = {"fn": 1, "en": 2, "head": 3, "foot": 4}  # how rhwp orders what hangs on a paragraph


@dataclass(frozen=True, slots=True)
class Place:
    """A paragraph. What stands in a master page has no address."""

    address: str | None
    element: Any
    part: StoryPart


@dataclass(frozen=True, slots=True)
class TablePlace:
    """A table."""

    address: str
    element: Any
    part: StoryPart

    @property
    def shape(self) -> tuple[int, int]:
        """How many rows and columns it has."""
        return int(self.element.get("rowCnt", "0")), int(self.element.get("colCnt", "0"))


@dataclass(frozen=True, slots=True)
class Found:
    """All paragraphs and all tables; the tables in the order in which they are numbered."""

    places: tuple[Place, ...]
    tables: tuple[TablePlace, ...]


def find(sections: Sequence[StoryPart], master_pages: Sequence[StoryPart] = ()) -> Found:
    """Walk a document once."""
    places: list[Place] = []
    tables: list[TablePlace] = []
    for number, section in enumerate(sections):
        for paragraph, element in enumerate(_body(section.element)):
            walk = _Walk(section, f"s{number}/p{paragraph}")
            walk.body(element)
            places += walk.places
            tables += [table for _, table in sorted(walk.tables, key=lambda found: found[0])]
    for page in master_pages:
        places += [Place(None, element, page) for element in inner_paragraphs(page.element)]
    return Found(tuple(places), tuple(tables))


def _body(section: Any) -> Iterator[Any]:
    """Give the paragraphs that count as those of the body: rhwp takes a list of memos for some."""
    for child in section:
        if local_name(child) == "p":
            yield child
        elif local_name(child) == "memogroup":
            yield from _outermost(child)


def _outermost(element: Any) -> Iterator[Any]:
    """Give the paragraphs below an element that are in no other one."""
    for child in element:
        if local_name(child) == "p":
            yield child
        else:
            yield from _outermost(child)


def inner_paragraphs(element: Any) -> list[Any]:
    """Return all paragraphs at or below an element, whatever they stand in."""
    return [one for one in element.iter() if local_name(one) == "p"]


def cell_position(cell: Any) -> tuple[int, int]:
    """Return a cell's row and column."""
    return _numbers(cell, "cellAddr", "rowAddr", "colAddr", default=0)


def cell_span(cell: Any) -> tuple[int, int]:
    """Return over how many rows and columns a cell goes."""
    return _numbers(cell, "cellSpan", "rowSpan", "colSpan", default=1)


def cells_of(table: Any) -> list[Any]:
    """Return a table's own cells in order."""
    return list(children(table, "tr", "tc"))


def _numbers(cell: Any, name: str, *keys: str, default: int) -> tuple[int, int]:
    found = next(children(cell, name), None)
    if found is None:
        return default, default
    first, second = (int(found.get(key, str(default))) for key in keys)
    return first, second


class _Walk:
    """Walks one paragraph of the body with all that hangs on it."""

    def __init__(self, part: StoryPart, address: str) -> None:
        self._part = part
        self._top = address
        self._hanging = Counter[str]()
        self._order = 0
        self.places: list[Place] = []
        self.tables: list[tuple[int, TablePlace]] = []

    def body(self, element: Any) -> None:
        self._paragraph(element, self._top, self._hanging)

    def _paragraph(self, element: Any, address: str, own: Counter[str]) -> None:
        self.places.append(Place(address, element, self._part))
        for thing in children(element, "run"):
            self._objects(thing, address, own)

    def _objects(self, around: Any, address: str, own: Counter[str]) -> None:
        for element in around:
            self._object(element, address, own)

    def _object(self, element: Any, address: str, own: Counter[str]) -> None:
        name = local_name(element)
        if name == "tbl":
            self._table(element, address, own)
        elif name in _NOTES:
            self._note(element, _NOTES[name])
        elif name in _STORIES:
            self._story(element, _STORIES[name])
        elif name == "drawText":
            self._aside(element, "box")
        elif name == "fieldBegin":
            self._aside(element, "memo")
        elif name == "pic":
            made = f"{address}/{_next(own, 'pic')}"
            self._captions(element, made)
        elif name not in {"t", "p"}:
            self._objects(element, address, own)

    def _table(self, element: Any, address: str, own: Counter[str]) -> None:
        made = f"{address}/{_next(own, 't')}"
        self.tables.append((self._order, TablePlace(made, element, self._part)))
        self._captions(element, made)
        for cell in cells_of(element):
            row, column = cell_position(cell)
            for number, paragraph in enumerate(children(cell, "subList", "p")):
                self._paragraph(paragraph, f"{made}/r{row}c{column}/p{number}", Counter())

    def _captions(self, element: Any, address: str) -> None:
        for caption in children(element, "caption"):
            self._one_block(children(caption, "subList", "p"), f"{address}/cap")

    def _note(self, element: Any, short: str) -> None:
        address = f"{self._top}/{_next(self._hanging, short)}"
        before, self._order = self._order, _ORDER[short]
        self._one_block(children(element, "subList", "p"), address)
        self._order = before

    def _story(self, element: Any, short: str) -> None:
        """Walk a page header or footer; python-hwpx keeps a copy, which follows at the next save.

        The copy stands in the section's properties, where the word processor does not look.
        """
        if local_name(element.getparent()) != "ctrl":
            return
        before, self._order = self._order, _ORDER[short]
        for paragraph in children(element, "subList", "p"):
            address = f"{self._top}/{_next(self._hanging, short)}"
            self._one_block([paragraph], address)
        self._order = before

    def _one_block(self, paragraphs: Iterable[Any], address: str) -> None:
        own = Counter[str]()
        for paragraph in paragraphs:
            self._paragraph(paragraph, address, own)

    def _aside(self, element: Any, short: str) -> None:
        """Walk a drawn box or a memo: rhwp does not see it, so that the tables in it have no
        number; one without text is not counted.
        """
        paragraphs = inner_paragraphs(element)
        if any(text_of(paragraph).strip() for paragraph in paragraphs):
            address = f"{self._top}/{_next(self._hanging, short)}"
            self.places += [Place(address, paragraph, self._part) for paragraph in paragraphs]


def _next(own: Counter[str], short: str) -> str:
    own[short] += 1
    return f"{short}{own[short] - 1}"
