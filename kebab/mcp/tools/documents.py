"""The tools that read and drop documents: `fetch`, `list_docs`, `forget`."""

from __future__ import annotations

from kebab.errors import InvalidInputError
from kebab.mcp.tools.declaration import (
    Base,
    CallContext,
    ToolDeclaration,
    number,
    schema_of,
    text,
    texts,
)
from kebab.mcp.tools.search import FLOOR_TOKENS, budget
from kebab.wire.documents import DocumentList, FetchResult, ForgetReport
from kebab.wire.inputs import FetchInput, ForgetInput, ListInput

KINDS = ["chunk", "doc", "span"]
_NEEDS = {"chunk": ("chunk_id",), "doc": ("doc_id",), "span": ("doc_id", "line_start")}


async def _fetch(base: Base, request: FetchInput, context: CallContext) -> FetchResult:
    for name in _NEEDS[request.kind]:
        if not getattr(request, name):
            raise InvalidInputError(
                f"fetch of a {request.kind} needs the argument {name!r}",
                hint="chunk needs chunk_id; doc needs doc_id; span needs doc_id and line_start",
                details={"argument": name, "kind": request.kind},
            )
    tokens = budget(request.max_tokens, context.max_tokens)
    return await base.fetch(request.model_copy(update={"max_tokens": tokens}))


def _smaller_fetch(request: FetchInput, share: float, context: CallContext) -> FetchInput | None:
    tokens = int(budget(request.max_tokens, context.max_tokens) * share)
    return request.model_copy(update={"max_tokens": tokens}) if tokens >= FLOOR_TOKENS else None


async def _list_docs(base: Base, request: ListInput, _context: CallContext) -> DocumentList:
    return await base.list_docs(request)


def _smaller_list(request: ListInput, share: float, _context: CallContext) -> ListInput | None:
    limit = int(request.limit * share)
    return request.model_copy(update={"limit": limit}) if limit else None


async def _forget(base: Base, request: ForgetInput, _context: CallContext) -> ForgetReport:
    return await base.forget(request.targets)


FETCH = ToolDeclaration(
    name="fetch",
    title="Read a passage or a document",
    description=(
        "Read what a hit or a citation points to: kind=chunk with chunk_id (context adds"
        " neighbours), kind=span with doc_id, line_start and line_end, kind=doc with doc_id for the"
        " whole document. A cut text has next_cursor or effective_end; stale says the file changed"
        " since it was indexed."
    ),
    input_schema=schema_of(
        ["kind"],
        kind=text(enum=KINDS),
        chunk_id=text(),
        doc_id=text("doc_id or doc_path."),
        line_start=number("From 1.", 1, 2_000_000_000),
        line_end=number("Inclusive.", 1, 2_000_000_000),
        context=number("Chunks on each side.", 0, 10),
        max_tokens=number("", 0, 100_000),
        cursor=text(),
    ),
    read_only=True,
    destructive=False,
    idempotent=True,
    cli="kebab fetch chunk|doc|span ID --json",
    input_model=FetchInput,
    run=_fetch,
    smaller=_smaller_fetch,
    smaller_hint="lower max_tokens or context, or read fewer lines and go on with cursor",
)

LIST_DOCS = ToolDeclaration(
    name="list_docs",
    title="List documents",
    description=(
        "List documents by path, with title, language, tags and size; filters as in search."
        " Tells what there is, not what a text says."
    ),
    input_schema=schema_of(
        path_glob=text(),
        media=texts(),
        lang=texts(),
        tags=texts(),
        source=texts(),
        limit=number("Default 50.", 1, 200),
        cursor=text(),
    ),
    read_only=True,
    destructive=False,
    idempotent=True,
    cli="kebab list --json",
    input_model=ListInput,
    run=_list_docs,
    smaller=_smaller_list,
    smaller_hint="lower limit and page with cursor",
)

FORGET = ToolDeclaration(
    name="forget",
    title="Remove documents from the index",
    description=(
        "Remove documents from the index. Files stay; one inside a source returns with the next"
        " ingest."
    ),
    input_schema=schema_of(
        ["targets"],
        targets=texts("doc_ids or doc_paths.", minItems=1, maxItems=200),
    ),
    read_only=False,
    destructive=True,
    idempotent=True,
    cli="kebab forget TARGET --json",
    input_model=ForgetInput,
    run=_forget,
)

TOOLS = (FETCH, LIST_DOCS, FORGET)
