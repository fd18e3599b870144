"""The paths: `/mcp` is the protocol, `/healthz`, `/readyz` and `/metrics` are for who watches over
the server.
"""

from __future__ import annotations

from dataclasses import dataclass

from kebab.mcp.http.door import MCP_PATH
from kebab.mcp.http.greeting import Greeting
from kebab.mcp.http.metrics import Metrics
from kebab.mcp.http.patience import Patience
from kebab.mcp.http.readiness import Readiness
from kebab.mcp.http.replies import (
    JSON,
    App,
    Message,
    Receive,
    Reply,
    Scope,
    Send,
    declared_bytes,
    read_body,
    replay,
    too_long,
    values_of,
)
from kebab.mcp.open_calls import OpenCalls

_READING = frozenset({"GET", "HEAD"})
_RETRY_S = "1"


@dataclass(frozen=True, slots=True)
class Parts:
    """What the paths lead to."""

    protocol: App
    greeting: Greeting
    readiness: Readiness
    metrics: Metrics
    max_body_bytes: int
    has_sessions: bool
    patience: Patience


class Endpoints:
    """Answers a request that passed the door."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._open = OpenCalls()
        self._count = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        path, is_reading = scope["path"], scope["method"] in _READING
        if path.rstrip("/") == MCP_PATH:
            await self._converse(scope, receive, send)
            return
        if path not in {"/healthz", "/readyz", "/metrics"}:
            reply = Reply(404, f"MCP is spoken at {MCP_PATH}\n")
        elif not is_reading:
            reply = Reply(405, "it can only be read\n", headers=(("allow", "GET, HEAD"),))
        elif path == "/healthz":
            reply = Reply(200, "alive\n")
        elif path == "/readyz":
            verdict = await self._parts.readiness.verdict()
            reply = Reply(200 if verdict.is_ready else 503, verdict.text + "\n", JSON)
        else:
            accepted = b",".join(values_of(scope, b"accept")).decode("latin-1")
            reply = Reply(200, *self._parts.metrics.render(accepted))
        await reply.send(send)

    async def _converse(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "POST":
            if self._parts.has_sessions:  # a stream of its own for one, or its end
                await self._parts.protocol(scope, receive, send)
            else:  # the SDK would open a stream that nothing ever comes through
                await Reply(405, "post to it\n", headers=(("allow", "POST"),)).send(send)
            return
        limit = self._parts.max_body_bytes
        declared = declared_bytes(scope)
        if declared is not None and declared > limit:
            await self._refuse(too_long(limit), send)
            return
        self._count += 1
        number = self._count
        if not self._open.admit(number, limit if declared is None else declared):
            busy = Reply(503, "too many calls at once\n", headers=(("retry-after", _RETRY_S),))
            await self._refuse(busy, send)
            return
        try:
            await self._take_in(scope, receive, send)
        finally:
            self._open.settle(number)

    async def _take_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await read_body(receive, self._parts.max_body_bytes, self._parts.patience)
        if body is None:
            return  # nobody is left to be answered
        if isinstance(body, Reply):
            await self._refuse(body, send)
            return
        await self._parts.greeting.prepare(body)
        await self._parts.protocol(scope, replay(body, receive), _say_when(send))

    async def _refuse(self, reply: Reply, send: Send) -> None:
        self._parts.metrics.refuse(reply.status)
        await reply.send(send)


def _say_when(send: Send) -> Send:
    """Turn the SDK's 503, which means that too many sessions are open, into the status that says
    when to try again.
    """

    async def send_on(message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] == 503:  # noqa: PLR2004 - see above
            headers = [*message["headers"], (b"retry-after", b"60")]
            message = {**message, "status": 429, "headers": headers}
        await send(message)

    return send_on
