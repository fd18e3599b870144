"""The life of one worker, as a pure function: what happened in, what to do out.

No process, clock or pipe appears here. `supervisor.py` feeds events and carries out orders, so
every path below is tested by calling `step`.

          Spawned            Ready             Assigned
  DOWN ───────────▶ BOOTING ─────▶ READY ◀──────────────▶ BUSY ──Abandoned──▶ ABANDONED
   ▲                   │             │        Answered      │                    │
   └───── Exited ──────┴── Exited ───┴────── Exited ────────┴────── Exited ──────┘
                                     ▲                            Answered       │
                                     └───────────────────────────────────────────┘
  Overdue (a boot, a call or an abandoned call took too long) orders a kill; the exit follows.
  Stopped ends everything.

A worker that has outgrown its memory is replaced between two calls. Where there is room for both,
a successor opens everything first and takes over when the old process is free; where there is
none, the old one ends first (READY ──Outgrown──▶ RETIRING ──Exited──▶ DOWN).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias


class Phase(Enum):
    """Where a worker stands."""

    DOWN = "down"
    BOOTING = "booting"
    READY = "ready"
    BUSY = "busy"
    ABANDONED = "abandoned"
    RETIRING = "retiring"
    GAVE_UP = "gave_up"
    STOPPED = "stopped"


class Successor(Enum):
    """Where the process stands that is to take over."""

    NONE = "none"
    BOOTING = "booting"
    READY = "ready"


@dataclass(frozen=True, slots=True)
class Spawned:
    """A process was started."""


@dataclass(frozen=True, slots=True)
class Ready:
    """The worker said that it is ready."""


@dataclass(frozen=True, slots=True)
class Assigned:
    """A call was sent to it."""

    call_id: int


@dataclass(frozen=True, slots=True)
class Answered:
    """Its answer came."""


@dataclass(frozen=True, slots=True)
class Abandoned:
    """Nobody waits for its call any more."""


@dataclass(frozen=True, slots=True)
class Overdue:
    """What it does takes longer than it may."""


@dataclass(frozen=True, slots=True)
class Exited:
    """Its process is gone."""

    status: str


@dataclass(frozen=True, slots=True)
class Outgrown:
    """It holds more memory than it may; `has_room` for a second process beside it."""

    has_room: bool


@dataclass(frozen=True, slots=True)
class SuccessorReady:
    """The successor has opened everything."""


@dataclass(frozen=True, slots=True)
class SuccessorExited:
    """The successor's process is gone."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """The pool is closing."""


Event: TypeAlias = (
    Spawned
    | Ready
    | Assigned
    | Answered
    | Abandoned
    | Overdue
    | Exited
    | Outgrown
    | SuccessorReady
    | SuccessorExited
    | Stopped
)


@dataclass(frozen=True, slots=True)
class LoseCall:
    """The call in hand went down with the worker."""

    call_id: int
    status: str


@dataclass(frozen=True, slots=True)
class SpawnAfter:
    """Start a process after so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Kill:
    """Kill the process."""


@dataclass(frozen=True, slots=True)
class SendCancel:
    """Tell the worker that a call is not wanted any more."""

    call_id: int


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Fail everything that waits for this worker."""

    reason: str


@dataclass(frozen=True, slots=True)
class SpawnSuccessor:
    """Start a second process that opens everything before it is ready."""


@dataclass(frozen=True, slots=True)
class SwitchOver:
    """Let the successor take the place of the process, and end that one."""


@dataclass(frozen=True, slots=True)
class Promote:
    """Let the successor take the place of a process that is gone."""


Order: TypeAlias = (
    LoseCall | SpawnAfter | Kill | SendCancel | GiveUp | SpawnSuccessor | SwitchOver | Promote
)


@dataclass(frozen=True, slots=True)
class Worker:
    """All that the pool knows of one worker's life.

    `failed_boots` counts deaths before READY in a row, `quick_deaths` deaths while serving that
    came without an answer in between. `recycled` counts replacements for the sake of memory, which
    are no restarts.
    """

    phase: Phase = Phase.DOWN
    call_id: int | None = None
    failed_boots: int = 0
    quick_deaths: int = 0
    restarts: int = 0
    last_exit: str | None = None
    successor: Successor = Successor.NONE
    recycled: int = 0


MAX_FAILED_BOOTS = 5
_FIRST_DELAY_S = 0.02
_LONGEST_DELAY_S = 5.0


class IllegalStepError(Exception):
    """That event cannot happen to a worker in that phase: a fault of the supervisor."""


