"""Hold the knowledge base open for the tools: they wait for it once, and hear why it will not open.

Opening starts with the server and goes on behind its first answers. Where it fails, every tool
answers with that error, and a call that comes later tries again: what was missing may be there by
then.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from kebab.mcp.tools.declaration import Base

logger = logging.getLogger(__name__)
OpenBase = Callable[[], AbstractAsyncContextManager[Base]]


class Opening:
    """Opens and closes the base in one task of its own, as its scopes demand."""

    def __init__(self, open_base: OpenBase) -> None:
        self._open_base = open_base
        self._opened: asyncio.Future[Base] | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._stop = asyncio.Event()

    def start(self) -> asyncio.Future[Base]:
        """Begin to open, unless that is under way or done."""
        if self._opened is None or _failed(self._opened):
            self._opened = asyncio.get_running_loop().create_future()
            self._keeper = asyncio.create_task(self._keep(self._opened))
        return self._opened

    async def base(self) -> Base:
        """Return the open base. Raises what keeps it from opening."""
        # A cancelled call must not take the others' base away.
        return await asyncio.shield(self.start())

    def opened(self) -> Base | None:
        """Return the base if it is open now."""
        is_open = self._opened is not None and self._opened.done() and not _failed(self._opened)
        return self._opened.result() if self._opened is not None and is_open else None

    async def close(self) -> None:
        """Close the base; give up opening it."""
        self._stop.set()
        if self._keeper is None:
            return
        if self._opened is not None and not self._opened.done():
            self._keeper.cancel()
        await asyncio.wait({self._keeper})

    async def _keep(self, opened: asyncio.Future[Base]) -> None:
        try:
            async with self._open_base() as base:
                opened.set_result(base)
                await self._stop.wait()
        except asyncio.CancelledError:
            opened.cancel()
            raise
        except Exception as error:
            if opened.done():
                logger.exception("the knowledge base did not close well")
                return
            opened.set_exception(error)
            opened.exception()  # it may be that nobody calls: then nobody has to hear of it


def _failed(opened: asyncio.Future[Base]) -> bool:
    return opened.done() and (opened.cancelled() or opened.exception() is not None)
