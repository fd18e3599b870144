"""Which part of a chunk is shown."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kebab.search.snippet import cut_snippet, highlights_of

LONG = (
    "The first sentence is about nothing. " * 10
    + "Solar panels turn light into power. "
    + "Then it goes on about other things. " * 10
)


def cut(text, highlights, limit):
    return cut_snippet(text, highlights_of(highlights), limit)


@given(
    st.text(max_size=400),
    st.lists(st.text(min_size=1, max_size=6), max_size=5),
    st.integers(20, 200),
)
def test_snippet_never_exceeds_its_limit(text, highlights, limit):
    assert len(cut(text, highlights, limit)) <= limit


def test_short_text_is_shown_whole_on_one_line():
    assert cut("# Head\n\n  two\twords \n", [], 50) == "# Head two words"


def test_window_holds_the_highlights_and_begins_with_a_sentence():
    snippet = cut(LONG, ["solar", "panel"], 120)

    assert snippet.startswith("…Solar panels turn light into power.")
    assert snippet.endswith("…")


def test_most_different_highlights_win_over_the_most_frequent_one():
    text = "alpha " * 40 + "filler " * 40 + "alpha beta gamma " + "filler " * 40

    assert "beta gamma" in cut(text, ["alpha", "beta", "gamma"], 60)


@pytest.mark.parametrize("limit", range(20, 90))
def test_words_are_never_cut(limit):
    snippet = cut(LONG, ["solar"], limit)

    assert set(snippet.strip("…").split()) <= set(LONG.split())


def test_stem_marks_the_start_of_words_only():
    text = "unrunnable " * 30 + "running fast " + "other words " * 30

    assert "running fast" in cut(text, ["run"], 60)


def test_korean_word_is_found_inside_a_compound():
    text = (
        "아무 상관 없는 문장입니다. " * 20
        + "서울시청에서 데이터베이스를 설정합니다. "
        + "끝. " * 50
    )

    assert "데이터베이스를" in cut(text, ["베이스"], 60)


def test_text_without_spaces_is_cut_between_characters():
    text = "漢字" * 200 + "太陽光発電" + "仮名" * 200

    snippet = cut(text, ["太陽"], 40)

    assert "太陽光" in snippet
    assert 35 <= len(snippet) <= 40


def test_composed_character_stays_whole():
    text = unicodedata.normalize("NFD", "é" * 300)

    assert not unicodedata.combining(cut(text, [], 41).strip("…")[0])
    assert len(unicodedata.normalize("NFC", cut(text, [], 41).strip("…"))) * 2 == len(
        cut(text, [], 41).strip("…")
    )


def test_word_longer_than_the_limit_is_cut():
    assert 15 <= len(cut("x" * 500, [], 20)) <= 20


def test_highlights_are_literal():
    assert "C++ code" in cut("pad " * 100 + "C++ code" + " pad" * 100, ["c++", "(", "[a"], 40)
