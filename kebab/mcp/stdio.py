"""The transport: lines in, lines out, on the claimed descriptors, and an orderly end.

The SDK's own transport reads in threads that keep the process from ending, leaves a line that it
cannot parse without an answer, and dies of a lone surrogate. This one is asyncio's pipes where the
descriptors are pipes, and a thread where they are anything else (a terminal, a file, Windows).

Neither side holds more than it has to: what is not taken yet stays in the host's pipe, a line over
the limit is dropped while it comes, and who writes waits for a host that does not read.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import stat
import sys
from collections.abc import Callable

from kebab.mcp.descriptors import write_all

MAX_LINE_BYTES = 64 << 20
# Answers that wait for a host that does not read; beyond it no more work is taken in. Not less: a
# simple script that writes all its requests first must not wait for us while we wait for it.
MAX_UNREAD_BYTES = 4 << 20
_READ_BYTES = 1 << 16


class LineTooLongError(Exception):
    """A line is over the limit; it was skipped, and the next one can be read."""


class LineReader:
    """Reads lines, first those that were received before it existed."""

    def __init__(self, limit: int = MAX_LINE_BYTES, received: bytes = b"") -> None:
        self._limit = limit
        self._pending = bytearray(received)
        self._searched = 0
        self._at_end = False
        self._descriptor: int | None = None
        self._stream: asyncio.StreamReader | None = None

    async def connect(self, descriptor: int, *, at_end: bool = False) -> None:
        """Begin to read from a descriptor."""
        if at_end:
            self._at_end = True
            return
        self._descriptor = descriptor
        if is_pipe(descriptor):
            loop = asyncio.get_running_loop()
            stream = self._stream = asyncio.StreamReader(limit=_READ_BYTES)
            pipe = os.fdopen(descriptor, "rb", 0)
            await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(stream), pipe)

    async def line(self) -> bytes | None:
        """Return the next line, None at the end. Raises LineTooLongError."""
        is_too_long = False
        while (end := self._pending.find(b"\n", self._searched) + 1) == 0:
            self._searched = len(self._pending)
            if self._searched > self._limit:
                is_too_long = True
                self._forget(self._searched)
            data = await self._read()
            if not data:
                end = len(self._pending)
                break
            self._pending += data
        is_too_long |= end > self._limit + 1
        line = b"" if is_too_long else bytes(memoryview(self._pending)[:end])
        self._forget(end)
        if is_too_long:
            raise LineTooLongError
        return line or None

    def has_hung_up(self) -> bool:
        """Tell if the host has closed its side, also while what it sent before is not read yet."""
        if self._stream is None or sys.platform == "win32":
            return self._at_end
        poll = select.poll()
        poll.register(self._descriptor or 0, 0)
        return any(events & select.POLLHUP for _, events in poll.poll(0))

    def _forget(self, count: int) -> None:
        del self._pending[:count]
        self._searched = 0

    async def _read(self) -> bytes:
        if self._descriptor is None:
            return b""
        try:
            if self._stream is not None:
                return await self._stream.read(_READ_BYTES)
            # A thread that still reads when all is over ends with the process.
            return await asyncio.to_thread(os.read, self._descriptor, _READ_BYTES)
        except OSError:
            return b""


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
        transport.set_write_buffer_limits(high=MAX_UNREAD_BYTES)
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

    async def room(self) -> None:
        """Wait until more can be written without waiting."""
        if self._stream is None:
            async with self._turn:
                return
        with contextlib.suppress(OSError):  # whoever writes next will tell
            await self._stream.drain()

    @property
    def unread_bytes(self) -> int:
        """Return how much waits for a host that does not read."""
        return 0 if self._stream is None else self._stream.transport.get_write_buffer_size()

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
