"""Where a piece of a document stands in its own medium: a page, a slide, rows of a sheet. Pure.

A place of kind `line` says nothing itself: the lines of the file say it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal
from urllib.parse import quote

PlaceKind = Literal[
    "line", "code", "page", "region", "caption", "paragraph", "slide", "sheet", "cell", "message"
]
Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Place:
    """Everything counts from 1, and ranges include their end; what does not apply is None.

    `box` is x, y, width, height in pixels of the image, or of the page as it was read by OCR.
    `section` and `paragraph` address an HWP document, `symbol` is a path such as `Pool.close`.
    """

    kind: PlaceKind = "line"
    page: int | None = None
    box: Box | None = None
    section: int | None = None
    paragraph: int | None = None
    paragraph_end: int | None = None
    slide: int | None = None
    sheet: str | None = None
    row: int | None = None
    row_end: int | None = None
    cell: int | None = None
    cell_end: int | None = None
    message: int | None = None
    symbol: str | None = None

    def to_fields(self) -> dict[str, Any]:
        """Flatten, leaving out what does not apply."""
        if self == LINES:
            return {}
        named = ((name, getattr(self, name)) for name in _NAMES)
        return {name: value for name, value in named if value is not None}

    @staticmethod
    def from_fields(fields: Mapping[str, Any]) -> Place:
        """Rebuild; no fields are lines."""
        box = fields.get("box")
        return Place(**{**fields, "box": None if box is None else tuple(box)})


LINES = Place()
_NAMES = tuple(field.name for field in fields(Place))


def join(first: Place, last: Place) -> Place:
    """Span from one place to a later one of the same kind; the first one where they differ."""
    if first == last or first.kind != last.kind:
        return first
    ends = {
        "paragraph_end": last.paragraph_end or last.paragraph,
        "row_end": last.row_end or last.row,
        "cell_end": last.cell_end or last.cell,
        "box": _around(first.box, last.box) if first.page == last.page else first.box,
        "symbol": first.symbol if first.symbol == last.symbol else None,
    }
    return Place.from_fields({**asdict(first), **ends})


def fragment(place: Place, line_start: int, line_end: int) -> str:
    """Write what stands behind the `#` of a citation's URI."""
    match place.kind:
        case "line" | "code":
            return f"L{line_start}" if line_start == line_end else f"L{line_start}-L{line_end}"
        case "caption":
            return "&".join([*_parts(place), "caption"])
        case _:
            return "&".join(_parts(place))


def _parts(place: Place) -> list[str]:
    named = (
        ("s", place.section),
        ("para", _range(place.paragraph, place.paragraph_end)),
        ("slide", place.slide),
        ("sheet", None if place.sheet is None else quote(place.sheet, safe="")),
        ("row", _range(place.row, place.row_end)),
        ("cell", _range(place.cell, place.cell_end)),
        ("msg", place.message),
        ("p", place.page),
        ("xywh", None if place.box is None else ",".join(map(str, place.box))),
    )
    return [f"{name}={value}" for name, value in named if value is not None]


def _range(start: int | None, end: int | None) -> str | None:
    if start is None:
        return None
    return str(start) if end is None or end == start else f"{start}-{end}"


def _around(first: Box | None, last: Box | None) -> Box | None:
    if first is None or last is None:
        return first or last
    left, top = min(first[0], last[0]), min(first[1], last[1])
    right = max(first[0] + first[2], last[0] + last[2])
    bottom = max(first[1] + first[3], last[1] + last[3])
    return left, top, right - left, bottom - top
