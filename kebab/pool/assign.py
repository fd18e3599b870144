"""Which waiting call goes to which free worker. Pure: the pool asks after every change."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from kebab.pool.protocol import Lane


@dataclass(frozen=True, slots=True)
class Waiting:
    """A call that has no worker yet; `worker` is the only one it may go to, if it matters."""

    call_id: int
    lane: Lane
    worker: int | None = None


def assign(waiting: Iterable[Waiting], free: AbstractSet[int]) -> list[tuple[int, int]]:
    """Pair calls with workers: the most urgent lane first, in it the oldest call first.

    A call for one worker waits for it while others pass. Of several free workers a call for any
    takes the highest number: worker 0 holds the model for questions, so it is kept free longest.
    """
    left = set(free)
    pairs: list[tuple[int, int]] = []
    for call in sorted(waiting, key=lambda call: (call.lane, call.call_id)):
        if not left:
            break
        chosen = call.worker if call.worker is not None else max(left)
        if chosen in left:
            left.remove(chosen)
            pairs.append((call.call_id, chosen))
    return pairs
