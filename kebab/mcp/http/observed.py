"""Count the calls of a server, and keep from its answers what HTTP's side of the SDK cannot write.

A lone surrogate, which an odd document or file name may bring, ends the SDK's answer without one.
On stdio it is replaced where the line is written; here it has to be before. What a tool returns has
none: it is JSON already.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolRequestParams, ReadResourceRequestParams
from pydantic import BaseModel
from pydantic_core import PydanticSerializationError

from kebab.mcp.http.metrics import Metrics
from kebab.wire.surrogates import scrub

Context = ServerRequestContext[Any, Any]
# A name that no tool has: each made-up one would be a time series of its own.
UNKNOWN = "unknown"


def observe(
    low: Server[Any], metrics: Metrics, tools: frozenset[str], clock: Callable[[], float]
) -> None:
    """Stand between the server and the handlers of calls and resources."""
    call, read = _handler(low, "tools/call"), _handler(low, "resources/read")

    async def call_tool(ctx: Context, params: CallToolRequestParams) -> Any:
        tool = params.name if params.name in tools else UNKNOWN
        began_s, outcome = clock(), "cancelled"
        metrics.begin()
        try:
            result = await call(ctx, params)
            outcome = outcome_of(result)
        except MCPError as error:
            outcome = "refused"
            raise _writable_error(error) from error
        except Exception:
            outcome = "failed"
            raise
        finally:
            metrics.end(tool, outcome, clock() - began_s)
        return result

    async def read_resource(ctx: Context, params: ReadResourceRequestParams) -> Any:
        try:
            return writable(await read(ctx, params))
        except MCPError as error:
            raise _writable_error(error) from error

    low.add_request_handler("tools/call", CallToolRequestParams, call_tool)
    low.add_request_handler("resources/read", ReadResourceRequestParams, read_resource)


def outcome_of(result: Any) -> str:
    """Name how a call ended: `ok`, or the code of its error."""
    match result:
        case {"isError": True, "content": [{"text": str() as text}]}:
            return str(json.loads(text)["code"])
        case _:
            return "ok"


def writable(result: BaseModel) -> Any:
    """Return a result without lone surrogates; itself where it has none."""
    try:
        result.model_dump_json()
    except PydanticSerializationError:
        return scrub(result.model_dump(by_alias=True, exclude_unset=True))
    return result


def _handler(low: Server[Any], method: str) -> Callable[[Context, Any], Any]:
    entry = low.get_request_handler(method)
    if entry is None:
        raise LookupError(method)
    return entry.handler


def _writable_error(error: MCPError) -> MCPError:
    message, data = scrub([error.error.message, error.error.data])
    return MCPError(error.error.code, message, data)
