"""Lines of the protocol: parse what comes in, or say why not; render what goes out."""

from __future__ import annotations

import json

from mcp_types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    jsonrpc_message_adapter,
)
from pydantic_core import PydanticSerializationError

from kebab.errors import OverloadedError
from kebab.mcp.results import failure
from kebab.wire.error import error_object
from kebab.wire.surrogates import scrub

# JSON-RPC leaves -32000 to the server; MCP has no code of its own for it.
_OVERLOADED = -32000


class UnusableLineError(Exception):
    """A line that is no message; `reply` is what the host is told."""

    def __init__(self, reply: bytes) -> None:
        super().__init__()
        self.reply = reply


def parse_line(line: bytes) -> JSONRPCMessage:
    """Parse one line. Raises UnusableLineError with the answer to it."""
    try:
        message = jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValueError:
        raise UnusableLineError(_diagnose(line)) from None
    # `"id": null` reads as a notification, which nobody answers: the host would wait for ever.
    if isinstance(message, JSONRPCNotification) and b'"id"' in line and "id" in json.loads(line):
        raise UnusableLineError(render_error(INVALID_REQUEST, "the id is neither text nor integer"))
    if _is_both(line):
        raise UnusableLineError(_diagnose(line))
    return message


def _is_both(line: bytes) -> bool:
    """Tell whether a message is a request and a response at once: which one it is read as would
    depend on the order of their fields, and a response is never answered.
    """
    if b'"method"' not in line or not (b'"result"' in line or b'"error"' in line):
        return False
    keys = set(json.loads(line))
    return {"id", "method"} <= keys and not keys.isdisjoint({"result", "error"})


def _diagnose(line: bytes) -> bytes:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return render_error(PARSE_ERROR, "Parse error: a line has to be one JSON-RPC message")
    if isinstance(value, list):
        return render_error(INVALID_REQUEST, "Invalid request: batches are not supported")
    found = value.get("id") if isinstance(value, dict) else None
    usable = isinstance(found, str | int) and not isinstance(found, bool)
    return render_error(INVALID_REQUEST, "Invalid request", found if usable else None)


def render_error(
    code: int,
    message: str,
    request_id: str | int | None = None,
    data: dict[str, object] | None = None,
) -> bytes:
    """Render an error response."""
    error: dict[str, object] = {"code": code, "message": message}
    if data is not None:
        error["data"] = data
    reply = {"jsonrpc": "2.0", "id": request_id, "error": error}
    return json.dumps(reply, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"


def render_overloaded(request: JSONRPCRequest, waiting: int) -> bytes:
    """Render the answer to a request that is one too many."""
    error = OverloadedError(
        f"{waiting} calls have no answer yet",
        hint="wait for some answers before sending more calls",
        details={"waiting": waiting},
    )
    if request.method != "tools/call":
        data = error_object(error).model_dump()
        return render_error(_OVERLOADED, str(error), request.id, data)
    # The modern era demands `resultType`; older ones let it pass.
    result = {**failure(error, ()), "resultType": "complete"}
    return render_message(JSONRPCResponse(jsonrpc="2.0", id=request.id, result=result))


def render_message(message: JSONRPCMessage) -> bytes:
    """Render a message as one line of UTF-8."""
    try:
        text = message.model_dump_json(by_alias=True, exclude_unset=True)
        return text.encode() + b"\n"
    except (PydanticSerializationError, UnicodeEncodeError):
        # A lone surrogate: odd text of a document, or a file name that is not UTF-8.
        fields = scrub(message.model_dump(by_alias=True, exclude_unset=True))
        return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
