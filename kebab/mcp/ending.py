"""When the server ends, and with which status: the first reason counts."""

from __future__ import annotations

import asyncio
import os
import signal
import sys

PARENT_INTERVAL_S = 0.5
_SIGNALS = ("SIGTERM", "SIGINT", "SIGHUP")
_LOST = 1


class Ending:
    """Collects reasons to end; `reached` is set with the first."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        self.status = 0

    def end(self, status: int = 0) -> None:
        """End the server with a status, unless it is ending already."""
        if not self.reached.is_set():
            self.status = status
            self.reached.set()

    def lose_output(self) -> None:
        """End because nobody reads the answers any more."""
        self.end(_LOST)

    def watch_signals(self) -> None:
        """End on the signals that ask for it."""
        loop = asyncio.get_running_loop()
        for name in _SIGNALS:
            number = getattr(signal, name, None)
            if number is None:
                continue
            if sys.platform == "win32":
                signal.signal(
                    number, lambda n, _frame: loop.call_soon_threadsafe(self.end, 128 + n)
                )
            else:
                loop.add_signal_handler(number, self.end, 128 + number)

    async def watch_parent(self, parent: int) -> None:
        """End when the parent does: a launcher that is killed can leave the pipes open."""
        while not self.reached.is_set():
            if os.getppid() != parent:
                self.end()
            await asyncio.sleep(PARENT_INTERVAL_S)
