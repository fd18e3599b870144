"""Puts a server on stdin and stdout behind streamable HTTP, for suites that speak only that:
`bridge.py COMMAND...` prints its port; each handshake gets a process of its own.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
import uuid
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

HOMES = {"127.0.0.1", "localhost"}
VERSION = "io.modelcontextprotocol/protocolVersion"
SESSION = "mcp-session-id"
Message = dict[str, Any]


class Session:
    """One process, and who waits for which of its answers."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.id = uuid.uuid4().hex
        self.process = process
        self.waiting: dict[Any, asyncio.Queue[Message | None]] = {}
        self.reading = asyncio.create_task(self.read())

    @classmethod
    async def start(cls) -> Session:
        pipe = asyncio.subprocess.PIPE
        return cls(
            await asyncio.create_subprocess_exec(
                *sys.argv[1:], stdin=pipe, stdout=pipe, limit=1 << 26
            )
        )

    async def read(self) -> None:
        """Hand every line to who waits for it; what the server asks or tells, to the newest."""
        async for line in self.process.stdout:
            message = json.loads(line)
            if "method" in message:
                for queue in list(self.waiting.values())[-1:]:
                    await queue.put(message)
            elif message.get("id") in self.waiting:
                await self.waiting[message["id"]].put(message)
        for queue in self.waiting.values():
            await queue.put(None)

    async def send(self, message: Message) -> None:
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        await self.process.stdin.drain()

    async def ask(self, message: Message) -> AsyncIterator[str]:
        queue = self.waiting[message["id"]] = asyncio.Queue()
        await self.send(message)
        try:
            while (heard := await queue.get()) is not None:
                yield f"event: message\ndata: {json.dumps(heard)}\n\n"
                if "method" not in heard:
                    return
        finally:
            del self.waiting[message["id"]]


SESSIONS: dict[str | None, Session] = {}
SPARE: list[asyncio.Task[Session]] = []


async def _start_session() -> Session:
    """Take the process that was started ahead, and start the next: most of a suite is waiting."""
    session = await (SPARE.pop() if SPARE else Session.start())
    SPARE.append(asyncio.create_task(Session.start()))
    return session


async def serve(request: Request) -> Response:
    host = request.headers.get("host", "").rpartition(":")[0]
    origin = request.headers.get("origin")
    if host not in HOMES or (origin is not None and urlsplit(origin).hostname not in HOMES):
        return Response(status_code=403)
    known = SESSIONS.get(request.headers.get(SESSION))
    if request.method == "DELETE":
        if known is not None:
            SESSIONS.pop(known.id).process.stdin.close()
        return Response(status_code=404 if known is None else 200)
    if request.method != "POST":
        return Response(status_code=405)
    return await _pass_on(json.loads(await request.body()), known)


async def _pass_on(message: Message, known: Session | None) -> Response:
    modern = VERSION in ((message.get("params") or {}).get("_meta") or {})
    if message.get("method") == "initialize":
        known = await _start_session()
        SESSIONS[known.id] = known
    elif modern:
        known = SESSIONS.get("modern") or await _start_session()
        SESSIONS["modern"] = known
    elif known is None:
        return Response(status_code=404)
    headers = {} if modern else {SESSION: known.id}
    if "id" not in message or "method" not in message:
        await known.send(message)
        return Response(status_code=202, headers=headers)
    return StreamingResponse(known.ask(message), media_type="text/event-stream", headers=headers)


if __name__ == "__main__":
    listening = socket.create_server(("127.0.0.1", 0))
    print(listening.getsockname()[1], flush=True)  # noqa: T201 - who started it reads this
    app = Starlette(routes=[Route("/mcp", serve, methods=["GET", "POST", "DELETE"])])
    uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[listening])
