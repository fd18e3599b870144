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
        "Search the user's indexed documents by words and by meaning, in any language. Use it for"
        " whatever their notes, docs or files may answer. Takes a question or keywords; quotes"
        " keep a phrase together. Returns ranked hits: snippet, doc_path, chunk_id and a citation"
        " with exact lines. best_coverage and best_cosine say how good the best hit really is;"
        " no hit is a valid answer. Read more of a hit with fetch; page with cursor."
    ),
    input_schema=schema_of(
        ["query"],
        query=text("Question or keywords.", minLength=1, maxLength=32_000),
        mode=text("Default hybrid; lexical for exact words.", enum=MODES),
        k=number("Hits on a page, default 10.", 1, 100),
        tags=texts("Any of these tags."),
        media=texts("Kinds of file: markdown, text."),
        lang=texts("Language codes: en, ko, und."),
        path_glob=text("Paths: * stays in a folder, ** crosses."),
        trust_min=text("Least trust.", enum=TRUST_LEVELS),
        source=texts("Source ids, see schema."),
        source_type=texts("Source types, such as note."),
        doc_id=text("Inside one document: its doc_id or doc_path."),
        ingested_after=text("RFC 3339 time."),
        snippet_chars=number("Length of a snippet, default 220.", 20, 2000),
        max_tokens=number("Size limit of the answer.", 0, 100_000),
        cursor=text("next_cursor of the page before."),
        trace={"type": "boolean", "description": "Explain the ranking and time the stages."},
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
        "Run up to 100 independent searches in one call, for example several phrasings or"
        " sub-questions. Answers come in the order of the queries, each with its own response or"
        " error; they share one size limit, so ask for small k."
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
            "description": "Objects with the arguments of search; query is required.",
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
