"""One process of a worker and our end of its pipe, from its start until it is gone."""

from __future__ import annotations

import asyncio
from contextvars import Context
from typing import Any, Protocol

from kebab.pool.link import Link
from kebab.pool.spawn import WorkerProcess, start_process

_REAP_S = 1.0
_LOOK_AGAIN_S = 5.0


class Observer(Protocol):
    """Who is told what a process did."""

    def received(self, incarnation: Incarnation, message: dict[str, Any]) -> None:
        """Hear what it said."""

    def exited(self, incarnation: Incarnation, status: str) -> None:
        """Hear that it is gone; told once, and not after `end`."""


class Incarnation:
    """A process that starts with the object. An answer that it sent right before its end may be
    dropped: its call counts as lost.

    `fresh_bytes` is the memory that it held at its first answer, None before that.
    """

    def __init__(self, observer: Observer, hello: dict[str, Any]) -> None:
        self.fresh_bytes: int | None = None
        self._observer: Observer | None = observer
        self._process: WorkerProcess = start_process()
        self._link: Link | None = None
        loop = asyncio.get_running_loop()
        # The call that happened to need a process first has no part in what becomes of it.
        of_no_call = Context()
        of_no_call.run(loop.add_reader, self._process.sentinel, self._exited)
        # Kept, because the loop itself holds tasks weakly.
        self._opening = loop.create_task(self._open(hello), context=of_no_call)

    @property
    def pid(self) -> int:
        """Return the process id."""
        return self._process.pid

    def send(self, message: dict[str, Any]) -> None:
        """Send a message; one to a process that is gone is lost, and its exit tells."""
        if self._link is not None:
            self._link.send(message)

    def kill(self) -> None:
        """Kill the process; its exit is told."""
        self._process.kill()

    def end(self) -> None:
        """Kill the process and tell nothing more of it."""
        if self._observer is not None:
            self._observer = None
            asyncio.get_running_loop().remove_reader(self._process.sentinel)
            self._process.kill()
            self._close()
            self._reap()

    def _reap(self) -> None:
        """Wait for the process, and look again later where it takes its time to be gone."""
        if self._process.reap(_REAP_S) is None:
            asyncio.get_running_loop().call_later(_LOOK_AGAIN_S, self._process.reap, 0.0)

    async def _open(self, hello: dict[str, Any]) -> None:
        try:
            link = await Link.open(self._process.socket, self._received)
        except OSError:
            return  # the process is gone already; its exit tells
        if self._observer is None:
            link.close()
            return
        self._link = link
        link.send({"hello": hello})

    def _received(self, message: dict[str, Any]) -> None:
        if self._observer is not None:
            self._observer.received(self, message)

    def _exited(self) -> None:
        observer, self._observer = self._observer, None
        asyncio.get_running_loop().remove_reader(self._process.sentinel)
        status = self._process.reap(_REAP_S) or "unknown"
        self._close()
        if observer is not None:
            observer.exited(self, status)

    def _close(self) -> None:
        if self._link is not None:
            self._link.close()
            self._link = None
        else:
            self._process.socket.close()
