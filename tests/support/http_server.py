"""A small real HTTP server for tests: answers in pieces, breaks off, hangs, and sees who left."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Request:
    """What a client sent."""

    method: str
    path: str
    headers: dict[str, str]
    body: Any


class Reply:
    """Answers one request."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def whole(self, status: int, body: Any, **headers: str) -> None:
        """Send a complete answer: JSON, or a text as it is."""
        media = "text/plain" if isinstance(body, str) else "application/json"
        data = (body if isinstance(body, str) else json.dumps(body)).encode()
        await self._send(
            self._head(status, media, headers) + f"Content-Length: {len(data)}\r\n\r\n".encode()
        )
        await self._send(data)

    async def start(self, media: str) -> None:
        """Begin an answer that comes in pieces."""
        await self._send(self._head(200, media, {}) + b"Transfer-Encoding: chunked\r\n\r\n")

    async def piece(self, text: str | bytes) -> None:
        """Send the next piece."""
        data = text.encode() if isinstance(text, str) else text
        await self._send(f"{len(data):x}\r\n".encode() + data + b"\r\n")

    async def end(self) -> None:
        """Say that the answer is complete."""
        await self._send(b"0\r\n\r\n")

    def drop(self) -> None:
        """Tear the connection down in the middle."""
        self._writer.transport.abort()

    async def client_left(self) -> None:
        """Wait until the client closes the connection."""
        try:
            await self._reader.read(1)
        except ConnectionError:
            return

    async def _send(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()

    @staticmethod
    def _head(status: int, media: str, headers: dict[str, str]) -> bytes:
        more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        return f"HTTP/1.1 {status} Status\r\nContent-Type: {media}\r\n{more}".encode()


Handler = Callable[[Request, Reply], Awaitable[None]]


class HttpServer:
    """Listens on this machine; keeps the requests, counts the connections.

    While `refuses` is set, it hangs up on everybody.
    """

    def __init__(self, handler: Handler) -> None:
        self.requests: list[Request] = []
        self.connections = 0
        self.port = 0
        self.refuses = False
        self._handler = handler
        self._open: dict[asyncio.Task[None], asyncio.StreamWriter] = {}

    @property
    def url(self) -> str:
        """Name the server."""
        return f"http://127.0.0.1:{self.port}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection."""
        self.connections += 1
        if self.refuses:
            writer.transport.abort()
            return
        task = asyncio.current_task()
        self._open[task] = writer
        try:
            while (request := await _read(reader)) is not None:
                self.requests.append(request)
                await self._handler(request, Reply(reader, writer))
        except ConnectionError:
            pass
        finally:
            writer.close()
            del self._open[task]

    async def close_all(self) -> None:
        """Let go of whoever is still connected, and wait until they are."""
        for writer in self._open.values():
            writer.transport.abort()
        await asyncio.gather(*self._open)


@asynccontextmanager
async def serving(handler: Handler) -> AsyncIterator[HttpServer]:
    """Run a server on a free port."""
    server = HttpServer(handler)
    listener = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    server.port = listener.sockets[0].getsockname()[1]
    async with listener:
        try:
            yield server
        finally:
            listener.close()
            await server.close_all()


async def _read(reader: asyncio.StreamReader) -> Request | None:
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    first, *lines = head.strip().split("\r\n")
    method, path, _ = first.split(" ")
    headers = {
        name.strip().lower(): value.strip()
        for name, _, value in (line.partition(":") for line in lines)
    }
    data = await reader.readexactly(int(headers.get("content-length", 0)))
    return Request(method, path, headers, json.loads(data) if data else None)
