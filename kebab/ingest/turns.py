"""Let the calls of a process that write go before its own watcher, which only has time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

# A file in hand is finished first, and a large one takes long: then the call hears of the lease.
PATIENCE_S = 20.0


class Turns:
    """Whose turn it is to write: a call's at once, the watcher's when no call wants it."""

    def __init__(self) -> None:
        self._calls = 0
        self._no_call = asyncio.Event()
        self._no_call.set()
        self._no_watch = asyncio.Event()
        self._no_watch.set()
        self._interrupt: asyncio.Event | None = None

    @asynccontextmanager
    async def call(self) -> AsyncIterator[None]:
        """Take a turn for a call: the watcher's run is asked to stop, and waited for."""
        self._calls += 1
        self._no_call.clear()
        if self._interrupt is not None:
            self._interrupt.set()
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._no_watch.wait(), PATIENCE_S)
            yield
        finally:
            self._calls -= 1
            if not self._calls:
                self._no_call.set()

    @asynccontextmanager
    async def watch(self, stop: asyncio.Event) -> AsyncIterator[None]:
        """Take a turn for a run of the watcher; `stop` is set when a call wants to write."""
        while self._calls:
            await self._no_call.wait()
        self._no_watch.clear()
        self._interrupt = stop
        try:
            yield
        finally:
            self._interrupt = None
            self._no_watch.set()
