"""What the pool says of its workers, for doctor."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WorkerState:
    """One worker as the pool sees it, without asking it."""

    worker: int
    pid: int | None
    phase: str
    restarts: int
    recycled: int
    last_exit: str | None
    shards: tuple[int, ...]
    waiting: int
    deadlines_missed: int
