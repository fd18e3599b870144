"""Workers that grow are replaced, and models that nobody uses are let go."""

from __future__ import annotations

import asyncio

from kebab.wire.frames import MAX_FRAME_BYTES

MEGABYTE = 2**20
HEAVY = {
    "content": b"one more line about nothing in particular\n\n" * 200_000,
    "disk_path": None,
    "max_bytes": MAX_FRAME_BYTES,
    "path": "long.txt",
    "media": "text",
}


def run(scenario):
    asyncio.run(scenario)


async def ask(pool):
    replies = await pool.scatter("lexical_statistics", {"query": "lantern"}, timeout_s=30)
    assert [reply.error for reply in replies] == [None] * pool.size
    return sum(reply.result["documents"] for reply in replies)


async def grow(pool):
    await pool.call("ping", {}, worker=0, timeout_s=30)
    await pool.call("extract", HEAVY, worker=0, timeout_s=100)


def test_a_worker_that_outgrew_its_memory_is_replaced_by_one_that_is_warm(running, until):
    async def scenario():
        async with running(ceiling_bytes=60 * MEGABYTE) as pool:
            assert await ask(pool) == 12
            before = pool.states()[0].pid
            await grow(pool)
            heavy = await pool.call("ping", {}, worker=0, timeout_s=30)
            await until(lambda: pool.states()[0].recycled == 1)
            fresh = await pool.call("ping", {}, worker=0, timeout_s=30)

            assert pool.states()[0].pid != before
            assert pool.states()[0].restarts == 0
            assert fresh["rss_bytes"] < heavy["rss_bytes"] / 1.25
            assert await ask(pool) == 12

    run(scenario())


def test_calls_go_on_while_a_worker_is_replaced(running, until):
    async def scenario():
        async with running(ceiling_bytes=60 * MEGABYTE) as pool:
            await grow(pool)
            asked = 0
            while not pool.states()[0].recycled:
                assert await ask(pool) == 12
                asked += 1

            assert asked > 1
            assert pool.states()[0].restarts == 0

    run(scenario())


def test_a_worker_below_its_ceiling_stays(running):
    async def scenario():
        async with running() as pool:
            before = pool.states()[0].pid
            await grow(pool)
            assert await ask(pool) == 12

            assert pool.states()[0].pid == before

    run(scenario())


def test_an_idle_model_is_dropped_and_comes_back_when_it_is_needed(running, until):
    async def scenario():
        async with running(size=1, model_idle_s=0.2) as pool:
            loaded = True
            texts = {"texts": ["a lantern"], "kind": "query"}
            first = await pool.call("embed", texts, timeout_s=30)

            async def look():
                nonlocal loaded
                while loaded:
                    loaded = (await pool.call("ping", {}, timeout_s=30))["model_loaded"]

            async with asyncio.timeout(20):
                await look()

            assert await pool.call("embed", texts, timeout_s=30) == first

    run(scenario())


def test_a_model_in_use_is_kept(running):
    async def scenario():
        async with running(size=1, model_idle_s=60.0) as pool:
            await pool.call("embed", {"texts": ["a lantern"], "kind": "query"}, timeout_s=30)

            assert (await pool.call("ping", {}, timeout_s=30))["model_loaded"]

    run(scenario())
