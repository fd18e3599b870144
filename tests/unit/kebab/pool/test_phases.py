"""The life of a worker: every (phase, event) pair."""

from __future__ import annotations

import itertools

import pytest

from kebab.pool.phases import (
    MAX_FAILED_BOOTS,
    Abandoned,
    Answered,
    Assigned,
    Exited,
    GiveUp,
    IllegalStepError,
    Kill,
    LoseCall,
    Overdue,
    Phase,
    Ready,
    SendCancel,
    SpawnAfter,
    Spawned,
    Stopped,
    Worker,
    restart_delay_s,
    step,
)

EVENTS = [
    Spawned(),
    Ready(),
    Assigned(7),
    Answered(),
    Abandoned(),
    Overdue(),
    Exited("signal SIGKILL"),
    Stopped(),
]
DRAWN = {
    (Phase.DOWN, Spawned): Phase.BOOTING,
    (Phase.BOOTING, Ready): Phase.READY,
    (Phase.BOOTING, Overdue): Phase.BOOTING,
    (Phase.BOOTING, Exited): Phase.DOWN,
    (Phase.READY, Assigned): Phase.BUSY,
    (Phase.READY, Exited): Phase.DOWN,
    (Phase.BUSY, Answered): Phase.READY,
    (Phase.BUSY, Abandoned): Phase.ABANDONED,
    (Phase.BUSY, Overdue): Phase.BUSY,
    (Phase.BUSY, Exited): Phase.DOWN,
    (Phase.ABANDONED, Answered): Phase.READY,
    (Phase.ABANDONED, Overdue): Phase.ABANDONED,
    (Phase.ABANDONED, Exited): Phase.DOWN,
    **{(phase, Stopped): Phase.STOPPED for phase in Phase},
}


def worker_after(*events):
    worker, orders = Worker(), []
    for event in events:
        worker, orders = step(worker, event)
    return worker, orders


@pytest.mark.parametrize(
    ("phase", "event"),
    list(itertools.product(Phase, EVENTS)),
    ids=lambda value: getattr(value, "value", None) or type(value).__name__,
)
def test_only_the_drawn_steps_pass(phase, event):
    worker = Worker(phase=phase, call_id=3 if phase is Phase.BUSY else None)
    target = DRAWN.get((phase, type(event)))

    if target is None:
        with pytest.raises(IllegalStepError):
            step(worker, event)
    else:
        assert step(worker, event)[0].phase is target


def test_busy_worker_that_exits_loses_its_call_and_restarts_at_once():
    worker, orders = worker_after(Spawned(), Ready(), Assigned(7), Exited("signal SIGKILL"))

    assert orders == [LoseCall(7, "signal SIGKILL"), SpawnAfter(0.0)]
    assert (worker.restarts, worker.last_exit) == (1, "signal SIGKILL")


def test_idle_worker_that_exits_only_restarts():
    _, orders = worker_after(Spawned(), Ready(), Exited("signal SIGSEGV"))

    assert orders == [SpawnAfter(0.0)]


def test_abandoned_worker_that_exits_loses_no_call():
    _, orders = worker_after(Spawned(), Ready(), Assigned(7), Abandoned(), Exited("killed"))

    assert orders == [SpawnAfter(0.0)]


def test_abandoned_call_is_cancelled_and_killed_when_overdue():
    worker, orders = worker_after(Spawned(), Ready(), Assigned(7), Abandoned())

    assert orders == [SendCancel(7)]
    assert step(worker, Overdue())[1] == [Kill()]


def test_worker_that_never_boots_is_given_up():
    worker, orders = worker_after(*[Spawned(), Exited("exit status 1")] * MAX_FAILED_BOOTS)

    assert worker.phase is Phase.GAVE_UP
    assert orders == [GiveUp("it failed to start 5 times in a row, last exit status 1")]


def test_a_boot_in_between_starts_the_count_of_failed_boots_again():
    failed = [Spawned(), Exited("exit status 1")]
    worker, _ = worker_after(*failed * 4, Spawned(), Ready(), Exited("x"), *failed * 4)

    assert worker.phase is Phase.DOWN


def test_restarts_that_follow_each_other_wait_longer_up_to_five_seconds():
    delays = [restart_delay_s(Worker(quick_deaths=deaths)) for deaths in range(1, 12)]

    assert delays[:4] == [0.0, 0.02 * 2, 0.02 * 4, 0.02 * 8]
    assert delays[-1] == 5.0


def test_an_answer_resets_the_delay():
    life = [Spawned(), Ready(), Assigned(1), Exited("x")]
    worker, _ = worker_after(*life, *life, Spawned(), Ready(), Assigned(1), Answered())

    assert worker.quick_deaths == 0


@pytest.mark.parametrize("phase", [Phase.BOOTING, Phase.READY, Phase.BUSY, Phase.ABANDONED])
def test_stopping_kills_whatever_process_there_is(phase):
    assert step(Worker(phase=phase), Stopped())[1] == [Kill()]


@pytest.mark.parametrize("phase", [Phase.DOWN, Phase.GAVE_UP, Phase.STOPPED])
def test_stopping_without_a_process_orders_nothing(phase):
    assert step(Worker(phase=phase), Stopped())[1] == []
