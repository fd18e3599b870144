"""Hosts that speak MCP over HTTP: a server's address and token, raw requests, and a transport."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import socket
import subprocess
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2

WAIT_S = 30.0
LEGACY = "2025-11-25"
MODERN = "2026-07-28"


@dataclass(frozen=True)
class Site:
    """A server that runs: its process, its address, and the token that it asks for."""

    process: subprocess.Popen[str]
    url: str
    token: str

    @property
    def port(self) -> int:
        """Name the port."""
        return urlsplit(self.url).port

    @property
    def root(self) -> str:
        """Name the server without the protocol's path."""
        return self.url.removesuffix("/mcp")

    @property
    def headers(self) -> dict[str, str]:
        """Give what a host sends along."""
        return {
            "authorization": f"Bearer {self.token}",
            "accept": "application/json, text/event-stream",
            "content-type": "application/json",
            "mcp-protocol-version": LEGACY,
        }

    def get(self, path: str, **headers: str) -> httpx2.Response:
        """Read a path, with the token unless other headers are given."""
        shown = headers or {"authorization": f"Bearer {self.token}"}
        return httpx2.get(f"{self.root}{path}", headers=shown, timeout=WAIT_S, trust_env=False)

    def post(self, message: Any, **headers: str) -> httpx2.Response:
        """Post a message: a value, or bytes as they are."""
        data = message if isinstance(message, bytes) else json.dumps(message).encode()
        shown = {**self.headers, **{k.replace("_", "-"): v for k, v in headers.items()}}
        if isinstance(message, dict) and message.get("method") == "initialize":
            del shown["mcp-protocol-version"]  # nothing is agreed on yet
        return httpx2.post(self.url, content=data, headers=shown, timeout=WAIT_S, trust_env=False)

    def ask(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        """Send a request; return the response."""
        return messages_of(self.post(request(1, method, params or {})))[-1]

    def ask_modern(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a request of the modern era; return the response."""
        message, headers = modern(1, method, params)
        return messages_of(self.post(message, **headers))[-1]

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool; return its result."""
        return self.ask("tools/call", {"name": tool, "arguments": arguments})["result"]

    def connect(self) -> socket.socket:
        """Open a connection and say nothing."""
        return socket.create_connection(("127.0.0.1", self.port), WAIT_S)

    def exchange(self, data: bytes) -> bytes:
        """Send bytes; return what comes until the server closes."""
        with self.connect() as line:
            line.sendall(data)
            return read_all(line)


def request(number: int, method: str, params: dict[str, Any]) -> dict[str, Any]:
    """Write a request."""
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def modern(
    number: int, method: str, params: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, str]]:
    """Write a request of the modern era, and the headers that go with it."""
    envelope = {
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "host", "version": "1"},
    }
    headers = {"mcp-protocol-version": MODERN, "mcp-method": method}
    if name := params.get("name") or params.get("uri"):
        headers["mcp-name"] = name
    return request(number, method, {**params, "_meta": envelope}), headers


def messages_of(response: httpx2.Response) -> list[dict[str, Any]]:
    """Read every message of an answer, whether it is one or a stream."""
    if response.headers["content-type"].startswith("application/json"):
        return [response.json()]
    return [
        json.loads(line.removeprefix("data: "))
        for line in response.text.splitlines()
        if line.startswith("data: ")
    ]


def read_all(line: socket.socket) -> bytes:
    """Read until the other side closes."""
    data = b""
    with contextlib.suppress(ConnectionError):
        while piece := line.recv(65536):
            data += piece
    return data


@contextlib.contextmanager
def serving(
    command: Sequence[str], env: Mapping[str, str], folder: Path, token_file: Path
) -> Iterator[Site]:
    """Start a server, wait until it says where it is, and kill it at the end."""
    process = subprocess.Popen(
        command, env=dict(env), cwd=folder, stderr=subprocess.PIPE, encoding="utf-8"
    )
    with process:
        try:
            said = ""
            while "served at" not in said:
                line = process.stderr.readline()
                assert line, said
                said += line
            token = token_file.read_text("utf-8").strip()
            yield Site(process, said.split()[-1], token)
        finally:
            process.send_signal(signal.SIGKILL)


class HttpTransport:
    """Posts each message by itself; what the answers bring is received in the order it came."""

    def __init__(self, site: Site, client: httpx2.AsyncClient) -> None:
        self._site = site
        self._client = client
        self._inbox: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        self._posts: set[asyncio.Task[None]] = set()

    @staticmethod
    @contextlib.asynccontextmanager
    async def open(site: Site, connections: int = 100) -> AsyncIterator[HttpTransport]:
        """Talk with a server that runs."""
        limits = httpx2.Limits(max_connections=connections)
        async with httpx2.AsyncClient(timeout=WAIT_S, limits=limits, trust_env=False) as client:
            yield HttpTransport(site, client)

    @property
    def pid(self) -> int:
        """Return the process id of the server."""
        return self._site.process.pid

    async def send(self, message: dict[str, Any]) -> None:
        """Post a message; its answer comes through `receive`."""
        task = asyncio.create_task(self._post(message))
        self._posts.add(task)
        task.add_done_callback(self._posts.discard)

    async def receive(self) -> dict[str, Any] | None:
        """Wait for the next message; None when all is over."""
        return await self._inbox.get()

    async def close(self) -> None:
        """Wait for what was asked."""
        await asyncio.gather(*self._posts)
        self._inbox.put_nowait(None)

    async def _post(self, message: dict[str, Any]) -> None:
        async with self._client.stream(
            "POST", self._site.url, json=message, headers=self._site.headers
        ) as response:
            if response.headers.get("content-type", "").startswith("text/event-stream"):
                async for line in response.aiter_lines():
                    if line.startswith("data: "):
                        self._inbox.put_nowait(json.loads(line.removeprefix("data: ")))
            elif body := await response.aread():
                self._inbox.put_nowait(json.loads(body))
