"""Who is killed when the time of a call is over, and who is not."""

from __future__ import annotations

import pytest

from kebab.pool.deadlines import PROBE_GRACE_S, grace_s, holds_up
from kebab.pool.phases import Phase
from kebab.pool.protocol import Lane


def test_a_worker_that_had_a_call_for_all_its_time_gets_no_more():
    assert grace_s(Lane.INTERACTIVE, held_s=2.0, timeout_s=2.0) == 0
    assert grace_s(Lane.EXTRACT, held_s=9.0, timeout_s=2.0) == 0


def test_a_worker_that_got_a_call_late_has_the_rest_of_its_time():
    assert grace_s(Lane.INTERACTIVE, held_s=0.5, timeout_s=2.0) == 1.5


def test_a_probe_is_no_reason_to_kill_soon():
    assert grace_s(Lane.PROBE, held_s=60.0, timeout_s=2.0) == PROBE_GRACE_S


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("lane", [None, *Lane])
def test_only_what_nobody_else_would_end_is_cleared_away(phase, lane):
    expected = phase is Phase.ABANDONED or (phase is Phase.BUSY and lane is Lane.PROBE)

    assert holds_up(phase, lane, held_s=2.0, timeout_s=2.0) is expected
    assert not holds_up(phase, lane, held_s=1.9, timeout_s=2.0)
