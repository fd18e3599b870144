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
    Outgrown,
    Overdue,
    Phase,
    Promote,
    Ready,
    SendCancel,
    SpawnAfter,
    Spawned,
    SpawnSuccessor,
    Stopped,
    Successor,
    SuccessorExited,
    SuccessorReady,
    SwitchOver,
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
    Outgrown(has_room=False),
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
    (Phase.READY, Outgrown): Phase.RETIRING,
    (Phase.RETIRING, Exited): Phase.DOWN,
    **{(phase, Stopped): Phase.STOPPED for phase in Phase},
}


SERVING = (Phase.READY, Phase.BUSY, Phase.ABANDONED)
SUCCESSIONS = {
    (Phase.READY, Successor.NONE, Outgrown): (Phase.READY, Successor.BOOTING),
    (Phase.READY, Successor.BOOTING, SuccessorReady): (Phase.READY, Successor.NONE),
    (Phase.BUSY, Successor.BOOTING, SuccessorReady): (Phase.BUSY, Successor.READY),
    (Phase.ABANDONED, Successor.BOOTING, SuccessorReady): (Phase.ABANDONED, Successor.READY),
    **{
        (phase, successor, SuccessorExited): (phase, Successor.NONE)
        for phase in SERVING
        for successor in (Successor.BOOTING, Successor.READY)
    },
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


@pytest.mark.parametrize("phase", Phase, ids=lambda phase: phase.value)
@pytest.mark.parametrize("successor", Successor, ids=lambda successor: successor.value)
@pytest.mark.parametrize(
    "event",
    [Outgrown(has_room=True), SuccessorReady(), SuccessorExited()],
    ids=lambda event: type(event).__name__,
)
def test_only_the_drawn_successions_pass(phase, successor, event):
    worker = Worker(phase=phase, successor=successor)
    target = SUCCESSIONS.get((phase, successor, type(event)))

    if target is None:
        with pytest.raises(IllegalStepError):
            step(worker, event)
    else:
        after = step(worker, event)[0]
        assert (after.phase, after.successor) == target


OUTGROWN = [Spawned(), Ready(), Outgrown(has_room=True)]


def test_a_successor_of_a_free_worker_takes_over_as_soon_as_it_is_ready():
    assert worker_after(*OUTGROWN)[1] == [SpawnSuccessor()]
    worker, orders = worker_after(*OUTGROWN, SuccessorReady())

    assert orders == [SwitchOver()]
    assert (worker.recycled, worker.restarts) == (1, 0)


def test_a_successor_of_a_busy_worker_waits_for_the_answer():
    busy = [*OUTGROWN, Assigned(7), SuccessorReady()]
    worker, orders = worker_after(*busy, Answered())

    assert worker_after(*busy)[1] == []
    assert orders == [SwitchOver()]
    assert worker.phase is Phase.READY


def test_without_room_the_old_process_ends_before_the_new_one_starts():
    retiring = [Spawned(), Ready(), Outgrown(has_room=False)]
    worker, orders = worker_after(*retiring, Exited("signal SIGKILL"))

    assert worker_after(*retiring)[1] == [Kill()]
    assert orders == [SpawnAfter(0)]
    assert (worker.recycled, worker.restarts, worker.last_exit) == (1, 0, None)


@pytest.mark.parametrize(
    ("said", "phase"), [([], Phase.BOOTING), ([SuccessorReady()], Phase.READY)]
)
def test_a_successor_takes_the_place_of_a_process_that_died(said, phase):
    worker, orders = worker_after(*OUTGROWN, Assigned(7), *said, Exited("signal SIGSEGV"))

    assert orders == [Promote(), LoseCall(7, "signal SIGSEGV")]
    assert (worker.phase, worker.restarts) == (phase, 1)


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
