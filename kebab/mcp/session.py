"""One conversation with a host: lines to messages to the server and back, until one side ends."""

from __future__ import annotations

import logging
from typing import Any

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.server.lowlevel.server import Server
from mcp.server.runner import serve_dual_era_loop
from mcp.shared.dispatcher import as_request_id, coerce_request_id
from mcp.shared.message import SessionMessage
from mcp_types import (
    INVALID_REQUEST,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
)

from kebab.mcp.ending import Ending
from kebab.mcp.messages import (
    UnusableLineError,
    parse_line,
    render_error,
    render_message,
    render_overloaded,
)
from kebab.mcp.open_calls import OpenCalls
from kebab.mcp.stdio import LineReader, LineTooLongError, LineWriter

logger = logging.getLogger(__name__)
# How long calls may go on when the host has closed its side: a script that pipes its requests in
# still gets its answers, and a host that waits for the end does not notice.
GRACE_S = 0.4
_FAREWELL_S = 0.3
_TOO_LONG = render_error(INVALID_REQUEST, "the message is over 64 MiB")

_Inbox = MemoryObjectSendStream[SessionMessage | Exception]
_Outbox = MemoryObjectReceiveStream[SessionMessage]


class Session:
    """Serves one connection. `answered` is the id of a request that has had its answer already."""

    def __init__(
        self, reader: LineReader, writer: LineWriter, ending: Ending, answered: str | int | None
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._ending = ending
        self._answered = answered
        self._open_calls = OpenCalls()
        self._settled = anyio.Event()
        self._reading = anyio.CancelScope()

    async def serve(self, low: Server[Any]) -> None:
        """Serve until there is a reason to end, and every accepted call has its answer."""
        inbox, from_host = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        to_host, outbox = anyio.create_memory_object_stream[SessionMessage](0)
        async with anyio.create_task_group() as group:
            group.start_soon(self._write_from, outbox)
            group.start_soon(self._read_into, inbox)
            group.start_soon(self._await_end, group.cancel_scope)
            await serve_dual_era_loop(
                low,
                from_host,
                to_host,
                lifespan_state={},
                init_options=low.create_initialization_options(),
            )
            group.cancel_scope.cancel()

    async def _await_end(self, everything: anyio.CancelScope) -> None:
        """Stop reading, which settles the open calls; stop everything if that does not help."""
        await self._ending.reached.wait()
        self._reading.cancel()
        await anyio.sleep(_FAREWELL_S)
        everything.cancel()

    async def _read_into(self, inbox: _Inbox) -> None:
        async with inbox:
            with self._reading:
                while (line := await self._next_line()) is not None:
                    if line.strip():
                        await self._take_in(line, inbox)
                await self._let_calls_finish()
                self._ending.end()

    async def _next_line(self) -> bytes | None:
        while await self._is_read_by_the_host():
            try:
                return await self._reader.line()
            except LineTooLongError:
                await self._writer.write(_TOO_LONG)
        return None

    async def _is_read_by_the_host(self) -> bool:
        """Wait while answers pile up; False where the host went away and left them."""
        while True:
            unread = self._writer.unread_bytes
            with anyio.move_on_after(GRACE_S):
                await self._writer.room()
                return True
            if self._reader.has_hung_up() and self._writer.unread_bytes == unread:
                return False

    async def _take_in(self, line: bytes, inbox: _Inbox) -> None:
        try:
            message = parse_line(line)
        except UnusableLineError as unusable:
            await self._writer.write(unusable.reply)
            return
        match message:
            case JSONRPCRequest(id=request_id):
                if not self._open_calls.admit(coerce_request_id(request_id), len(line)):
                    await self._writer.write(render_overloaded(message, self._open_calls.count))
                    return
            case JSONRPCNotification(method="notifications/cancelled", params=params):
                self._settle(as_request_id((params or {}).get("requestId")))
        try:
            await inbox.send(SessionMessage(message))
        except (anyio.ClosedResourceError, anyio.BrokenResourceError):
            self._ending.end()

    async def _let_calls_finish(self) -> None:
        with anyio.move_on_after(GRACE_S):
            while self._open_calls.count:
                self._settled = anyio.Event()
                await self._settled.wait()

    async def _write_from(self, outbox: _Outbox) -> None:
        async with outbox:
            async for item in outbox:
                message = item.message
                if not self._is_answered(message):
                    await self._writer.write(render_message(message))
                if isinstance(message, JSONRPCResponse | JSONRPCError):
                    self._settle(message.id)

    def _is_answered(self, message: JSONRPCMessage) -> bool:
        """Tell if the host has this answer already, from the fast start."""
        if self._answered is None or not isinstance(message, JSONRPCResponse | JSONRPCError):
            return False
        if message.id != self._answered:
            return False
        self._answered = None
        if isinstance(message, JSONRPCError):
            logger.error("the server refused the handshake that was answered: %s", message.error)
        return True

    def _settle(self, request_id: str | int | None) -> None:
        if request_id is not None:
            self._open_calls.settle(coerce_request_id(request_id))
        self._settled.set()
