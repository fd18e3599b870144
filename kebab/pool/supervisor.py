"""Keep one worker alive: feed what happens to `phases.step`, and do what it orders.

Every event of a process carries the number of that process, so that a late one of a dead process
is dropped.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Protocol, assert_never

from kebab.pool.link import Link
from kebab.pool.phases import (
    Abandoned,
    Answered,
    Assigned,
    Event,
    Exited,
    GiveUp,
    Kill,
    LoseCall,
    Order,
    Overdue,
    Phase,
    Ready,
    SendCancel,
    SpawnAfter,
    Spawned,
    Stopped,
    Worker,
    step,
)
from kebab.pool.spawn import WorkerProcess, start_process

_LOG = logging.getLogger(__name__)
ABANDON_GRACE_S = 0.5
_REAP_S = 1.0


class Owner(Protocol):
    """Who is told what a worker did."""

    def worker_free(self) -> None:
        """Hear that some worker can take a call."""

    def call_answered(self, call_id: int, reply: dict[str, Any]) -> None:
        """Hear that an answer came."""

    def call_lost(self, call_id: int, worker: int, status: str) -> None:
        """Hear that the worker died with the call in hand."""

    def worker_gave_up(self, worker: int, reason: str) -> None:
        """Hear that the worker will not be started again."""


class Supervisor:
    """One worker of the pool, whichever process it has at the moment."""

    def __init__(
        self,
        number: int,
        hello: Callable[[int], dict[str, Any]],
        owner: Owner,
        *,
        boot_timeout_s: float,
    ) -> None:
        self.number = number
        self.worker = Worker()
        self._hello = hello
        self._owner = owner
        self._boot_timeout_s = boot_timeout_s
        self._process: WorkerProcess | None = None
        self._generation = 0
        self._link: Link | None = None
        self._opening: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_free(self) -> bool:
        """Tell whether a call can be sent now."""
        return self.worker.phase is Phase.READY

    @property
    def pid(self) -> int | None:
        """Return the process id, None where there is no process."""
        return self._process.pid if self._process else None

    # --- what the pool does

    def start(self) -> None:
        """Start a process."""
        loop = asyncio.get_running_loop()
        self._generation += 1
        self._process = start_process()
        loop.add_reader(self._process.sentinel, self._exited, self._generation)
        self._feed(Spawned())
        self._set_timer(self._boot_timeout_s)
        # Kept, because the loop itself holds tasks weakly.
        self._opening = loop.create_task(self._open(self._process, self._generation))

    def send(self, call_id: int, body: dict[str, Any]) -> None:
        """Hand a call to a free worker."""
        self._feed(Assigned(call_id))
        if self._link is not None:
            self._link.send(body)

    def abandon(self, grace_s: float = ABANDON_GRACE_S) -> None:
        """Stop waiting for the call in hand; the worker has a grace to notice."""
        self._feed(Abandoned())
        self._set_timer(grace_s)

    def kill(self) -> None:
        """End what is overdue."""
        self._feed(Overdue())

    def stop(self) -> None:
        """End for good; does not wait."""
        self._clear_timer()
        self._feed(Stopped())
        self._drop_process()

    # --- what happens

    async def _open(self, process: WorkerProcess, generation: int) -> None:
        try:
            link = await Link.open(
                process.socket, lambda message: self._received(generation, message)
            )
        except OSError:
            return  # the process is gone already; its exit tells
        if generation != self._generation or self._process is not process:
            link.close()
            return
        self._link = link
        link.send({"hello": self._hello(self.number)})

    def _received(self, generation: int, message: dict[str, Any]) -> None:
        if generation != self._generation:
            return
        if "ready" in message:
            self._clear_timer()
            self._feed(Ready())
            self._owner.worker_free()
        elif self.worker.phase in {Phase.BUSY, Phase.ABANDONED}:
            self._clear_timer()
            self._feed(Answered())
            self._owner.call_answered(message["id"], message)
            self._owner.worker_free()

    def _exited(self, generation: int) -> None:
        process = self._process
        if process is None or generation != self._generation:
            return
        asyncio.get_running_loop().remove_reader(process.sentinel)
        status = process.reap(_REAP_S) or "unknown"
        _LOG.warning("worker %d (pid %d) ended: %s", self.number, process.pid, status)
        self._clear_timer()
        self._close_pipe(process)
        self._process = None
        self._feed(Exited(status))

    def _feed(self, event: Event) -> None:
        self.worker, orders = step(self.worker, event)
        for order in orders:
            self._carry_out(order)

    def _carry_out(self, order: Order) -> None:
        match order:
            case LoseCall(call_id, status):
                self._owner.call_lost(call_id, self.number, status)
            case SpawnAfter(seconds):
                self._timer = asyncio.get_running_loop().call_later(seconds, self.start)
            case Kill():
                if self._process is not None:
                    self._process.kill()
            case SendCancel(call_id):
                if self._link is not None:
                    self._link.send({"cancel": call_id})
            case GiveUp(reason):
                _LOG.error("worker %d is given up: %s", self.number, reason)
                self._owner.worker_gave_up(self.number, reason)
            case _:
                assert_never(order)

    # --- bookkeeping

    def _set_timer(self, seconds: float) -> None:
        self._clear_timer()
        self._timer = asyncio.get_running_loop().call_later(seconds, self.kill)

    def _clear_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _close_pipe(self, process: WorkerProcess) -> None:
        if self._link is not None:
            self._link.close()
            self._link = None
        else:
            process.socket.close()

    def _drop_process(self) -> None:
        if self._process is not None:
            self._close_pipe(self._process)
            asyncio.get_running_loop().remove_reader(self._process.sentinel)
            self._process.reap(_REAP_S)
            self._process = None
