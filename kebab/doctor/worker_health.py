"""Ask every worker whether it lives, and add what the pool knows of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Protocol

from kebab.errors import KebabError
from kebab.pool.health import WorkerState
from kebab.pool.protocol import Lane, Pool
from kebab.wire.doctor import Check, WorkerHealth

PING_TIMEOUT_S = 2.0


class Examined(Pool, Protocol):
    """A pool that also tells of its workers without asking them."""

    def states(self) -> Sequence[WorkerState]:
        """Return what is known of each worker."""
        ...


async def examine_workers(pool: Examined) -> tuple[Check, list[WorkerHealth]]:
    """Ping every worker; one that is silent is a check that failed."""
    workers = await asyncio.gather(*(_examine_worker(pool, state) for state in pool.states()))
    silent = [worker for worker in workers if worker.ping_ms is None]
    if silent:
        last = f", last exit {silent[0].last_exit}" if silent[0].last_exit else ""
        check = Check(
            name="workers",
            ok=False,
            detail=f"worker {silent[0].worker} does not answer (it is {silent[0].state}{last})",
            hint="look into the worker's log file in the state directory",
        )
    else:
        slowest = max((worker.ping_ms or 0.0 for worker in workers), default=0.0)
        detail = f"{len(workers)} answer, the slowest within {slowest:.0f} ms"
        check = Check(name="workers", ok=True, detail=detail)
    return check, list(workers)


async def _examine_worker(pool: Examined, before: WorkerState) -> WorkerHealth:
    began = time.perf_counter()
    ping_ms, rss_bytes = None, None
    try:
        reply = await pool.call(
            "ping", {}, worker=before.worker, timeout_s=PING_TIMEOUT_S, lane=Lane.PROBE
        )
        ping_ms = round((time.perf_counter() - began) * 1000, 1)
        rss_bytes = reply["rss_bytes"]
    except KebabError:
        # What is wrong with it shows in its state; doctor's business is to say so.
        pass
    # a worker that was booting when the ping was sent is ready by now
    state = next((one for one in pool.states() if one.worker == before.worker), before)
    return WorkerHealth(
        worker=state.worker,
        pid=state.pid,
        state=state.phase,
        ping_ms=ping_ms,
        rss_bytes=rss_bytes if isinstance(rss_bytes, int) else None,
        restarts=state.restarts,
        last_exit=state.last_exit,
        waiting=before.waiting,
        deadlines_missed=state.deadlines_missed,
        recycled=state.recycled,
        shards=list(state.shards),
    )
