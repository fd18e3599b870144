"""Whether the server can do its work: doctor's verdict, found rarely however often it is read."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

# A verdict is kept so long, and longer where it was dear: checking takes a fifth of the time. That
# something is wrong is looked at again sooner: it may be over.
LEAST_S = 1.0
MOST_S = 10.0
MOST_WRONG_S = 3.0
_TIMES = 4


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer, and the JSON that explains it."""

    is_ready: bool
    text: str


class Readiness:
    """Asks once for all that want to know. `clock` counts seconds; `check` does not raise."""

    def __init__(self, check: Callable[[], Awaitable[Verdict]], clock: Callable[[], float]) -> None:
        self._check = check
        self._clock = clock
        self._asking: asyncio.Task[Verdict] | None = None
        self._last: Verdict | None = None
        self._good_until_s = 0.0

    async def verdict(self) -> Verdict:
        """Return the last verdict while it is fresh, or the next one."""
        if self._last is not None and self._clock() < self._good_until_s:
            return self._last
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask())
        # Whoever gives up waiting does not end it for the others.
        return await asyncio.shield(self._asking)

    async def _ask(self) -> Verdict:
        began_s = self._clock()
        verdict = await self._check()
        now_s = self._clock()
        self._good_until_s = now_s + keep_for_s(now_s - began_s, is_ready=verdict.is_ready)
        self._last = verdict
        return verdict


def keep_for_s(took_s: float, *, is_ready: bool) -> float:
    """Say how long a verdict is good that took so long."""
    return min(MOST_S if is_ready else MOST_WRONG_S, max(LEAST_S, _TIMES * took_s))
