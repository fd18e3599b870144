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
_LOST = 1


class Greeting(NamedTuple):
    """What the greeter read, and the id of the request that it answered, if it did."""

    received: bytes = b""
    answered: str | int | None = None
    at_end: bool = False


class Greeter:
    """Reads the first line and answers it where it can.

    A host that sends it at once is answered at once. Otherwise a thread waits for the line while
    the main thread goes on with its imports. Until `finish` takes over, it also waits for the end:
    a host that goes away and left nothing to answer is not worth the rest of the start.
    """

    def __init__(
        self,
        descriptors: Descriptors,
        introduce: Callable[[], str],
        leave: Callable[[int], object] = os._exit,
    ) -> None:
        self._descriptors = descriptors
        self._introduce = introduce
        self._leave = leave
        self._said: str | None = None
        self._received = bytearray()
        self._answered: str | int | None = None
        self._is_read = False
        self._at_end = False
        self._thread: threading.Thread | None = None
        self._wake_read, self._wake_write = os.pipe()

    def start(self, patience_s: float) -> None:
        """Wait a moment for the first line; then leave the waiting to a thread."""
        if sys.platform == "win32":
            return  # select knows no pipes there: the real server answers
        while not self._is_read and self._read(patience_s):
            pass
        self._thread = threading.Thread(target=self._watch, name="greeter", daemon=True)
        self._thread.start()

    def finish(self) -> Greeting:
        """Stop waiting; return what was read for the real server to go on with."""
        os.write(self._wake_write, b".")
        if self._thread is not None:
            self._thread.join()
        os.close(self._wake_write)
        os.close(self._wake_read)
        return Greeting(bytes(self._received), self._answered, at_end=self._at_end)

    def instructions(self) -> str:
        """Return the instructions: the ones that were sent, once some were. After `finish`."""
        if self._said is None:
            self._said = self._introduce()
        return self._said

    def _watch(self) -> None:
        try:
            while len(self._received) < _MAX_LINE_BYTES and self._read():
                pass
        except BrokenPipeError:
            self._leave(_LOST)  # nobody is left to be told

    def _read(self, patience_s: float | None = None) -> bool:
        """Take what comes next; False where there is nothing more to wait for."""
        source = self._descriptors.input
        ready, _, _ = select.select([source, self._wake_read], [], [], patience_s)
        if source not in ready or self._wake_read in ready:
            return False
        data = os.read(source, _CHUNK_BYTES)
        self._received += data
        if not data:
            self._at_end = True
            if not self._is_anything_left():
                self._leave(0)
        elif not self._is_read and (b"\n" in data or len(self._received) > _MAX_LINE_BYTES):
            self._greet()
        return bool(data)

    def _greet(self) -> None:
        self._is_read = True
        line = bytes(self._received).split(b"\n", 1)[0]
        if (handshake := read_initialize(line)) is not None:
            self._answered, version = handshake
            self._answer(self._answered, initialize_result(version, self.instructions()))
        elif (asked := read_discover(line)) is not None:
            self._answered = asked
            self._answer(asked, discover_result(self.instructions()))

    def _is_anything_left(self) -> bool:
        lines = bytes(self._received).split(b"\n")
        return any(wants_answer(line) for line in lines[self._answered is not None :])

    def _answer(self, request_id: str | int, result: dict[str, object]) -> None:
        write_all(self._descriptors.output, render(request_id, result))


def wants_answer(line: bytes) -> bool:
    """Tell if a line has to be answered: all but empty ones and notifications."""
    if not line.strip():
        return False
    try:
        match json.loads(line):
            case {"method": str(), **others}:
                return "id" in others
    except (ValueError, RecursionError):
        pass
    return True


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
