"""Pieces of lists and texts, and the cursors between them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kebab.errors import StaleCursorError
from workers.hwp.cursors import cut, cut_text, offset_of

STATE = "0123abcd"


@given(st.integers(0, 50), st.integers(1, 60))
def test_a_walk_gives_every_item_once(count, limit):
    items, seen, cursor = list(range(count)), [], None

    while True:
        piece = cut(items, limit, cursor, STATE)
        seen += piece.items
        cursor = piece.next_cursor
        if cursor is None:
            break

    assert seen == items


@given(st.text("ab \n", max_size=80), st.integers(1, 30))
def test_the_pieces_of_a_text_are_the_text(text, max_chars):
    pieces, cursor, left = [], None, []

    while True:
        piece = cut_text(text, max_chars, cursor, STATE)
        pieces.append(piece.text)
        left.append(piece.omitted_chars)
        cursor = piece.next_cursor
        if cursor is None:
            break

    assert "".join(pieces) == text
    assert all(0 < len(one) <= max_chars for one in pieces) or text == ""
    assert left[-1] == 0
    assert left == sorted(left, reverse=True)


def test_a_text_is_cut_after_a_line_where_one_ends_in_the_second_half():
    assert cut_text("first\nsecond line", 8, None, STATE).text == "first\n"
    assert cut_text("a\nlong second line", 8, None, STATE).text == "a\nlong s"


@pytest.mark.parametrize("cursor", ["", "x", "o5", "o5-0123abcX", "o-5-0123abcd", "o٥-0123abcd"])
def test_a_damaged_cursor_is_stale(cursor):
    with pytest.raises(StaleCursorError, match="damaged"):
        offset_of(cursor, STATE)


def test_a_cursor_of_another_state_is_stale():
    with pytest.raises(StaleCursorError, match="changed"):
        offset_of("o5-ffffffff", STATE)


def test_a_cursor_beyond_the_end_gives_nothing():
    piece = cut([1, 2], 5, f"o9-{STATE}", STATE)

    assert (list(piece.items), piece.next_cursor) == ([], None)