def step(worker: Worker, event: Event) -> tuple[Worker, list[Order]]:
    """Return the worker after `event`, and the orders that follow from it."""
    match event:
        case Outgrown() | SuccessorReady() | SuccessorExited():
            return _step_succession(worker, event)
        case Stopped():
            orders: list[Order] = [] if worker.phase in _WITHOUT_PROCESS else [Kill()]
            stopped = replace(worker, phase=Phase.STOPPED, call_id=None, successor=Successor.NONE)
            return stopped, orders
        case _:
            return _step_process(worker, event)


def _step_process(  # noqa: PLR0911 - a case a return
    worker: Worker, event: Event
) -> tuple[Worker, list[Order]]:
    match worker.phase, event:
        case Phase.DOWN, Spawned():
            return replace(worker, phase=Phase.BOOTING), []
        case Phase.BOOTING, Ready():
            return replace(worker, phase=Phase.READY, failed_boots=0), []
        case Phase.READY, Assigned(call_id):
            return replace(worker, phase=Phase.BUSY, call_id=call_id), []
        case ((Phase.BUSY | Phase.ABANDONED), Answered()):
            free = replace(worker, phase=Phase.READY, call_id=None, quick_deaths=0)
            return _switched(free) if free.successor is Successor.READY else (free, [])
        case Phase.BUSY, Abandoned():
            call_id = worker.call_id or 0
            return replace(worker, phase=Phase.ABANDONED, call_id=None), [SendCancel(call_id)]
        case ((Phase.BOOTING | Phase.BUSY | Phase.ABANDONED), Overdue()):
            return worker, [Kill()]
        case Phase.RETIRING, Exited():
            return replace(worker, phase=Phase.DOWN, recycled=worker.recycled + 1), [SpawnAfter(0)]
        case ((Phase.BOOTING | Phase.READY | Phase.BUSY | Phase.ABANDONED), Exited(status)):
            return _after_exit(worker, status)
        case _:
            raise IllegalStepError(worker, event)


def _step_succession(worker: Worker, event: Event) -> tuple[Worker, list[Order]]:
    match worker.phase, worker.successor, event:
        case Phase.READY, Successor.NONE, Outgrown(has_room=True):
            return replace(worker, successor=Successor.BOOTING), [SpawnSuccessor()]
        case Phase.READY, Successor.NONE, Outgrown():
            return replace(worker, phase=Phase.RETIRING), [Kill()]
        case Phase.READY, Successor.BOOTING, SuccessorReady():
            return _switched(worker)
        case ((Phase.BUSY | Phase.ABANDONED), Successor.BOOTING, SuccessorReady()):
            return replace(worker, successor=Successor.READY), []
        case (
            (Phase.READY | Phase.BUSY | Phase.ABANDONED),
            (Successor.BOOTING | Successor.READY),
            SuccessorExited(),
        ):
            return replace(worker, successor=Successor.NONE), []
        case _:
            raise IllegalStepError(worker, event)


def _switched(worker: Worker) -> tuple[Worker, list[Order]]:
    after = replace(worker, successor=Successor.NONE, recycled=worker.recycled + 1)
    return after, [SwitchOver()]


_WITHOUT_PROCESS = {Phase.DOWN, Phase.GAVE_UP, Phase.STOPPED}


def _after_exit(worker: Worker, status: str) -> tuple[Worker, list[Order]]:
    orders: list[Order] = []
    if worker.call_id is not None:
        orders.append(LoseCall(worker.call_id, status))

    while_booting = worker.phase is Phase.BOOTING
    after = replace(
        worker,
        phase=Phase.DOWN,
        call_id=None,
        failed_boots=worker.failed_boots + while_booting,
        quick_deaths=worker.quick_deaths + (not while_booting),
        restarts=worker.restarts + 1,
        last_exit=status,
        successor=Successor.NONE,
    )
    if worker.successor is not Successor.NONE:
        is_ready = worker.successor is Successor.READY
        phase = Phase.READY if is_ready else Phase.BOOTING
        return replace(after, phase=phase), [Promote(), *orders]
    if after.failed_boots >= MAX_FAILED_BOOTS:
        reason = f"it failed to start {after.failed_boots} times in a row, last {status}"
        return replace(after, phase=Phase.GAVE_UP), [*orders, GiveUp(reason)]
    return after, [*orders, SpawnAfter(restart_delay_s(after))]


def restart_delay_s(worker: Worker) -> float:
    """Return how long to wait before the next start: at once at first, then twice as long each.

    An answer resets it, so a single crash costs nothing but the start itself.
    """
    deaths = worker.failed_boots + worker.quick_deaths
    if deaths <= 1:
        return 0.0
    return float(min(_FIRST_DELAY_S * 2 ** (deaths - 1), _LONGEST_DELAY_S))
