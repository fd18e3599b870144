"""Which words of a text are shown in bold."""

from __future__ import annotations

import itertools

import pytest

from kebab.cli.render.highlight import matched_ranges


def bold(text, question):
    return [text[start:end] for start, end in matched_ranges(text, question)]


@pytest.mark.parametrize(
    ("question", "text", "found"),
    [
        ("installing", "Install it, installs, INSTALLED", ["Install", "installs", "INSTALLED"]),
        ("how do I install it", "do install it", ["install"]),
        ("what is it", "what it is", ["what", "it", "is"]),
        ("category", "categories", ["categories"]),
        ("cat", "concatenate a cat", ["cat"]),
        ("snake_case", "use snake_case here", ["snake_case"]),
    ],
)
def test_english_words_match_by_stem(question, text, found):
    assert bold(text, question) == found


def test_korean_matches_by_two_characters_whatever_the_particle():
    assert bold("데이터베이스를 백업한다", "데이터베이스에서 백업") == ["데이터베이스", "백업"]


def test_single_character_of_cjk_matches():
    assert bold("물과 불", "물") == ["물"]


def test_ranges_do_not_overlap_and_are_in_order():
    ranges = matched_ranges("가나다라 install 가나", "가나다라 install")

    assert ranges == sorted(ranges)
    assert all(a[1] < b[0] for a, b in itertools.pairwise(ranges))


def test_question_without_words_matches_nothing():
    assert bold("some text", "*** ?") == []
