"""The workers that open HWP documents. They own no shard: what kills or holds one up, a damaged
file or a long save, is not in the way of a search.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kebab.pool.pool import WorkerPool
from kebab.pool.protocol import Lane
from kebab.pool.worker_config import worker_config, worker_hello
from kebab.settings.model import Settings

_FIRST_NUMBER = 100  # in names of logs, so that they are no shard worker's
IDLE_S = 600.0


class DocumentsPool:
    """Starts the pool with its first call, and stops it when there is nothing to keep it for."""

    def __init__(self, settings: Settings, is_idle: Callable[[], bool]) -> None:
        self._settings = settings
        self._is_idle = is_idle
        self._pool: WorkerPool | None = None
        self._calls = 0
        self._timer: asyncio.TimerHandle | None = None

    @property
    def size(self) -> int:
        """How many workers there are once it runs."""
        return self._settings.hwp.workers

    @property
    def running(self) -> WorkerPool | None:
        """The pool, where it runs."""
        return self._pool

    async def call(
        self,
        params: dict[str, Any],
        *,
        timeout_s: float,
        worker: int | None,
        lane: Lane = Lane.INTERACTIVE,
    ) -> dict[str, Any]:
        """Ask one worker, any free one where `worker` is None. Raises what the pool raises."""
        pool = self._started()
        self._calls += 1
        try:
            return await pool.call("hwp", params, timeout_s=timeout_s, worker=worker, lane=lane)
        finally:
            self._calls -= 1
            self._stop_when_idle()

    def close_if_unused(self) -> None:
        """End the workers where nothing is open or under way."""
        if not self._calls and self._is_idle():
            self.close()

    def close(self) -> None:
        """End the workers."""
        if self._timer is not None:
            self._timer.cancel()
        if self._pool is not None:
            self._pool.close()
        self._pool = self._timer = None

    def _started(self) -> WorkerPool:
        if self._pool is None:
            limits = self._settings.pool
            self._pool = WorkerPool(
                self.size,
                self.size,
                self._hello,
                boot_timeout_s=limits.boot_timeout_s,
                queue_limit=limits.queue_limit,
                ceiling_bytes=limits.worker_memory_mb * 2**20,
            )
            self._pool.start()
        return self._pool

    def _hello(self, worker: int) -> dict[str, Any]:
        config = replace(
            worker_config(self._settings, self.size, ()),
            memory_limit_mb=self._settings.hwp.memory_mb,
        )
        number = _FIRST_NUMBER + worker
        return worker_hello(self._settings, number, config, preload=False, preload_model=False)

    def _stop_when_idle(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(IDLE_S, self._look)

    def _look(self) -> None:
        self.close_if_unused()
        if self._pool is not None:
            self._stop_when_idle()
