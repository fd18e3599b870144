"""Views of real workers: they follow the catalog, share it, and come back from damage."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
from contextlib import ExitStack

import numpy as np
import pytest
from support.documents import new_document

from kebab.catalog.records import NewChunk
from kebab.pool.worker_config import embedding_config

LEXICAL = "shard-*/lexical"


def run(scenario):
    asyncio.run(scenario)


async def status(pool):
    replies = await pool.scatter("shard_status", {}, timeout_s=30)
    return [entry for reply in replies for entry in reply.result["shards"]]


async def count(pool, query="lantern"):
    replies = await pool.scatter("lexical_statistics", {"query": query}, timeout_s=30)
    assert [reply.error for reply in replies] == [None] * pool.size
    return sum(next(iter(reply.result["terms"].values()), 0) for reply in replies)


def add(catalog, path, text):
    document = new_document(path, title=path)
    return catalog.put_document(document, [NewChunk(text, (), 1, 1, 5)], [text.encode()], 1000)


def test_a_question_sees_what_was_committed_before_it(running, catalog):
    async def scenario():
        async with running() as pool:
            assert await count(pool, "zeppelin") == 0
            added = add(catalog, "late.md", "a zeppelin over the harbour")
            assert await count(pool, "zeppelin") == 1
            catalog.delete_document(added.document_id)
            assert await count(pool, "zeppelin") == 0

    run(scenario())


def test_two_pools_share_a_base(running, catalog):
    async def scenario():
        async with running() as first, running(size=1) as second:
            assert await count(first) == await count(second) == 12
            add(catalog, "new.md", "one more lantern")
            counts = await asyncio.gather(count(first), count(second))
            assert counts == [13, 13]

    run(scenario())


def test_any_number_of_workers_serves_the_same_views(running):
    async def scenario():
        for size in (1, 2, 4):
            async with running(size=size) as pool:
                assert await count(pool) == 12

    run(scenario())


def remove(folder):
    shutil.rmtree(folder)


def truncate(folder):
    for file in folder.glob("*.term"):
        os.truncate(file, 10)


def flip(folder):
    for file in folder.glob("*.idx"):
        stored = bytearray(file.read_bytes())
        stored[len(stored) // 2] ^= 0xFF
        file.write_bytes(stored)


def lose_state(folder):
    (folder / "meta.json").write_text("{}")


@pytest.mark.parametrize("damage", [remove, truncate, flip, lose_state])
def test_a_damaged_lexical_view_is_rebuilt_by_itself(running, settings, damage):
    async def scenario():
        async with running() as pool:
            assert await count(pool) == 12
        folders = sorted((settings.storage.data_dir / "views").glob(LEXICAL))
        assert len(folders) == 4
        damage(folders[1])
        async with running() as pool:
            assert await count(pool) == 12
            shards = await status(pool)
            assert sum(shard["lexical_chunks"] for shard in shards) == 12
            assert not any(shard["lexical_lag"] for shard in shards)

    run(scenario())


def test_a_worker_killed_while_it_catches_up_leaves_a_view_that_goes_on(running, catalog, until):
    async def scenario():
        for number in range(300):
            add(catalog, f"many/{number}.md", f"lantern {number} and a long text " * 40)
        async with running() as pool:
            asked = asyncio.create_task(count(pool))
            await until(lambda: pool.states()[0].phase == "busy")
            os.kill(pool.states()[0].pid, signal.SIGKILL)

            assert await asked == 312
            assert sum(shard["lexical_chunks"] for shard in await status(pool)) == 312

    run(scenario())


def test_views_of_a_resharded_base_start_afresh(running, catalog, settings):
    async def scenario():
        async with running() as pool:
            assert await count(pool) == 12
        catalog.change_shard_count(2)
        catalog.change_shard_count(4)
        async with running() as pool:
            assert await count(pool) == 12
            shards = await status(pool)
            assert sum(shard["lexical_chunks"] for shard in shards) == 12

    run(scenario())


def test_vectors_are_searched_as_soon_as_they_are_committed(running, catalog, settings):
    async def scenario():
        async with running() as pool:
            embedded = await pool.call(
                "embed", {"texts": ["a zeppelin"], "kind": "passage"}, timeout_s=30
            )
            added = add(catalog, "late.md", "a zeppelin")
            vector = np.frombuffer(embedded["vectors"], dtype="<f4")
            model = embedding_config(settings.embedding).identity
            half = vector.astype("<f2").tobytes()
            catalog.put_vectors(model, [(added.rows[0], b"a zeppelin", half)], 1)
            replies = await pool.scatter(
                "vector_search",
                {
                    "vector": embedded["vectors"],
                    "query": "a zeppelin",
                    "filters": {},
                    "depth": 5,
                },
                timeout_s=30,
            )
            hits = [hit for reply in replies for hit in reply.result["hits"]]
            assert [hit[0] for hit in hits] == [added.rows[0]]
            assert hits[0][1] == pytest.approx(1.0, abs=1e-3)

    run(scenario())


HOLD = """
import sys
from workers.shard.lexical import _schema
import tantivy
held = [tantivy.Index(_schema(), folder).writer(15_000_000, 1) for folder in sys.argv[1:]]
print(len(held), flush=True)
sys.stdin.read()
"""


@pytest.fixture
def holder(settings):
    """Give a function that starts a process which holds the lock of every lexical view."""
    with ExitStack() as stack:

        def hold():
            folders = sorted((settings.storage.data_dir / "views").glob(LEXICAL))
            command = [sys.executable, "-c", HOLD, *map(str, folders)]
            process = stack.enter_context(subprocess.Popen(command, stdin=-1, stdout=-1))
            stack.callback(process.kill)
            assert process.stdout.readline() == b"4\n"
            return process

        yield hold


def test_a_process_that_hangs_over_the_views_delays_one_question_and_no_more(
    running, catalog, holder
):
    async def scenario():
        async with running(size=1) as pool:
            assert await count(pool, "zeppelin") == 0
            hung = holder()
            for number in range(20):
                add(catalog, f"late/{number}.md", "a zeppelin over the harbour")
            waited = []
            for question in ("zeppelin", "zeppelin tour", "zeppelin trip"):
                began = asyncio.get_running_loop().time()
                [reply] = await pool.scatter(
                    "lexical_statistics", {"query": question}, timeout_s=30
                )
                waited.append(asyncio.get_running_loop().time() - began > 2)
                assert reply.result["behind"] == [0, 1, 2, 3]
            assert waited == [True, False, False]
            hung.kill()
            hung.wait()
            assert await count(pool, "zeppelin") == 20

    run(scenario())
