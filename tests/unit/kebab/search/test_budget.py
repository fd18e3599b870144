"""What is given up for a budget, and in which order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kebab.search.budget import estimate_tokens, fit, most_tokens

TEXT = "x" * 1000


def cut(count):
    return lambda chars: [TEXT[:chars]] * count


def test_everything_fits_without_a_budget():
    assert fit(cut(5), len, snippet_chars=220, max_tokens=0) == ([TEXT[:220]] * 5, False)


def test_snippets_are_halved_down_to_the_floor_first():
    items, was_cut = fit(cut(5), len, snippet_chars=220, max_tokens=500)

    assert ([len(item) for item in items], was_cut) == ([60] * 5, True)


def test_hits_go_from_the_tail_then_but_one_stays():
    assert len(fit(cut(5), len, snippet_chars=220, max_tokens=130)[0]) == 2
    assert fit(cut(5), len, snippet_chars=220, max_tokens=1) == ([TEXT[:60]], True)


def test_snippets_below_the_floor_are_left_alone():
    assert fit(cut(2), len, snippet_chars=20, max_tokens=25) == ([TEXT[:20]], True)


def test_nothing_to_show_is_not_cut():
    assert fit(cut(0), len, snippet_chars=220, max_tokens=1) == ([], False)


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("abcd", 1), ("abcde", 2), ("데이터", 2), ("abcd데이터", 3)]
)
def test_tokens_are_estimated_by_script(text, tokens):
    assert estimate_tokens(text) == tokens


@given(st.lists(st.text(alphabet="ab 데이漢é🚀", max_size=9), min_size=1, max_size=6))
def test_pieces_never_cost_more_than_the_most_that_is_said_of_the_whole(pieces):
    costs = [estimate_tokens(piece) for piece in pieces]

    assert sum(costs) <= most_tokens("".join(pieces), len(pieces))
