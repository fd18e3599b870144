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
        "Read the text behind a search hit: kind=chunk with chunk_id (context adds neighbouring"
        " chunks), kind=span with doc_id, line_start and line_end (the lines of a citation),"
        " kind=doc with doc_id for the whole source. A cut text has next_cursor or effective_end;"
        " stale says the file changed since it was indexed."
    ),
    input_schema=schema_of(
        ["kind"],
        kind=text("What to read.", enum=KINDS),
        chunk_id=text("chunk_id of a hit."),
        doc_id=text("doc_id or doc_path of a hit."),
        line_start=number("First line, from 1.", 1, 2_000_000_000),
        line_end=number("Last line, inclusive.", 1, 2_000_000_000),
        context=number("Neighbours on each side of a chunk.", 0, 10),
        max_tokens=number("Size limit of the text.", 0, 100_000),
        cursor=text("next_cursor of the part before."),
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
        "List the indexed documents by path with title, language, tags and size; filters narrow"
        " it. To find out what there is, not to find what a text says."
    ),
    input_schema=schema_of(
        path_glob=text("Paths: * stays in a folder, ** crosses."),
        media=texts("Kinds of file."),
        lang=texts("Language codes."),
        tags=texts("Any of these tags."),
        source=texts("Source ids."),
        limit=number("Documents on a page, default 50.", 1, 200),
        cursor=text("next_cursor of the page before."),
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
        "Remove documents from the index by doc_id or path. Files on the disk are never touched;"
        " a file inside a source returns with the next ingest."
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
