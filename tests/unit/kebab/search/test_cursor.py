"""What a cursor may be used for."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kebab.errors import StaleCursorError
from kebab.search.cursor import Cursor, decode, encode

CURSOR = Cursor(offset=10, fingerprint="f", revision=7, basis="hybrid:")


def test_cursor_comes_back_as_it_was():
    assert decode(encode(CURSOR), fingerprint="f", revision=7) == CURSOR
    assert encode(CURSOR).isascii()
    assert "=" not in encode(CURSOR)


@pytest.mark.parametrize(("fingerprint", "revision"), [("g", 7), ("f", 8), ("f", 6)])
def test_cursor_of_another_call_or_revision_is_stale(fingerprint, revision):
    with pytest.raises(StaleCursorError):
        decode(encode(CURSOR), fingerprint=fingerprint, revision=revision)


def encoded(text):
    return base64.urlsafe_b64encode(text.encode()).decode()


@pytest.mark.parametrize(
    "text",
    [
        "x",
        "!!!!",
        "é",
        encoded("[]"),
        encoded("{}"),
        encoded('[-1,7,"f",""]'),
        encoded('[0,7,"f",""]'),
        encoded('[true,7,"f",""]'),
        encoded('[1.5,7,"f",""]'),
        encoded("[" * 5000),
        "A" * 100_000,
        encode(CURSOR)[:-2],
    ],
)
def test_damaged_cursor_is_stale(text):
    with pytest.raises(StaleCursorError):
        decode(text, fingerprint="f", revision=7)


@given(st.text(max_size=60))
def test_any_text_is_stale_at_worst(text):
    with pytest.raises(StaleCursorError):
        decode(text, fingerprint="f", revision=7)
