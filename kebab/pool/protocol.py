"""What the services in front ask of a pool of workers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Protocol

from kebab.errors import KebabError


class Lane(IntEnum):
    """How urgent a call is: a lower number goes first.

    A worker that is still at a probe when its time is over is not killed at once: a probe asks
    how things are, and a worker that loads a model or opens a large view is well.
    """

    PROBE = 0
    INTERACTIVE = 1
    EXTRACT = 2
    EMBED = 3


@dataclass(frozen=True, slots=True)
class ShardReply:
    """One worker's part of a scattered call: its result, or why there is none."""

    worker: int
    shards: tuple[int, ...]
    result: dict[str, Any] | None
    error: KebabError | None


class Pool(Protocol):
    """Worker i of N serves the shards i, i + N, i + 2N and so on."""

    size: int

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

        Raises WorkerLostError, CallTimeoutError, OverloadedError, or the worker's own error.
        """
        ...

    async def scatter(
        self,
        method: str,
        params: dict[str, Any],
        *,
        timeout_s: float,
        lane: Lane = Lane.INTERACTIVE,
    ) -> list[ShardReply]:
        """Ask every worker about its own shards (`params["shards"]`); replies in worker order."""
        ...
