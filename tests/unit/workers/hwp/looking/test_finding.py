"""How a finding's text is shown."""

from hypothesis import given
from hypothesis import strategies as st

from workers.hwp.looking.finding import MAX_SHOWN_CHARS, escaped, excerpt


def test_what_shows_nothing_is_spelled_out_and_counted():
    assert escaped("a\u202eb\u200b\u200b\u200bc\x1b[31m") == "a\\u202eb\\u200b{3}c\\u001b[31m"
    assert escaped("가나 다") == "가나 다"


def test_an_excerpt_says_that_it_was_cut():
    text = "x" * 100 + "HERE" + "y" * 100

    shown = excerpt(text, 100, 104)

    assert shown.startswith("…x")
    assert shown.endswith("y…")
    assert "HERE" in shown


@given(st.text())
def test_no_terminal_is_ever_reached_by_an_escape_sequence(text):
    shown = excerpt(text, 0, len(text))

    assert not any(ord(char) < 32 or 0x7F <= ord(char) < 0xA0 for char in shown)
    assert len(shown) <= 16 * (MAX_SHOWN_CHARS + 64)
