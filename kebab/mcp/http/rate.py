"""How many requests an address may make: a bucket each that fills again with time. Pure."""

from __future__ import annotations

import math
from collections import OrderedDict

_KEPT = 4096


class Rates:
    """Holds a bucket for each address; those that were silent longest are forgotten, and full."""

    def __init__(self, per_minute: int) -> None:
        self._capacity = float(per_minute)
        self._per_s = per_minute / 60
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str, now_s: float) -> int:
        """Count a request; return 0, or after how many seconds it may be tried again."""
        if not self._capacity:
            return 0
        left, then_s = self._buckets.pop(address, (self._capacity, now_s))
        left = min(self._capacity, left + (now_s - then_s) * self._per_s)
        wait_s = 0
        if left >= 1:
            left -= 1
        else:
            wait_s = max(1, math.ceil((1 - left) / self._per_s))
        self._buckets[address] = (left, now_s)
        while len(self._buckets) > _KEPT:
            self._buckets.popitem(last=False)
        return wait_s
