"""The transport: lines in, lines out, on the claimed descriptors, and an orderly end.

The SDK's own transport reads in threads that keep the process from ending, leaves a line that it
cannot parse without an answer, and dies of a lone surrogate. This one is asyncio's pipes where the
descriptors are pipes, and a thread where they are anything else (a terminal, a file, Windows).
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import stat
import sys
import threading
from collections.abc import Callable

from kebab.mcp.descriptors import write_all

MAX_LINE_BYTES = 64 << 20
_READ_BYTES = 1 << 16


class LineTooLongError(Exception):
    """A line is over the limit; it was skipped, and the next one can be read."""


class LineReader:
    """Reads lines, first those that were received before it existed."""

    def __init__(self, limit: int = MAX_LINE_BYTES, received: bytes = b"") -> None:
        self.stream = asyncio.StreamReader(limit=limit)
        if received:
            self.stream.feed_data(received)

    async def connect(self, descriptor: int, *, at_end: bool = False) -> None:
        """Begin to read from a descriptor."""
        if at_end:
            self.stream.feed_eof()
        elif is_pipe(descriptor):
            loop = asyncio.get_running_loop()
            pipe = os.fdopen(descriptor, "rb", 0)
            await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(self.stream), pipe)
        else:
            read = _read_in_thread(descriptor, self.stream, asyncio.get_running_loop())
            threading.Thread(target=read, name="stdin", daemon=True).start()

    async def line(self) -> bytes | None:
        """Return the next line, None at the end. Raises LineTooLongError."""
        try:
            return await self.stream.readuntil(b"\n")
        except asyncio.IncompleteReadError as end:
            return end.partial or None
        except asyncio.LimitOverrunError as overrun:
            await self._skip(overrun.consumed)
            raise LineTooLongError from overrun

    async def _skip(self, known_bytes: int) -> None:
        while True:
            with contextlib.suppress(asyncio.IncompleteReadError):
                await self.stream.readexactly(known_bytes)
            try:
                await self.stream.readuntil(b"\n")
            except asyncio.LimitOverrunError as overrun:
                known_bytes = overrun.consumed
            except asyncio.IncompleteReadError:
                return
            else:
                return


class LineWriter:
    """Writes lines; `on_lost` is called once when nobody reads them any more."""

    def __init__(self, descriptor: int, on_lost: Callable[[], None]) -> None:
        self._descriptor = descriptor
        self._on_lost = on_lost
        self._stream: asyncio.StreamWriter | None = None
        self._turn = asyncio.Lock()

    async def connect(self) -> None:
        """Prepare to write."""
        if not is_pipe(self._descriptor):
            return
        loop = asyncio.get_running_loop()
        pipe = os.fdopen(self._descriptor, "wb", 0)
        transport, protocol = await loop.connect_write_pipe(lambda: _Output(self._on_lost), pipe)
        self._stream = asyncio.StreamWriter(transport, protocol, None, loop)

    async def write(self, line: bytes) -> None:
        """Write a line; wait while the reader is slow."""
        try:
            if self._stream is None:
                async with self._turn:
                    await asyncio.to_thread(write_all, self._descriptor, line)
            else:
                self._stream.write(line)
                await self._stream.drain()
        except OSError:
            self._on_lost()

    async def flush(self) -> None:
        """Wait until the pipe has taken everything."""
        if self._stream is None:
            return
        transport = self._stream.transport
        transport.set_write_buffer_limits(high=0)
        with contextlib.suppress(OSError):
            await self._stream.drain()


class _Output(asyncio.streams.FlowControlMixin):
    """Tells when the pipe is gone."""

    def __init__(self, on_lost: Callable[[], None]) -> None:
        super().__init__(asyncio.get_running_loop())
        self._lost = on_lost

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._lost()


def is_pipe(descriptor: int) -> bool:
    """Tell if asyncio can wait for a descriptor without changing it for anyone else."""
    if sys.platform == "win32":
        return False
    mode = os.fstat(descriptor).st_mode
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)


def _read_in_thread(
    descriptor: int, stream: asyncio.StreamReader, loop: asyncio.AbstractEventLoop
) -> Callable[[], None]:
    def read() -> None:
        with contextlib.suppress(OSError, RuntimeError):  # closed under us; the loop has ended
            while data := os.read(descriptor, _READ_BYTES):
                loop.call_soon_threadsafe(stream.feed_data, data)
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(stream.feed_eof)

    return read
