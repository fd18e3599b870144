"""MCP resources: documents and chunks by id, read by fetch, and the texts that come with kebab."""

from __future__ import annotations

import re
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    ListResourcesResult,
    ListResourceTemplatesResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    TextResourceContents,
)

from kebab.errors import InvalidInputError, KebabError, NotFoundError
from kebab.mcp.profiles import Profile
from kebab.mcp.resource_shelf import Shelved, body_of, shelf
from kebab.mcp.tool import Service
from kebab.wire.call_id import in_call
from kebab.wire.documents import FetchResult
from kebab.wire.error import error_object
from kebab.wire.inputs import FetchInput

Context = ServerRequestContext[Any, Any]
# A path would pass through the host's own idea of a URI; an id does not.
_URI = re.compile(r"kebab://(doc|chunk)/([0-9a-f]{32})")

DOCUMENT = ResourceTemplate(
    name="doc",
    title="A document",
    uri_template="kebab://doc/{doc_id}",
    description="The text of an indexed document, by doc_id.",
    mime_type="text/plain",
)
CHUNK = ResourceTemplate(
    name="chunk",
    title="A chunk",
    uri_template="kebab://chunk/{chunk_id}",
    description="The text of one passage, by chunk_id.",
    mime_type="text/plain",
)
TEMPLATES = (DOCUMENT, CHUNK)


def serve_resources(low: Server[Any], service: Service, profile: Profile) -> None:
    """Answer the methods of resources; documents are not listed here, as list_docs does that."""
    shelved = {one.uri: one for one in shelf()}
    listing = ListResourcesResult(resources=[_listed(one) for one in shelved.values()])

    async def list_resources(_ctx: Context, _params: PaginatedRequestParams) -> ListResourcesResult:
        return listing

    async def list_templates(
        _ctx: Context, _params: PaginatedRequestParams
    ) -> ListResourceTemplatesResult:
        return ListResourceTemplatesResult(resource_templates=list(TEMPLATES))

    async def read_resource(ctx: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
        uri = str(params.uri)
        if uri in shelved:
            text = body_of(shelved[uri], profile)
            kept = TextResourceContents(uri=uri, text=text, mime_type=shelved[uri].mime_type)
            return ReadResourceResult(contents=[kept])
        try:
            with in_call(ctx.request_id):
                result = await read(service, uri)
        except KebabError as error:
            expected = isinstance(error, NotFoundError | InvalidInputError)
            code = INVALID_PARAMS if expected else INTERNAL_ERROR
            data = {"uri": uri, "error": error_object(error).model_dump()}
            raise MCPError(code, str(error), data) from error
        text = result.chunk.text if result.chunk is not None else result.text or ""
        meta = {"kebab/nextCursor": result.next_cursor} if result.next_cursor else None
        contents = TextResourceContents(uri=uri, text=text, mime_type="text/plain", _meta=meta)
        return ReadResourceResult(contents=[contents])

    low.add_request_handler("resources/list", PaginatedRequestParams, list_resources)
    low.add_request_handler("resources/templates/list", PaginatedRequestParams, list_templates)
    low.add_request_handler("resources/read", ReadResourceRequestParams, read_resource)


def _listed(one: Shelved) -> Resource:
    return Resource(
        uri=one.uri, name=one.name, description=one.description, mime_type=one.mime_type
    )


async def read(service: Service, uri: str) -> FetchResult:
    """Fetch what a URI names; a long document is cut, and goes on with the tool.

    Raises NotFoundError, InvalidInputError.
    """
    found = _URI.fullmatch(uri)
    if found is None:
        raise InvalidInputError(
            f"there is no resource {uri[:200]!r}",
            hint="resources/list names the ones that come with kebab; documents are"
            " kebab://doc/DOC_ID and kebab://chunk/CHUNK_ID, with an id of 32 hex digits",
            details={"uri": uri[:200]},
        )
    kind, name = found.groups()
    tokens = service.settings.max_result_tokens
    request = (
        FetchInput(kind="doc", doc_id=name, max_tokens=tokens)
        if kind == "doc"
        else FetchInput(kind="chunk", chunk_id=name, max_tokens=tokens)
    )
    return await (await service.opening.base()).fetch(request)
