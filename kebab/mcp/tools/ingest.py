"""The tools that take in single documents: `ingest_file` and `ingest_stdin`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from kebab.errors import InvalidInputError
from kebab.mcp.tools.declaration import (
    Base,
    CallContext,
    ToolDeclaration,
    facts,
    schema_of,
    text,
    texts,
)
from kebab.wire.ingest import IngestReport
from kebab.wire.inputs import IngestFileInput, IngestStdinInput

MAX_CONTENT_CHARS = 20_000_000


@asynccontextmanager
async def _stop_on_cancel() -> AsyncIterator[asyncio.Event]:
    """Tell the run to stop when the host cancels the call."""
    stop = asyncio.Event()
    try:
        yield stop
    finally:
        stop.set()


async def _ingest_file(base: Base, request: IngestFileInput, context: CallContext) -> IngestReport:
    path = Path(request.path)
    if not path.is_absolute():
        raise InvalidInputError(
            f"path has to be absolute, not {request.path!r}",
            hint="a server does not know your working directory: give the path from the root",
            details={"argument": "path", "given": request.path},
        )
    async with _stop_on_cancel() as stop:
        return await base.ingest_file(
            path,
            tags=tuple(request.tags),
            metadata=request.metadata,
            on_progress=context.on_progress,
            stop=stop,
        )


async def _ingest_stdin(
    base: Base, request: IngestStdinInput, context: CallContext
) -> IngestReport:
    async with _stop_on_cancel() as stop:
        return await base.ingest_stdin(
            # Lone surrogates may stand in JSON, and not in UTF-8.
            request.content.encode("utf-8", "replace"),
            title=request.title,
            source_uri=request.source_uri.strip() or None,
            tags=tuple(request.tags),
            metadata=request.metadata,
            on_progress=context.on_progress,
            stop=stop,
        )


INGEST_FILE = ToolDeclaration(
    name="ingest_file",
    title="Index a file",
    description="Index or update one file, inside or outside the sources.",
    input_schema=schema_of(
        ["path"],
        path=text("Absolute path."),
        tags=texts(),
        metadata=facts(),
    ),
    read_only=False,
    destructive=False,
    idempotent=True,
    cli="kebab ingest-file PATH --json",
    input_model=IngestFileInput,
    run=_ingest_file,
)

INGEST_STDIN = ToolDeclaration(
    name="ingest_stdin",
    title="Index a text",
    description=(
        "Index a text that has no file: Markdown, HTML or plain. The same source_uri, else title,"
        " replaces it."
    ),
    input_schema=schema_of(
        ["content", "title"],
        content=text(maxLength=MAX_CONTENT_CHARS),
        title=text(minLength=1, maxLength=500),
        source_uri=text("Its origin."),
        tags=texts(),
        metadata=facts(),
    ),
    read_only=False,
    destructive=False,
    idempotent=True,
    cli="kebab ingest-stdin --title TITLE --json < FILE",
    input_model=IngestStdinInput,
    run=_ingest_stdin,
)

TOOLS = (INGEST_FILE, INGEST_STDIN)
