"""Places join, cross the pipe, and name themselves."""

from __future__ import annotations

import pytest

from kebab.wire.place import LINES, Place, fragment, join


def test_places_cross_the_pipe():
    for place in (LINES, Place("region", box=(1, 2, 3, 4)), Place("sheet", sheet="A", row=1)):
        assert Place.from_fields(place.to_fields()) == place
    assert LINES.to_fields() == {}


@pytest.mark.parametrize(
    ("first", "last", "joined"),
    [
        (LINES, LINES, LINES),
        (Place("page", page=3), Place("page", page=3), Place("page", page=3)),
        (
            Place("paragraph", section=1, paragraph=2),
            Place("paragraph", section=1, paragraph=5),
            Place("paragraph", section=1, paragraph=2, paragraph_end=5),
        ),
        (
            Place("sheet", sheet="A", row=2, row_end=9),
            Place("sheet", sheet="A", row=10, row_end=12),
            Place("sheet", sheet="A", row=2, row_end=12),
        ),
        (
            Place("region", box=(10, 10, 10, 10)),
            Place("region", box=(5, 30, 40, 10)),
            Place("region", box=(5, 10, 40, 30)),
        ),
        (Place("code", symbol="a"), Place("code", symbol="b"), Place("code")),
        (Place("page", page=1), Place("region", page=1, box=(1, 1, 1, 1)), Place("page", page=1)),
    ],
)
def test_two_places_span_what_lies_between(first, last, joined):
    assert join(first, last) == joined


def test_a_caption_has_a_fragment_of_its_own():
    assert fragment(Place("caption"), 1, 1) == "caption"
