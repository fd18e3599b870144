"""What a search may be asked for."""

from __future__ import annotations

import pytest

from kebab.errors import InvalidInputError, TooLargeError, UnknownArgumentError
from kebab.search.request import check, parse
from kebab.settings.model import SearchSettings
from kebab.wire.search import SearchInput


def checked(query="solar", **more):
    return check(SearchInput(query=query, **more), SearchSettings())


@pytest.mark.parametrize("query", ["", "   ", "\n\t", "\u200b", "\u3000", "\x00\ufeff"])
def test_blank_query_is_refused(query):
    with pytest.raises(InvalidInputError):
        checked(query)


@pytest.mark.parametrize("query", ["*", "-", "🦀", "가", "AND", '"', "-38.101", "word " * 2000])
def test_anything_visible_is_a_query(query):
    assert checked(query).query == query.strip()


def test_query_of_a_megabyte_is_refused():
    with pytest.raises(TooLargeError):
        checked("x" * 1_000_000)


@pytest.mark.parametrize(
    "text",
    [
        "2026-05-01T09:00:00+09:00",
        "2026-05-01T00:00:00Z",
        "2026-05-01t00:00:00z",
        "2026-04-30T20:00:00.000-04:00",
        "2026-05-01",
    ],
)
def test_instants_are_compared_whatever_their_offset(text):
    assert checked(ingested_after=text).filters.ingested_after_ms == 1777593600000


@pytest.mark.parametrize("text", ["yesterday", "2026-13-01", "2026-05-01T25:00:00Z", "1"])
def test_wrong_instant_is_refused_with_an_example(text):
    with pytest.raises(InvalidInputError) as caught:
        checked(ingested_after=text)

    assert "2026-01-31" in caught.value.hint


def test_fingerprint_ignores_the_order_of_values_and_the_page():
    one = checked(tags=["a", "b"], k=5)
    other = checked(tags=["b", "a", " a "], k=50, snippet_chars=60, trace=True)

    assert one.fingerprint == other.fingerprint
    assert one.fingerprint != checked(tags=["a"]).fingerprint
    assert one.fingerprint != checked(tags=["a", "b"], mode="lexical").fingerprint


def test_media_may_be_named_by_their_endings():
    assert checked(media=["MD", "txt"]).filters.media == ("markdown", "text")


@pytest.mark.parametrize(
    ("query", "meaning"),
    [
        ('"exact words" here', "exact words here"),
        ("keep -drop this", "keep this"),
        ("-38.101", "-38.101"),
        ("a - b", "a - b"),
        ("well-known", "well-known"),
    ],
)
def test_meaning_is_what_is_left_without_operators(query, meaning):
    assert checked(query).meaning == meaning


def test_query_that_is_no_object_says_what_is_expected():
    for value in ("text", 3, None, ["a"]):
        with pytest.raises(InvalidInputError) as caught:
            parse(value)
        assert '{"query"' in caught.value.hint


def test_misspelt_argument_is_named_with_the_right_one():
    with pytest.raises(UnknownArgumentError) as caught:
        parse({"query": "a", "tag": ["x"]})

    assert caught.value.details["did_you_mean"] == "tags"


@pytest.mark.parametrize(
    "value", [{}, {"query": 3}, {"query": "a", "k": -1}, {"query": "a", "mode": "x"}]
)
def test_wrong_or_missing_argument_is_invalid_input(value):
    with pytest.raises(InvalidInputError) as caught:
        parse(value)

    assert caught.value.details["argument"] in {"query", "k", "mode"}
