"""Keep one worker alive: feed what happens to `phases.step`, and do what it orders."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Protocol, assert_never

from kebab.pool.incarnation import Incarnation
from kebab.pool.memory import available_bytes, has_outgrown, has_room_for
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
    Outgrown,
    Overdue,
    Phase,
    Promote,
    Ready,
    SendCancel,
    SpawnAfter,
    Spawned,
    SpawnSuccessor,
    Stopped,
    SuccessorExited,
    SuccessorReady,
    SwitchOver,
    Worker,
    step,
)
from kebab.wire.call_id import NO_CALL

_LOG = logging.getLogger(__name__)
ABANDON_GRACE_S = 0.5
# A worker that died so often without an answer in between opens nothing before it is asked to:
# what it opens may be what kills it.
_DEATHS_BEFORE_CAUTION = 2


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
    """One worker of the pool, whichever process it has at the moment.

    `ceiling_bytes` is the memory above which its process is replaced between two calls.
    """

    def __init__(
        self,
        number: int,
        hello: Callable[[int], dict[str, Any]],
        owner: Owner,
        *,
        boot_timeout_s: float,
        ceiling_bytes: int,
    ) -> None:
        self.number = number
        self.worker = Worker()
        self._hello = hello
        self._owner = owner
        self._boot_timeout_s = boot_timeout_s
        self._ceiling_bytes = ceiling_bytes
        self._current: Incarnation | None = None
        self._successor: Incarnation | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._sent_at = 0.0
        self._call = NO_CALL

    @property
    def held_s(self) -> float:
        """Return how long the worker has had the call that it was given last."""
        return asyncio.get_running_loop().time() - self._sent_at

    @property
    def is_free(self) -> bool:
        """Tell whether a call can be sent now."""
        return self.worker.phase is Phase.READY

    @property
    def pid(self) -> int | None:
        """Return the process id, None where there is no process."""
        return self._current.pid if self._current else None

    # --- what the pool does

    def start(self) -> None:
        """Start a process."""
        deaths = self.worker.quick_deaths + self.worker.failed_boots
        is_cautious = deaths >= _DEATHS_BEFORE_CAUTION
        self._current = Incarnation(self, self._hello(self.number) | {"warm_up": not is_cautious})
        self._feed(Spawned())
        self._set_timer(self._boot_timeout_s)

    def send(self, call_id: int, body: dict[str, Any]) -> None:
        """Hand a call to a free worker."""
        self._feed(Assigned(call_id))
        self._sent_at = asyncio.get_running_loop().time()
        self._call = body["call"]
        if self._current is not None:
            self._current.send(body)

    def abandon(self, grace_s: float = ABANDON_GRACE_S) -> None:
        """Stop waiting for the call in hand; the worker has a grace to notice."""
        self._feed(Abandoned())
        self._set_timer(grace_s)

    def kill(self) -> None:
        """End what is overdue."""
        self._feed(Overdue())

    def stop(self) -> None:
        """End for good."""
        self._clear_timer()
        self._feed(Stopped())
        for incarnation in (self._current, self._successor):
            if incarnation is not None:
                incarnation.end()
        self._current = self._successor = None

    # --- what happens

    def received(self, incarnation: Incarnation, message: dict[str, Any]) -> None:
        """Hear what a process said."""
        if incarnation is self._successor:
            if "ready" in message:
                self._feed(SuccessorReady())
        elif "ready" in message:
            self._clear_timer()
            self._feed(Ready())
            self._owner.worker_free()
        elif self.worker.phase in {Phase.BUSY, Phase.ABANDONED}:
            self._clear_timer()
            self._feed(Answered())
            self._call = NO_CALL
            self._owner.call_answered(message["id"], message)
            self._watch_memory(message["held_bytes"])
            self._owner.worker_free()

    def exited(self, incarnation: Incarnation, status: str) -> None:
        """Hear that a process is gone."""
        call = NO_CALL if incarnation is self._successor else self._call
        _LOG.warning(
            "worker %d (pid %d) ended: %s",
            self.number,
            incarnation.pid,
            status,
            extra={"call": call},
        )
        if incarnation is self._successor:
            self._successor = None
            self._feed(SuccessorExited())
        else:
            self._clear_timer()
            self._current, self._call = None, NO_CALL
            self._feed(Exited(status))
            if self.is_free:
                self._owner.worker_free()

    def _watch_memory(self, held_bytes: int | None) -> None:
        """Have a process that outgrew its memory replaced, now that it has no call."""
        if held_bytes is None or self._current is None or not self.is_free:
            return
        if self._current.fresh_bytes is None:
            self._current.fresh_bytes = held_bytes
        fresh_bytes = self._current.fresh_bytes
        if self._successor or not has_outgrown(held_bytes, fresh_bytes, self._ceiling_bytes):
            return
        _LOG.warning("worker %d holds %d MB and is replaced", self.number, held_bytes // 2**20)
        self._feed(Outgrown(has_room=has_room_for(fresh_bytes, available_bytes())))

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
                if self._current is not None:
                    self._current.kill()
            case SendCancel(call_id):
                if self._current is not None:
                    self._current.send({"cancel": call_id})
            case GiveUp(reason):
                _LOG.error("worker %d is given up: %s", self.number, reason)
                self._owner.worker_gave_up(self.number, reason)
            case SpawnSuccessor() | SwitchOver() | Promote():
                self._replace(order)
            case _:
                assert_never(order)

    def _replace(self, order: SpawnSuccessor | SwitchOver | Promote) -> None:
        match order:
            case SpawnSuccessor():
                hello = self._hello(self.number) | {"warm_up": True, "warm_up_first": True}
                self._successor = Incarnation(self, hello)
            case SwitchOver():
                if self._current is not None:
                    self._current.end()
                self._promote()
            case Promote():
                self._promote()

    def _promote(self) -> None:
        self._current, self._successor = self._successor, None
        if self.worker.phase is Phase.BOOTING:
            self._set_timer(self._boot_timeout_s)

    def _set_timer(self, seconds: float) -> None:
        self._clear_timer()
        self._timer = asyncio.get_running_loop().call_later(seconds, self.kill)

    def _clear_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
