"""Answer the first request at once, from the standard library, while the server is importing.

It is `initialize`, or `server/discover` in the modern era. A host waits a few seconds at most for
that answer, and some wait with their own start. The line is kept and given to the real server too,
which then knows the client; its own answer to it is dropped.
"""

from __future__ import annotations

import json
import os
import select
import sys
import threading
from collections.abc import Callable
from typing import NamedTuple

from kebab.mcp.descriptors import Descriptors, write_all
from kebab.mcp.handshake import MODERN_VERSION, discover_result, initialize_result, negotiate

_CHUNK_BYTES = 65536
# A longer first line is left to the real server.
_MAX_LINE_BYTES = 1 << 20


class Greeting(NamedTuple):
    """What the greeter read, and the id of the request that it answered, if it did."""

    received: bytes = b""
    answered: str | int | None = None
    at_end: bool = False


class Greeter:
    """Reads the first line and answers it where it can.

    A host that sends it at once is answered at once. Otherwise a thread waits for the line while
    the main thread goes on with its imports, until `finish` takes over.
    """

    def __init__(self, descriptors: Descriptors, introduce: Callable[[], str]) -> None:
        self._descriptors = descriptors
        self._introduce = introduce
        self._said: str | None = None
        self._received = bytearray()
        self._greeting: Greeting | None = None
        self._thread: threading.Thread | None = None
        self._wake_read, self._wake_write = os.pipe()

    def start(self, patience_s: float) -> None:
        """Wait a moment for the first line; then leave the waiting to a thread."""
        if sys.platform == "win32":
            return  # select knows no pipes there: the real server answers
        self._wait(patience_s)
        if self._greeting is None:
            self._thread = threading.Thread(target=self._wait, name="greeter", daemon=True)
            self._thread.start()

    @property
    def host_is_gone(self) -> bool:
        """Tell if the host closed its side before it said anything."""
        return self._greeting is not None and self._greeting.at_end and not self._received

    def finish(self) -> Greeting:
        """Stop waiting; return what was read for the real server to go on with."""
        os.write(self._wake_write, b".")
        if self._thread is not None:
            self._thread.join()
        os.close(self._wake_write)
        os.close(self._wake_read)
        return self._greeting or Greeting(bytes(self._received))

    def instructions(self) -> str:
        """Return the instructions: the ones that were sent, once some were. After `finish`."""
        if self._said is None:
            self._said = self._introduce()
        return self._said

    def _wait(self, patience_s: float | None = None) -> None:
        source = self._descriptors.input
        while self._greeting is None:
            ready, _, _ = select.select([source, self._wake_read], [], [], patience_s)
            if source not in ready or self._wake_read in ready:
                return
            data = os.read(source, _CHUNK_BYTES)
            self._received += data
            if not data:
                self._greeting = Greeting(bytes(self._received), None, at_end=True)
            elif b"\n" in data or len(self._received) > _MAX_LINE_BYTES:
                self._greet()

    def _greet(self) -> None:
        received = bytes(self._received)
        line = received.split(b"\n", 1)[0]
        answered = None
        if (handshake := read_initialize(line)) is not None:
            answered, version = handshake
            self._answer(answered, initialize_result(version, self.instructions()))
        elif (answered := read_discover(line)) is not None:
            self._answer(answered, discover_result(self.instructions()))
        self._greeting = Greeting(received, answered)

    def _answer(self, request_id: str | int, result: dict[str, object]) -> None:
        write_all(self._descriptors.output, render(request_id, result))


def read_initialize(line: bytes) -> tuple[str | int, str] | None:
    """Return the id and the version to speak, where the line is a handshake; None otherwise.

    Anything unusual is left to the real server, which says what is wrong with it.
    """
    try:
        match json.loads(line):
            case {
                "jsonrpc": "2.0",
                "method": "initialize",
                "id": str() | int() as request_id,
                "params": {
                    "protocolVersion": str() as asked,
                    "capabilities": dict(),
                    "clientInfo": {"name": str(), "version": str()},
                },
            } if not isinstance(request_id, bool):
                return request_id, negotiate(asked)
    except (ValueError, RecursionError):
        pass
    return None


def read_discover(line: bytes) -> str | int | None:
    """Return the id, where the line asks in the modern era who is there; None otherwise."""
    try:
        match json.loads(line):
            case {
                "jsonrpc": "2.0",
                "method": "server/discover",
                "id": str() | int() as request_id,
                "params": {
                    "_meta": {
                        "io.modelcontextprotocol/protocolVersion": str() as asked,
                        "io.modelcontextprotocol/clientCapabilities": dict(),
                        "io.modelcontextprotocol/clientInfo": {"name": str(), "version": str()},
                    }
                },
            } if asked == MODERN_VERSION and not isinstance(request_id, bool):
                return request_id
    except (ValueError, RecursionError):
        pass
    return None


def render(request_id: str | int, result: dict[str, object]) -> bytes:
    """Write a response as one line."""
    message = {"jsonrpc": "2.0", "id": request_id, "result": result}
    # Lone surrogates of an id come back as escapes, and nothing else of ours has any.
    return json.dumps(message, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"
