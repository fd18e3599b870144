"""Several searches in one call."""

from __future__ import annotations

import asyncio

import pytest

from kebab.errors import InvalidInputError, TooLargeError
from kebab.search.bulk import bulk_search
from kebab.wire.search import SearchResponse
from kebab.wire.wire_object import to_json


def answer(query):
    return SearchResponse(
        schema_version="search_response.v1",
        query=query,
        mode="lexical",
        hits=[],
        next_cursor=None,
        truncated=False,
        relaxed=False,
        best_cosine=None,
        best_coverage=0.0,
        vector_coverage=0.0,
    )


async def search(asked):
    if asked.query == "bad":
        raise InvalidInputError("no")
    return answer(asked.query)


def test_each_query_gets_its_answer_or_its_error_in_order():
    queries = [{"query": "a"}, {"k": 3}, "text", {"query": "bad"}, {"query": "b", "tag": 1}]

    bulk = asyncio.run(bulk_search(search, queries))

    assert [item.response and item.response.query for item in bulk.results] == [
        "a",
        None,
        None,
        None,
        None,
    ]
    assert [item.error and item.error.code for item in bulk.results] == [
        None,
        "invalid_input",
        "invalid_input",
        "invalid_input",
        "unknown_argument",
    ]
    assert bulk.summary.model_dump() == {"total": 5, "succeeded": 1, "failed": 4}
    assert [item.query for item in bulk.results] == queries


def test_answer_of_a_failed_query_is_null_on_the_wire():
    text = to_json(asyncio.run(bulk_search(search, [{}])))

    assert '"response":null' in text
    assert '"schema_version":"bulk_search_item.v1"' in text


def test_too_many_queries_are_refused():
    with pytest.raises(TooLargeError):
        asyncio.run(bulk_search(search, [{"query": "a"}] * 101))
