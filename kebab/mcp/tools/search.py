"""The tools that search: `search` and `bulk_search`."""

from __future__ import annotations

from typing import Any

from kebab.errors import TooLargeError
from kebab.mcp.tools.declaration import (
    Base,
    CallContext,
    ToolDeclaration,
    number,
    schema_of,
    switch,
    text,
    texts,
)
from kebab.wire.error import error_object
from kebab.wire.inputs import BulkSearchInput
from kebab.wire.search import BulkItem, BulkResponse, BulkSummary, SearchInput, SearchResponse
from kebab.wire.wire_object import to_json

MODES = ["hybrid", "lexical", "vector"]
TRUST_LEVELS = ["primary", "secondary", "generated"]
FLOOR_TOKENS = 50
# What one hit costs with the shortest snippet: with less, a bulk search gives each query one hit.
_HIT_TOKENS = 260
_FRAME_CHARS = 200


def budget(asked: int, cap: int) -> int:
    """Return how many tokens an answer may have: what was asked for, never over the cap."""
    return min(asked, cap) if asked else cap


async def _search(base: Base, request: SearchInput, context: CallContext) -> SearchResponse:
    tokens = budget(request.max_tokens, context.max_tokens)
    return await base.search(request.model_copy(update={"max_tokens": tokens}))


def _smaller_search(request: SearchInput, share: float, context: CallContext) -> SearchInput | None:
    tokens = int(budget(request.max_tokens, context.max_tokens) * share)
    return request.model_copy(update={"max_tokens": tokens}) if tokens >= FLOOR_TOKENS else None


async def _bulk_search(base: Base, request: BulkSearchInput, context: CallContext) -> BulkResponse:
    """Share the budget among the queries; what was sent is echoed as it was sent."""
    share = max(context.max_tokens // len(request.queries), _HIT_TOKENS)
    response = await base.bulk_search([_budgeted(query, share) for query in request.queries])
    return fit(
        [
            item.model_copy(update={"query": query})
            for item, query in zip(response.results, request.queries, strict=True)
        ],
        context.max_chars,
    )


def fit(items: list[BulkItem], max_chars: int) -> BulkResponse:
    """Keep the answers that fit; the others become errors that say to ask again."""
    later = [_postponed(item) for item in items]
    left = max_chars - _FRAME_CHARS - sum(len(to_json(item)) for item in later)
    kept: list[BulkItem] = []
    for item, instead in zip(items, later, strict=True):
        more = len(to_json(item)) - len(to_json(instead))
        kept.append(item if more <= left else instead)
        left -= more if more <= left else 0
    failed = sum(item.error is not None for item in kept)
    return BulkResponse(
        schema_version="bulk_search_response.v1",
        results=kept,
        summary=BulkSummary(total=len(kept), succeeded=len(kept) - failed, failed=failed),
    )


def _postponed(item: BulkItem) -> BulkItem:
    error = TooLargeError(
        "the other answers fill the result",
        hint="send this query again in another call; give each a small k",
    )
    return item.model_copy(update={"response": None, "error": error_object(error)})


def _budgeted(query: Any, share: int) -> Any:
    if not isinstance(query, dict):
        return query
    asked = query.get("max_tokens", 0)
    known = isinstance(asked, int) and not isinstance(asked, bool) and asked >= 0
    return {**query, "max_tokens": budget(asked, share)} if known else query


SEARCH = ToolDeclaration(
    name="search",
    title="Search the knowledge base",
    description=(
        "Search the user's documents by words and by meaning, in any language, for whatever their"
        " notes, docs or files may answer. Quotes keep a phrase together. Returns ranked hits with"
        " snippet, chunk_id and a citation of exact lines. best_coverage and best_cosine tell how"
        " good the best one is; no hit is a valid answer. Read on with fetch; page with cursor."
    ),
    input_schema=schema_of(
        ["query"],
        query=text("Question or keywords.", minLength=1, maxLength=32_000),
        mode=text("Default hybrid; lexical for exact words.", enum=MODES),
        k=number("Default 10.", 1, 100),
        tags=texts("Any of these tags."),
        media=texts("pdf, code …"),
        lang=texts("Codes: en, ko, und."),
        path_glob=text("* stays in a folder, ** crosses."),
        trust_min=text(enum=TRUST_LEVELS),
        source=texts("Ids, see schema."),
        source_type=texts(),
        repo=texts(),
        code_lang=texts(),
        doc_id=text("doc_id or doc_path."),
        ingested_after=text("RFC 3339 time."),
        snippet_chars=number("Default 220.", 20, 2000),
        max_tokens=number("", 0, 100_000),
        cursor=text("next_cursor of the last page."),
        trace=switch("Explain the ranking."),
    ),
    read_only=True,
    destructive=False,
    idempotent=True,
    cli="kebab search QUERY --json",
    input_model=SearchInput,
    run=_search,
    smaller=_smaller_search,
    smaller_hint="lower k, snippet_chars or max_tokens, leave trace out, and page with cursor",
)

BULK_SEARCH = ToolDeclaration(
    name="bulk_search",
    title="Run several searches",
    description=(
        "Run up to 100 searches in one call, such as several phrasings. Each answer, in order, is"
        " a response or an error; all share one size limit, so ask for small k."
    ),
    input_schema=schema_of(
        ["queries"],
        queries={
            "type": "array",
            "minItems": 1,
            "maxItems": 100,
            "items": {
                "type": "object",
                "properties": {"query": {"type": "string"}},
                "required": ["query"],
            },
            "description": "Arguments of search.",
        },
    ),
    read_only=True,
    destructive=False,
    idempotent=True,
    cli="kebab search --bulk --json < queries.ndjson",
    input_model=BulkSearchInput,
    run=_bulk_search,
    smaller_hint="send fewer queries in one call, or give each a small k",
)

TOOLS = (SEARCH, BULK_SEARCH)
