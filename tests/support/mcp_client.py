"""A host with many calls in flight: transports, and a client that counts every call's answers."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from support.product import KEBAB, Product
from support.protocol_schema import Witness

LINE_BYTES = 64 << 20
PATIENCE_S = 60.0


class Transport(Protocol):
    """Carries messages to one server and back."""

    @property
    def pid(self) -> int:
        """Return the process id of the server."""
        ...

    async def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        ...

    async def receive(self) -> dict[str, Any] | None:
        """Wait for the next message; None when the server has ended."""
        ...

    async def close(self) -> None:
        """Tell the server that nothing more comes; `receive` gives what is left."""
        ...


class StdioTransport:
    """A server that was started for this client, and lines on its stdin and stdout."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @staticmethod
    @contextlib.asynccontextmanager
    async def start(
        command: Sequence[str], env: Mapping[str, str], folder: Path
    ) -> AsyncIterator[StdioTransport]:
        """Start a server; it is killed at the end if it is still there."""
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=dict(env),
            cwd=folder,
            limit=LINE_BYTES,
        )
        try:
            yield StdioTransport(process)
        finally:
            if process.returncode is None:
                # Popen's own kill would look for its end first, and take it from asyncio.
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process.pid, signal.SIGKILL)
            await process.wait()

    @property
    def pid(self) -> int:
        """Return the process id of the server."""
        return self.process.pid

    async def send(self, message: dict[str, Any]) -> None:
        """Send a line; one to a server that is gone is lost."""
        with contextlib.suppress(ConnectionError):
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
            await self.process.stdin.drain()

    async def receive(self) -> dict[str, Any] | None:
        """Read a line."""
        line = await self.process.stdout.readline()
        return json.loads(line) if line else None

    async def close(self) -> None:
        """Close stdin."""
        self.process.stdin.close()


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back for a call, and when. `code` is an error's, "" where there is none."""

    text: str
    code: str
    began_s: float
    ended_s: float

    @property
    def value(self) -> Any:
        """Return what the text says."""
        return json.loads(self.text)


class LostCallError(Exception):
    """A call had no answer in time, or its server ended before it; `answers` counts a late one."""


class Client:
    """Sends calls, any number at once. `answers` counts what came for each request id, `faults`
    has what is not as the protocol's schema.
    """

    def __init__(self, transport: Transport) -> None:
        self.transport = transport
        self.answers: Counter[int] = Counter()
        self.strays = 0
        self.faults: list[str] = []
        self._witness = Witness()
        self._last_id = 0
        self._open: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._reading = asyncio.create_task(self._read())

    @classmethod
    @contextlib.asynccontextmanager
    async def over_stdio(cls, product: Product, *words: str, **env: str) -> AsyncIterator[Client]:
        """Start `kebab mcp` and talk with it; at the end every request had exactly one answer."""
        async with connect(product, *words, **env) as client:
            yield client
            await client.end()
            assert set(client.answers.values()) == {1}
            assert client.strays == 0
            assert client.faults == []

    @property
    def requests(self) -> int:
        """Return how many requests were sent."""
        return self._last_id

    async def shake_hands(self) -> None:
        """Open the conversation."""
        await self.request(
            "initialize",
            protocolVersion="2025-11-25",
            capabilities={},
            clientInfo={"name": "host", "version": "1"},
        )
        await self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    async def request(
        self, method: str, *, patience_s: float = PATIENCE_S, **params: Any
    ) -> dict[str, Any]:
        """Send a request; return the whole response. Raises LostCallError."""
        self._last_id += 1
        number = self._last_id
        if self._reading.done():
            raise LostCallError("the server has ended")
        answer = self._open[number] = asyncio.get_running_loop().create_future()
        message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        await self._send(message)
        try:
            return await asyncio.wait_for(answer, patience_s)
        except TimeoutError:
            raise LostCallError(method, params) from None

    async def call(
        self, tool: str, arguments: dict[str, Any], *, patience_s: float = PATIENCE_S
    ) -> Answer:
        """Call a tool. Raises LostCallError."""
        began_s = time.monotonic()
        response = await self.request(
            "tools/call", patience_s=patience_s, name=tool, arguments=arguments
        )
        ended_s = time.monotonic()
        if "error" in response:
            code = f"json-rpc {response['error']['code']}"
            return Answer(json.dumps(response["error"]), code, began_s, ended_s)
        text = response["result"]["content"][0]["text"]
        code = json.loads(text)["code"] if response["result"].get("isError") else ""
        return Answer(text, code, began_s, ended_s)

    async def end(self) -> None:
        """Close the conversation, and hear what still comes."""
        await self.transport.close()
        await self._reading

    async def _send(self, message: dict[str, Any]) -> None:
        self._note(self._witness.hear_client(message))
        await self.transport.send(message)

    def _note(self, fault: str) -> None:
        if fault:
            self.faults.append(fault)

    async def _read(self) -> None:
        while (message := await self.transport.receive()) is not None:
            self._note(self._witness.hear_server(message))
            if "method" in message:
                continue
            number = message.get("id")
            waiting = self._open.pop(number, None)
            if not isinstance(number, int) or number > self._last_id:
                self.strays += 1
                continue
            self.answers[number] += 1
            if waiting is not None and not waiting.done():
                waiting.set_result(message)
        for waiting in self._open.values():
            if not waiting.done():
                waiting.set_exception(LostCallError("the server has ended"))


@contextlib.asynccontextmanager
async def connect(product: Product, *words: str, **env: str) -> AsyncIterator[Client]:
    """Start `kebab mcp` and shake hands with it; it is killed at the end."""
    command = [*KEBAB, "mcp", *words]
    async with StdioTransport.start(command, product.env | env, product.folder) as transport:
        client = Client(transport)
        await client.shake_hands()
        yield client
