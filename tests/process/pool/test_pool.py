"""Real workers, and what real signals do to them."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest

from kebab.errors import (
    CallTimeoutError,
    InvalidInputError,
    OverloadedError,
    PoolError,
    WorkerLostError,
)
from kebab.pool.protocol import Lane


def is_phase(pool, worker, phase):
    return lambda: pool.states()[worker].phase == phase


async def search(pool, query="lantern", timeout_s=20):
    replies = await pool.scatter("lexical_statistics", {"query": query}, timeout_s=timeout_s)
    return sum(reply.result["documents"] for reply in replies)


def run(scenario):
    asyncio.run(scenario)


def test_every_worker_answers_for_its_own_shards(running):
    async def scenario():
        async with running(size=2) as pool:
            assert pool.shards_of(0) == (0, 2)
            assert pool.shards_of(1) == (1, 3)
            assert await search(pool) == 12

    run(scenario())


def test_more_workers_than_shards_are_not_started(running):
    async def scenario():
        async with running(size=9) as pool:
            assert pool.size == 4

    run(scenario())


def test_an_error_of_a_worker_comes_back_as_itself(running):
    async def scenario():
        async with running() as pool:
            with pytest.raises(InvalidInputError, match="no method 'nonsense'"):
                await pool.call("nonsense", {}, timeout_s=20)
            assert await search(pool) == 12

    run(scenario())


@pytest.mark.parametrize("killer", [signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT])
def test_an_idle_worker_that_dies_is_replaced_and_nobody_notices(running, until, killer):
    async def scenario():
        async with running() as pool:
            await search(pool)
            os.kill(pool.states()[1].pid, killer)
            await until(lambda: pool.states()[1].restarts == 1)

            assert await search(pool) == 12
            assert pool.states()[1].last_exit == f"signal {killer.name}"

    run(scenario())


def test_a_call_whose_worker_dies_is_tried_once_more(running, until):
    async def scenario():
        async with running() as pool:
            await search(pool)
            victim = pool.states()[1].pid
            os.kill(victim, signal.SIGSTOP)
            asked = asyncio.create_task(search(pool))
            await until(is_phase(pool, 1, "busy"))
            os.kill(victim, signal.SIGKILL)

            assert await asked == 12

    run(scenario())


LONG_WORK = {
    "content": b"one more line about nothing in particular\n\n" * 60_000,
    "disk_path": None,
    "max_bytes": 10**9,
    "path": "long.md",
    "media": "markdown",
}


def test_a_call_that_kills_two_workers_is_refused_for_a_while(running, until):
    async def scenario():
        async with running() as pool:
            await search(pool)
            asked = asyncio.create_task(pool.call("extract", LONG_WORK, worker=0, timeout_s=60))
            for deaths in (1, 2):
                await until(is_phase(pool, 0, "busy"))
                os.kill(pool.states()[0].pid, signal.SIGKILL)
                await until(lambda expected=deaths: pool.states()[0].restarts == expected)

            with pytest.raises(WorkerLostError, match="2 workers died"):
                await asked
            with pytest.raises(WorkerLostError, match="not tried again"):
                await pool.call("extract", LONG_WORK, worker=0, timeout_s=60)
            assert await search(pool) == 12

    run(scenario())


def test_a_hung_worker_costs_its_caller_a_timeout_and_others_nothing(running):
    async def scenario():
        async with running() as pool:
            await search(pool)
            os.kill(pool.states()[1].pid, signal.SIGSTOP)
            asked = asyncio.create_task(pool.call("ping", {}, worker=1, timeout_s=0.3))
            other = await pool.call("ping", {}, worker=0, timeout_s=20)
            with pytest.raises(CallTimeoutError, match="no answer within") as late:
                await asked

            assert late.value.details["ran_s"] > 0.2
            assert other["pid"]
            assert await search(pool) == 12
            assert pool.states()[1].deadlines_missed == 1

    run(scenario())


def test_a_cancelled_call_frees_its_worker_and_a_deaf_one_is_killed(running, until):
    async def scenario():
        async with running() as pool:
            await search(pool)
            os.kill(pool.states()[1].pid, signal.SIGSTOP)
            asked = asyncio.create_task(pool.call("ping", {}, worker=1, timeout_s=20))
            await until(is_phase(pool, 1, "busy"))
            asked.cancel()
            await until(lambda: pool.states()[1].restarts == 1)

            assert await search(pool) == 12

    run(scenario())


def test_a_question_to_all_that_is_cancelled_frees_every_worker(running, until):
    async def scenario():
        async with running() as pool:
            await search(pool)
            os.kill(pool.states()[1].pid, signal.SIGSTOP)
            asked = asyncio.create_task(pool.scatter("no_such_method", {}, timeout_s=20))
            await until(is_phase(pool, 1, "busy"))
            await until(is_phase(pool, 0, "ready"))
            asked.cancel()
            await until(lambda: pool.states()[1].restarts == 1)

            assert await search(pool) == 12
            assert pool.states()[0].restarts == 0

    run(scenario())


def test_a_waiting_call_that_is_cancelled_is_never_sent(running, until):
    async def scenario():
        async with running(size=1) as pool:
            asked = asyncio.create_task(pool.call("ping", {}, timeout_s=20))
            await until(lambda: pool.states()[0].waiting == 1)
            asked.cancel()
            await until(lambda: pool.states()[0].waiting == 0)

            assert await search(pool) == 12
            assert pool.states()[0].restarts == 0

    run(scenario())


def test_a_full_queue_refuses_at_once(running):
    async def scenario():
        async with running(size=1, queue_limit=3) as pool:
            asked = [
                asyncio.create_task(pool.call("ping", {}, timeout_s=20, lane=Lane.INTERACTIVE))
                for _ in range(8)
            ]
            outcomes = await asyncio.gather(*asked, return_exceptions=True)

            refused = [o for o in outcomes if isinstance(o, OverloadedError)]
            answered = [o for o in outcomes if isinstance(o, dict)]
            assert (len(refused), len(answered)) == (5, 3)

    run(scenario())


def test_a_thousand_calls_are_each_answered_once(running):
    async def scenario():
        async with running(queue_limit=2000) as pool:
            calls = (pool.call("ping", {"n": n}, timeout_s=60) for n in range(1000))
            answers = await asyncio.gather(*calls)

            assert len(answers) == 1000

    run(scenario())


def test_a_worker_of_another_version_is_given_up_and_says_why(running):
    async def scenario():
        async with running(version="0.0.0") as pool:
            with pytest.raises(WorkerLostError, match="given up") as raised:
                await pool.call("ping", {}, worker=0, timeout_s=60)

            assert "exit status 3" in str(raised.value)
            assert pool.states()[0].phase == "gave_up"

    run(scenario())


def test_closing_answers_what_is_open(running, until):
    async def scenario():
        async with running() as pool:
            await search(pool)
            os.kill(pool.states()[0].pid, signal.SIGSTOP)
            asked = asyncio.create_task(pool.call("ping", {}, worker=0, timeout_s=20))
            await until(is_phase(pool, 0, "busy"))
            pool.close()

            with pytest.raises(PoolError, match="shutting down"):
                await asked

    run(scenario())


def test_the_first_worker_starts_alone_and_the_others_with_the_first_call(running):
    async def scenario():
        async with running(size=2) as pool:
            alone = [state.pid is not None for state in pool.states()]
            assert await search(pool) == 12

            assert alone == [True, False]
            assert all(state.pid for state in pool.states())

    run(scenario())


def test_the_others_start_without_a_call_too(running, until):
    async def scenario():
        async with running(size=2) as pool:
            await until(is_phase(pool, 1, "ready"))

            assert pool.states()[1].restarts == 0

    run(scenario())


def test_a_probe_that_is_not_answered_leaves_the_worker_alive(running, until):
    async def scenario():
        async with running() as pool:
            await search(pool)
            os.kill(pool.states()[1].pid, signal.SIGSTOP)
            with pytest.raises(CallTimeoutError):
                await pool.call("ping", {}, worker=1, timeout_s=0.2, lane=Lane.PROBE)
            os.kill(pool.states()[1].pid, signal.SIGCONT)
            await until(is_phase(pool, 1, "ready"))

            assert await search(pool) == 12
            assert pool.states()[1].restarts == 0

    run(scenario())


def test_a_call_that_waited_long_does_not_cost_its_worker_its_life(running, until):
    late = {**LONG_WORK, "content": LONG_WORK["content"] * 4}

    async def scenario():
        async with running(size=1) as pool:
            await search(pool)
            loop = asyncio.get_running_loop()
            os.kill(pool.states()[0].pid, signal.SIGSTOP)
            first = asyncio.create_task(pool.call("ping", {}, timeout_s=60))
            await until(is_phase(pool, 0, "busy"))
            began = loop.time()
            second = asyncio.create_task(pool.call("extract", late, timeout_s=2))
            await until(lambda: loop.time() > began + 1)
            os.kill(pool.states()[0].pid, signal.SIGCONT)
            with pytest.raises(CallTimeoutError):
                await second

            assert (await first)["pid"] == pool.states()[0].pid
            assert pool.states()[0].phase == "abandoned"

    run(scenario())


@pytest.mark.parametrize("is_overdue", [False, True])
def test_a_hung_worker_that_a_probe_met_first_is_replaced_for_who_needs_it(
    running, until, is_overdue
):
    async def scenario():
        async with running() as pool:
            await search(pool)
            os.kill(pool.states()[1].pid, signal.SIGSTOP)
            patience_s = 0.1 if is_overdue else 20
            probe = pool.call("ping", {}, worker=1, timeout_s=patience_s, lane=Lane.PROBE)
            probed = asyncio.gather(probe, return_exceptions=True)
            await until(is_phase(pool, 1, "abandoned" if is_overdue else "busy"))
            with pytest.raises(CallTimeoutError):
                await pool.call("ping", {"needed": 1}, worker=1, timeout_s=0.3)

            assert await search(pool) == 12
            assert pool.states()[1].restarts == 1
            await probed

    run(scenario())
