"""What `kebab search` makes of its arguments."""

from __future__ import annotations

import pytest

from kebab.cli.commands.search_command import read_queries, search_input
from kebab.errors import InvalidInputError
from kebab.settings.model import SearchSettings, Settings, StorageSettings


def asked(query="x", settings=None, **options):
    tree = Settings(
        storage=StorageSettings(data_dir="/d", state_dir="/s"), search=settings or SearchSettings()
    )
    names = ("tags", "media", "lang", "source", "source_type", "repo", "code_lang")
    lists = dict.fromkeys(names, ())
    return search_input(query, {**lists, **options}, tree)


def test_what_was_not_said_comes_from_the_settings():
    request = asked(settings=SearchSettings(mode="lexical", default_k=7, snippet_chars=99))

    assert (request.mode, request.k, request.snippet_chars) == ("lexical", 7, 99)


def test_what_was_said_counts():
    request = asked(mode="vector", k=3, trust_min="primary", trace=True)

    assert (request.mode, request.k, request.trust_min) == ("vector", 3, "primary")
    assert request.trace


def test_lists_may_be_repeated_and_may_hold_commas():
    request = asked(media=("markdown,text",), tags=("a", "b,c"))

    assert request.media == ["markdown", "text"]
    assert request.tags == ["a", "b", "c"]


def test_bulk_reads_a_json_value_a_line_and_skips_blank_ones():
    assert read_queries(['{"query": "a"}\n', "\n", '"b"\n']) == [{"query": "a"}, "b"]


def test_line_that_is_not_json_is_named():
    with pytest.raises(InvalidInputError, match="line 3 of stdin is not JSON") as caught:
        read_queries(["{}\n", "\n", "{query: a}\n"])

    assert caught.value.details == {"line": 3}


def test_empty_stdin_is_an_error():
    with pytest.raises(InvalidInputError, match="no query"):
        read_queries(["\n"])
