"""How long a worker may go on when the time of a call is over. Pure.

A deadline runs from when the call was made, so that its caller never waits longer. The worker is
judged by how long it has had the call: one that got it late, after a queue, is not hung.
"""

from __future__ import annotations

from kebab.pool.phases import Phase
from kebab.pool.protocol import Lane

# A worker that was found silent by a probe is given so long to come back before it is killed,
# unless a call that somebody needs runs out of time behind it.
PROBE_GRACE_S = 20.0


def grace_s(lane: Lane, *, held_s: float, timeout_s: float) -> float:
    """Return how long a worker may still take over a call that is overdue; 0: kill it."""
    if lane is Lane.PROBE:
        return PROBE_GRACE_S
    return max(0.0, timeout_s - held_s)


def holds_up(phase: Phase, lane: Lane | None, *, held_s: float, timeout_s: float) -> bool:
    """Tell whether a worker is to be killed because a waiting call ran out of time behind it.

    `lane` is that of the call in its hands. One that has a deadline of its own is left to it:
    only a probe, and a call that nobody waits for any more, have none that would kill.
    """
    has_no_deadline = phase is Phase.ABANDONED or (phase is Phase.BUSY and lane is Lane.PROBE)
    return has_no_deadline and held_s >= timeout_s
