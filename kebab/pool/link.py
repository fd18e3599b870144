"""Our end of one worker's pipe, on the event loop: frames out, frames in."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any

from kebab.wire.frames import FrameError, Unpacker, decode, encode, pack

Received = Callable[[dict[str, Any]], None]


class Link(asyncio.Protocol):
    """Calls `received` for each message that comes. A broken frame closes the link."""

    def __init__(self, received: Received) -> None:
        self._received = received
        self._unpacker = Unpacker()
        self._transport: asyncio.Transport | None = None

    @staticmethod
    async def open(end: socket.socket, received: Received) -> Link:
        """Take over a connected socket."""
        loop = asyncio.get_running_loop()
        _, link = await loop.create_connection(lambda: Link(received), sock=end)
        return link

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 - a socket gives no other
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Cut what came into messages."""
        try:
            for body in self._unpacker.feed(data):
                self._received(decode(body))
        except FrameError:
            # The worker is not ours to trust any more; its death settles its call.
            self.close()

    def send(self, message: dict[str, Any]) -> None:
        """Send a message; one to a worker that is gone is lost, and its exit tells."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(pack(encode(message)))

    def close(self) -> None:
        """Close our end; the worker takes that as the order to end."""
        if self._transport is not None:
            self._transport.abort()
