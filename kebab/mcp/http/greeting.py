"""What a host is told of the documents: looked up again, since a server on a port runs for days."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

from mcp.server.lowlevel.server import Server

# How old what is said may be.
SAID_S = 5.0
_GREETING = re.compile(rb'"(?:initialize|server/discover)"')
_MOST_BYTES = 16 << 10


class Greeting:
    """Keeps what the server says true. `clock` counts seconds."""

    def __init__(
        self, low: Server[Any], introduce: Callable[[], str], clock: Callable[[], float]
    ) -> None:
        self._low = low
        self._introduce = introduce
        self._clock = clock
        self._said_s = clock()

    async def prepare(self, body: bytes) -> None:
        """Look again before a first request is answered, unless that was done just now."""
        if len(body) > _MOST_BYTES or not _GREETING.search(body):
            return
        now_s = self._clock()
        if now_s - self._said_s > SAID_S:
            self._said_s = now_s
            self._low.instructions = await asyncio.to_thread(self._introduce)
