"""Answer several searches in one call: what is wrong with one is that one's error."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from kebab.errors import KebabError, TooLargeError
from kebab.search.request import parse
from kebab.wire.error import error_object
from kebab.wire.search import BulkItem, BulkResponse, BulkSummary, SearchInput, SearchResponse

MAX_QUERIES = 100
# More at once would only wait for the workers, in front of other calls.
_AT_ONCE = 4

Search = Callable[[SearchInput], Awaitable[SearchResponse]]


async def bulk_search(search: Search, queries: Sequence[Any]) -> BulkResponse:
    """Answer each query; the answers come in the order of the queries."""
    if len(queries) > MAX_QUERIES:
        raise too_many(len(queries))
    gate = asyncio.Semaphore(_AT_ONCE)

    async def answer(query: Any) -> BulkItem:
        async with gate:
            return await _answer(search, query)

    items = await asyncio.gather(*map(answer, queries))
    failed = sum(item.error is not None for item in items)
    return BulkResponse(
        schema_version="bulk_search_response.v1",
        results=list(items),
        summary=BulkSummary(total=len(items), succeeded=len(items) - failed, failed=failed),
    )


def too_many(given: int) -> TooLargeError:
    """Refuse more queries than one call takes."""
    return TooLargeError(
        f"{given} queries in one call; the limit is {MAX_QUERIES}",
        hint="split them over several calls",
        details={"argument": "queries", "given": given, "maximum": MAX_QUERIES},
    )


async def _answer(search: Search, query: Any) -> BulkItem:
    response, error = None, None
    try:
        response = await search(parse(query))
    except KebabError as refusal:
        error = error_object(refusal)
    return BulkItem(
        schema_version="bulk_search_item.v1", query=query, response=response, error=error
    )
