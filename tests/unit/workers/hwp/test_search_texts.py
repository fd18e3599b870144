"""Searching texts: what is the same, and where a match stands in the original."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kebab.errors import InvalidInputError
from workers.hwp.folding import fold
from workers.hwp.search_texts import SearchTexts

LETTERS = "aAßİiſ가각ᄀ ̇éé-1"


def found(text, query, *, case_sensitive=False):
    matches = SearchTexts([text]).find(query, case_sensitive=case_sensitive)
    return [text[one.start : one.end] for one in matches]


def pattern(text, query, *, case_sensitive=False):
    matches = SearchTexts([text]).find_pattern(query, case_sensitive=case_sensitive)
    return [text[one.start : one.end] for one in matches]


@pytest.mark.parametrize(
    ("text", "query", "expected"),
    [
        ("Die STRASSE, die Straße", "strasse", ["STRASSE", "Straße"]),
        ("İstanbul, then istanbul", "İSTANBUL", ["İstanbul"]),
        ("İİİ b", "B", ["b"]),
        ("-1 and - 1", "-1", ["-1"]),
        ("a.c abc", "a.c", ["a.c"]),
        ("aaaa", "aa", ["aa", "aa"]),
        ("Maß", "s", []),
    ],
)
def test_a_text_is_found_whatever_its_case(text, query, expected):
    assert found(text, query) == expected


def test_case_counts_where_it_is_asked():
    assert found("Kebab kebab", "kebab", case_sensitive=True) == ["kebab"]


@pytest.mark.parametrize("case_sensitive", [True, False])
def test_hangul_letter_by_letter_is_the_same_as_in_syllables(case_sensitive):
    decomposed = unicodedata.normalize("NFD", "개발 연구 계획")

    assert found(decomposed, "연구", case_sensitive=case_sensitive) == [
        unicodedata.normalize("NFD", "연구")
    ]
    assert found(
        "개발 연구 계획", unicodedata.normalize("NFD", "연구"), case_sensitive=case_sensitive
    ) == ["연구"]


def test_a_syllable_is_not_found_in_one_with_a_final():
    assert found(unicodedata.normalize("NFD", "각"), "가") == []


@given(st.text(LETTERS, max_size=12), st.text(LETTERS, max_size=12), st.text(LETTERS, max_size=12))
def test_a_text_is_found_where_it_was_put(before, query, after):
    text = f"{before} |{query}| {after}"

    assert f"|{query}|" in found(text, f"|{query}|")
    assert f"|{query}|" in found(text, f"|{query}|", case_sensitive=True)


@given(st.text(LETTERS, max_size=20))
def test_folding_is_that_of_the_whole_text(text):
    assert fold(text, ignore_case=False).text == unicodedata.normalize("NFC", text)


def test_a_pattern_is_found_in_the_original_text():
    decomposed = unicodedata.normalize("NFD", "제1장 연구")

    assert pattern("2024년 3월", r"\d+년") == ["2024년"]
    assert pattern(decomposed, "연.") == [unicodedata.normalize("NFD", "연구")]
    assert pattern("Kebab", "KEBAB") == ["Kebab"]
    assert pattern("Kebab", "KEBAB", case_sensitive=True) == []


def test_an_empty_match_is_none():
    assert pattern("abc", "x*") == []


@pytest.mark.parametrize("wrong", ["(", "[a", "a{2,1}", "(?P<1>a)", "\\"])
def test_what_is_no_pattern_is_said_to_be_none(wrong):
    with pytest.raises(InvalidInputError, match="no regular expression") as raised:
        pattern("abc", wrong)

    assert raised.value.details["reason"] == "regex_invalid"


def test_a_pattern_that_takes_too_long_is_given_up():
    times = iter([0.0, 1.9999])

    with pytest.raises(InvalidInputError, match="takes more than 2 s"):
        list(
            SearchTexts(["a" * 40 + "!"]).find_pattern(
                r"^(a|a)*$", case_sensitive=True, clock=lambda: next(times)
            )
        )


def test_a_pattern_is_given_up_over_all_texts():
    times = iter([0.0, 1.0, 2.5])

    with pytest.raises(InvalidInputError, match="takes more than 2 s"):
        list(
            SearchTexts(["a", "b"]).find_pattern(
                "a", case_sensitive=True, clock=lambda: next(times)
            )
        )
