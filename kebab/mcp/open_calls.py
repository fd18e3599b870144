"""The requests that were accepted and have no answer yet: how many there may be. Does no I/O."""

from __future__ import annotations

from collections import defaultdict

# The pool refuses what is beyond its own queues; this bounds what a host can have in hand at all.
MAX_CALLS = 512
MAX_BYTES = 128 << 20

RequestId = str | int


class OpenCalls:
    """Counts by id, because a host may use one twice: each of the two gets an answer."""

    def __init__(self, max_calls: int = MAX_CALLS, max_bytes: int = MAX_BYTES) -> None:
        self._max_calls = max_calls
        self._max_bytes = max_bytes
        self._sizes: defaultdict[RequestId, list[int]] = defaultdict(list)
        self.count = 0
        self._bytes = 0

    def admit(self, request_id: RequestId, size_bytes: int) -> bool:
        """Accept a request of this size, unless there are too many."""
        # One alone is always let in, or it could never be answered.
        if self.count and (
            self.count >= self._max_calls or self._bytes + size_bytes > self._max_bytes
        ):
            return False
        self._sizes[request_id].append(size_bytes)
        self.count += 1
        self._bytes += size_bytes
        return True

    def settle(self, request_id: RequestId) -> None:
        """Forget a request that was answered or cancelled; an id that is not open is no matter."""
        sizes = self._sizes.get(request_id)
        if not sizes:
            return
        self.count -= 1
        self._bytes -= sizes.pop()
        if not sizes:
            del self._sizes[request_id]
