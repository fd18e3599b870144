"""The warm pool: calls in, each answered once, by whichever worker it may go to."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from blake3 import blake3

from kebab.errors import (
    CallTimeoutError,
    KebabError,
    OverloadedError,
    PoolError,
    WorkerLostError,
)
from kebab.pool.assign import Waiting, assign
from kebab.pool.deadlines import grace_s, holds_up
from kebab.pool.health import WorkerState
from kebab.pool.phases import Phase
from kebab.pool.protocol import Lane, ShardReply
from kebab.pool.supervisor import Supervisor
from kebab.wire.call_id import current_call
from kebab.wire.frames import encode
from kebab.wire.worker import Request

ATTEMPTS = 2
# A call that killed this many workers is refused for a while instead of killing the next.
POISON_S = 60.0
# On few cores the workers take the time that the front needs to get ready. The first worker loads
# the model meanwhile; the others follow now, or with the first call.
OTHERS_AFTER_S = 1.0


@dataclass(slots=True)
class _Call:
    id: int
    request: Request
    lane: Lane
    worker: int | None
    answer: asyncio.Future[dict[str, Any]]
    deadline: asyncio.TimerHandle | None = None
    deaths: list[str] = field(default_factory=list)
    running_on: int | None = None


def default_size(cores: int) -> int:
    """Return how many workers to run where the settings leave it open: a core each, up to four."""
    return max(1, min(cores, 4))


class WorkerPool:
    """N workers; worker i of N serves the shards i, i + N, i + 2N and so on."""

    def __init__(
        self,
        size: int,
        shard_count: int,
        hello: Callable[[int], dict[str, Any]],
        *,
        boot_timeout_s: float = 60.0,
        queue_limit: int = 256,
        ceiling_bytes: int = 2_000_000_000,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.size = max(1, min(size, shard_count))
        self.shard_count = shard_count
        self._queue_limit = queue_limit
        self._clock = clock
        self._supervisors = [
            Supervisor(
                number, hello, self, boot_timeout_s=boot_timeout_s, ceiling_bytes=ceiling_bytes
            )
            for number in range(self.size)
        ]
        self._calls: dict[int, _Call] = {}
        self._waiting: dict[int, _Call] = {}
        self._next_id = 0
        self._poison: dict[bytes, tuple[float, str]] = {}
        self._missed = [0] * self.size
        self._others: asyncio.TimerHandle | None = None
        self._closed = False

    # --- life

    def start(self) -> None:
        """Start the workers; calls may come before they are ready. Main thread only."""
        self._supervisors[0].start()
        loop = asyncio.get_running_loop()
        self._others = loop.call_later(OTHERS_AFTER_S, self._start_others)

    def _start_others(self) -> None:
        if self._others is not None:
            self._others.cancel()
            self._others = None
            for supervisor in self._supervisors[1:]:
                supervisor.start()

    def close(self) -> None:
        """Fail what is open and kill every worker: the views are safe, they replay."""
        self._closed = True
        if self._others is not None:
            self._others.cancel()
        for call in list(self._calls.values()):
            self._fail(call, PoolError("kebab is shutting down", hint="start it again"))
        for supervisor in self._supervisors:
            supervisor.stop()

    def shards_of(self, worker: int) -> tuple[int, ...]:
        """Return the shards that a worker serves."""
        return tuple(range(worker, self.shard_count, self.size))

    def states(self) -> list[WorkerState]:
        """Return what is known of each worker without asking it."""
        return [
            WorkerState(
                worker=s.number,
                pid=s.pid,
                phase=s.worker.phase.value,
                restarts=s.worker.restarts,
                recycled=s.worker.recycled,
                last_exit=s.worker.last_exit,
                shards=self.shards_of(s.number),
                waiting=sum(c.worker in {None, s.number} for c in self._waiting.values()),
                deadlines_missed=self._missed[s.number],
            )
            for s in self._supervisors
        ]

    # --- calls

    async def call(
        self,
        method: str,
        params: dict[str, Any],
        *,
        timeout_s: float,
        lane: Lane = Lane.INTERACTIVE,
        worker: int | None = None,
    ) -> dict[str, Any]:
        """Ask one worker, any free one where `worker` is None.

        A call whose worker dies is tried once more; no method of a worker does harm when repeated.
        Raises WorkerLostError, CallTimeoutError, OverloadedError, or the worker's own error.
        """
        call = self._begin(method, params, timeout_s, lane, worker)
        self._assign()
        try:
            return await call.answer
        except asyncio.CancelledError:
            self._abandon(call)
            raise

    async def scatter(
        self,
        method: str,
        params: dict[str, Any],
        *,
        timeout_s: float,
        lane: Lane = Lane.INTERACTIVE,
    ) -> list[ShardReply]:
        """Ask every worker about its own shards; replies in worker order, errors among them."""
        # No task for each: they would cost as much as all else that the front does for a call.
        begun = [
            self._begin_part(number, method, params, timeout_s, lane) for number in range(self.size)
        ]
        self._assign()
        try:
            return [await self._part(number, call) for number, call in enumerate(begun)]
        except asyncio.CancelledError:
            for call in begun:
                if isinstance(call, _Call):
                    self._abandon(call)
                    _forget(call.answer)
            raise

    def _begin_part(
        self, number: int, method: str, params: dict[str, Any], timeout_s: float, lane: Lane
    ) -> _Call | KebabError:
        try:
            own = {**params, "shards": self.shards_of(number)}
            return self._begin(method, own, timeout_s, lane, number)
        except KebabError as error:
            return error

    async def _part(self, number: int, call: _Call | KebabError) -> ShardReply:
        shards = self.shards_of(number)
        if isinstance(call, KebabError):
            return ShardReply(number, shards, None, call)
        try:
            return ShardReply(number, shards, await call.answer, None)
        except KebabError as error:
            return ShardReply(number, shards, None, error)

    def _begin(
        self, method: str, params: dict[str, Any], timeout_s: float, lane: Lane, worker: int | None
    ) -> _Call:
        call = self._accept(method, params, lane, worker)
        loop = asyncio.get_running_loop()
        call.deadline = loop.call_later(timeout_s, self._overdue, call, timeout_s)
        return call

    def _accept(self, method: str, params: dict[str, Any], lane: Lane, worker: int | None) -> _Call:
        if self._closed:
            raise PoolError("the pool is closed", hint="start kebab again")
        self._start_others()
        self._refuse_if_full(lane, worker)
        self._refuse_if_given_up(worker)
        self._next_id += 1
        request = Request(self._next_id, method, params, current_call())
        self._refuse_if_poisoned(request)
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        call = _Call(self._next_id, request, lane, worker, answer)
        self._calls[call.id] = self._waiting[call.id] = call
        return call

    def _refuse_if_full(self, lane: Lane, worker: int | None) -> None:
        ahead = sum(c.lane == lane and c.worker == worker for c in self._waiting.values())
        if ahead >= self._queue_limit:
            raise OverloadedError(
                f"{ahead} calls are waiting already",
                hint="wait for some answers before sending more calls",
                details={"waiting": ahead, "limit": self._queue_limit},
            )

    def _refuse_if_given_up(self, worker: int | None) -> None:
        chosen = self._supervisors if worker is None else [self._supervisors[worker]]
        if all(s.worker.phase is Phase.GAVE_UP for s in chosen):
            last = chosen[0].worker
            raise WorkerLostError(
                f"worker {chosen[0].number} does not start: {last.last_exit}",
                hint="run `kebab doctor`",
                details={"worker": chosen[0].number, "last_exit": last.last_exit},
            )

    def _refuse_if_poisoned(self, request: Request) -> None:
        if not self._poison:
            return
        until, status = self._poison.get(_fingerprint(request), (0.0, ""))
        if until > self._clock():
            raise WorkerLostError(
                f"this call killed {ATTEMPTS} workers a moment ago ({status}); not tried again",
                hint=f"change the call, or wait {POISON_S:.0f} s",
                details={"method": request.method, "last_exit": status},
            )

    # --- what the supervisors tell

    def worker_free(self) -> None:
        """Give free workers what waits."""
        self._assign()

    def call_answered(self, call_id: int, reply: dict[str, Any]) -> None:
        """Settle a call with its answer."""
        call = self._calls.get(call_id)
        if call is None:
            return
        if reply["error"] is not None:
            self._fail(call, KebabError.from_fields(reply["error"]))
        else:
            self._settle(call)
            if not call.answer.done():
                call.answer.set_result(reply["result"])

    def call_lost(self, call_id: int, worker: int, status: str) -> None:
        """Try a call once more, or fail it."""
        call = self._calls.get(call_id)
        if call is None:
            return
        call.deaths.append(status)
        call.running_on = None
        if len(call.deaths) < ATTEMPTS and not self._closed:
            self._waiting[call.id] = call
            self._assign()
            return
        self._poison[_fingerprint(call.request)] = (self._clock() + POISON_S, status)
        self._fail(
            call,
            WorkerLostError(
                f"{len(call.deaths)} workers died on this call ({', '.join(call.deaths)})",
                hint="the document or question may crash a native library; see the log file",
                details={"method": call.request.method, "worker": worker, "exits": call.deaths},
            ),
        )

    def worker_gave_up(self, worker: int, reason: str) -> None:
        """Fail what waits for a worker that will not come back."""
        nobody_left = all(s.worker.phase is Phase.GAVE_UP for s in self._supervisors)
        for call in list(self._waiting.values()):
            if call.worker == worker or nobody_left:
                error = WorkerLostError(
                    f"worker {worker} is given up: {reason}",
                    hint="run `kebab doctor`",
                    details={"worker": worker, "shards": list(self.shards_of(worker))},
                )
                self._fail(call, error)

    # --- settling

    def _assign(self) -> None:
        if self._closed or not self._waiting:
            return
        free = {s.number for s in self._supervisors if s.is_free}
        if not free:
            return
        waiting = (Waiting(c.id, c.lane, c.worker) for c in self._waiting.values())
        for call_id, number in assign(waiting, free):
            call = self._waiting.pop(call_id)
            call.running_on = number
            self._supervisors[number].send(call.id, call.request.to_fields())

    def _overdue(self, call: _Call, timeout_s: float) -> None:
        running_on = call.running_on
        error = CallTimeoutError(
            f"no answer within {timeout_s:g} s",
            hint="call again; raise the limit under [pool] if it is too short",
            details={
                "method": call.request.method,
                "timeout_s": timeout_s,
                "was_running": running_on is not None,
                "ran_s": round(self._supervisors[running_on].held_s, 3)
                if running_on is not None
                else 0.0,
            },
        )
        self._fail(call, error)
        if running_on is None:
            self._clear_the_way(call, timeout_s)
            return
        self._missed[running_on] += 1
        supervisor = self._supervisors[running_on]
        grace = grace_s(call.lane, held_s=supervisor.held_s, timeout_s=timeout_s)
        if grace:
            supervisor.abandon(grace)
        else:
            supervisor.kill()

    def _clear_the_way(self, call: _Call, timeout_s: float) -> None:
        """Kill the workers behind which a call ran out of time that has to be done."""
        if call.lane is Lane.PROBE:
            return
        lanes = {c.running_on: c.lane for c in self._calls.values() if c.running_on is not None}
        for supervisor in self._supervisors:
            if call.worker in {None, supervisor.number} and holds_up(
                supervisor.worker.phase,
                lanes.get(supervisor.number),
                held_s=supervisor.held_s,
                timeout_s=timeout_s,
            ):
                supervisor.kill()

    def _abandon(self, call: _Call) -> None:
        running_on = call.running_on
        is_open = call.id in self._calls
        self._settle(call)
        if is_open and running_on is not None:
            self._supervisors[running_on].abandon()

    def _fail(self, call: _Call, error: KebabError) -> None:
        self._settle(call)
        if not call.answer.done():
            call.answer.set_exception(error)

    def _settle(self, call: _Call) -> None:
        self._calls.pop(call.id, None)
        self._waiting.pop(call.id, None)
        if call.deadline is not None:
            call.deadline.cancel()


def _forget(answer: asyncio.Future[dict[str, Any]]) -> None:
    """Take an answer that nobody will read; asyncio complains of errors that nobody saw."""
    if not answer.cancel() and not answer.cancelled():
        answer.exception()


def _fingerprint(request: Request) -> bytes:
    return blake3(encode({"method": request.method, "params": request.params})).digest()
