"""Ctrl-C: the first asks a run to stop in good order, the second ends the process."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

HARD_EXIT = 130


@contextmanager
def stop_on_interrupt(
    stop: asyncio.Event, on_first: Callable[[], None], on_second: Callable[[], None]
) -> Iterator[None]:
    """Set `stop` on the first SIGINT while inside; leave at once on the second.

    `on_second` is called in the signal handler, right before the end.
    """
    loop = asyncio.get_running_loop()

    def interrupt(number: int, frame: FrameType | None) -> None:
        del number, frame
        if stop.is_set():
            on_second()
            os._exit(HARD_EXIT)
        loop.call_soon_threadsafe(_ask)
        stop.set()

    def _ask() -> None:
        stop.set()
        on_first()

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
