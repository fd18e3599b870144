"""Real deaths of real workers, at the moments that matter."""

from __future__ import annotations

import array
import asyncio
import fcntl
import json
import os
import resource
import signal
import struct
import termios

import numpy as np
import psutil
import pytest
from blake3 import blake3
from support.documents import new_document

from kebab.catalog.ids import shard_of
from kebab.catalog.records import NewChunk
from kebab.errors import KebabError, WorkerLostError
from kebab.pool.worker_config import embedding_config

LARGE = {
    "content": b"one more line about nothing in particular\n\n" * 30_000,
    "disk_path": None,
    "max_bytes": 10**9,
    "path": "large.txt",
    "media": "text",
}
PING = ("ping", {})


def run(scenario):
    asyncio.run(scenario)


async def ask(pool):
    replies = await pool.scatter("lexical_statistics", {"query": "lantern"}, timeout_s=30)
    assert [reply.error for reply in replies] == [None] * pool.size
    return sum(reply.result["documents"] for reply in replies)


def add_many(catalog, settings, count):
    """Add a document of many chunks with vectors; return its shard."""
    model = embedding_config(settings.embedding).identity
    document = new_document("many.md", title="Many")
    chunks = [NewChunk(f"lantern {number} " * 40, (), 1, 1, 60) for number in range(count)]
    keys = [b"many-%d" % number for number in range(count)]
    added = catalog.put_document(document, chunks, keys, 1000)
    vectors = np.random.default_rng(7).standard_normal((count, 64)).astype("<f2")
    rows = [
        (row, key, one.tobytes()) for row, key, one in zip(added.rows, keys, vectors, strict=True)
    ]
    catalog.put_vectors(model, rows, 1)
    return shard_of(added.document_id, 4)


def descriptors(pool, worker):
    """Give the front's end of a worker's pipe."""
    return pool._supervisors[worker]._current._process.socket.fileno()


@pytest.mark.parametrize("killer", [signal.SIGKILL, signal.SIGSEGV, signal.SIGBUS])
def test_a_worker_that_dies_while_it_boots_is_started_again(running, until, killer):
    async def scenario():
        async with running() as pool:
            await until(lambda: pool.states()[0].phase == "booting")
            os.kill(pool.states()[0].pid, killer)

            assert await ask(pool) == 12
            assert pool.states()[0].restarts == 1

    run(scenario())


def test_a_worker_that_dies_with_half_a_request_read_loses_no_call(running, until):
    async def scenario():
        async with running() as pool:
            await ask(pool)
            victim = pool.states()[0].pid
            os.kill(victim, signal.SIGSTOP)
            asked = asyncio.create_task(pool.call("extract", LARGE, worker=0, timeout_s=60))
            # More than the pipe takes: the rest waits in the front when the worker dies.
            await until(lambda: pool.states()[0].phase == "busy")
            os.kill(victim, signal.SIGKILL)

            assert (await asked)["chunks"]
            assert pool.states()[0].restarts == 1

    run(scenario())


def unread(descriptor):
    waiting = array.array("i", [0])
    fcntl.ioctl(descriptor, termios.FIONREAD, waiting)
    return waiting[0]


def test_a_worker_that_dies_half_way_through_its_answer_loses_no_call(running, until, tmp_path):
    path = tmp_path / "large.txt"
    path.write_bytes(LARGE["content"])
    large = {**LARGE, "content": None, "disk_path": str(path)}

    async def scenario():
        async with running() as pool:
            await ask(pool)
            victim = pool.states()[0].pid
            pipe = descriptors(pool, 0)
            asked = asyncio.create_task(pool.call("extract", large, worker=0, timeout_s=60))
            await until(lambda: pool.states()[0].phase == "busy")
            # The loop stands still meanwhile, so that the answer fills the pipe and no more.
            while unread(pipe) < 4096:
                pass
            os.kill(victim, signal.SIGKILL)

            assert (await asked)["chunks"]
            assert pool.states()[0].restarts == 1

    run(scenario())


@pytest.mark.parametrize("killer", [signal.SIGKILL, signal.SIGSEGV])
@pytest.mark.parametrize("moment", ["lexical", "vectors"])
def test_a_worker_that_dies_while_it_catches_up_loses_nothing(
    running, until, catalog, settings_with_graph, killer, moment
):
    async def scenario():
        shard = add_many(catalog, settings_with_graph, 3000)
        markers = settings_with_graph.storage.data_dir / "views" / f"shard-{shard:03d}"
        async with running(size=1) as pool:
            asked = asyncio.create_task(pool.scatter("catch_up", {}, timeout_s=60))
            await until(
                lambda: any(
                    path.read_bytes() == b"\x01" for path in markers.glob(f".{moment}-*.marker")
                )
            )
            os.kill(pool.states()[0].pid, killer)

            assert [reply.error for reply in await asked] == [None]
            assert await ask(pool) == 3012
            assert pool.states()[0].restarts == 1

    run(scenario())


def test_a_worker_that_dies_while_it_saves_its_graph_loses_nothing(
    running, catalog, settings_with_graph
):
    async def scenario():
        shard = add_many(catalog, settings_with_graph, 3000)
        views = settings_with_graph.storage.data_dir / "views"
        folder = views / f"shard-{shard:03d}" / "vectors"
        async with running(size=1) as pool:
            asked = asyncio.create_task(pool.scatter("catch_up", {}, timeout_s=100))
            async with asyncio.timeout(60):
                while not list(folder.glob("*.tmp")):  # noqa: ASYNC110 - nothing tells of a file
                    await asyncio.sleep(0)
            os.kill(pool.states()[0].pid, signal.SIGKILL)

            assert [reply.error for reply in await asked] == [None]
            assert pool.states()[0].restarts == 1
            [status] = await pool.scatter("shard_status", {}, timeout_s=60)
            assert sum(one["vector_chunks"] for one in status.result["shards"]) == 3000
            assert (folder / "manifest.json").exists()

    run(scenario())


def test_a_panic_in_rust_is_an_error_of_its_call_alone(running):
    async def scenario():
        async with running() as pool:
            await ask(pool)
            panics = {
                "shards": [0],
                "query": "lantern",
                "statistics": {"documents": 12, "terms": {}},
                "filters": {},
                "depth": 0,  # Tantivy panics where nothing is asked for
            }
            with pytest.raises(KebabError):
                await pool.call("lexical_search", panics, worker=0, timeout_s=30)

            assert await ask(pool) == 12

    run(scenario())


def test_a_worker_without_memory_loses_no_call(running):
    async def scenario():
        async with running() as pool:
            await pool.call("extract", {**LARGE, "content": b"small"}, worker=0, timeout_s=30)
            worker = pool.states()[0].pid
            room = psutil.Process(worker).memory_info().vms + 2**20
            resource.prlimit(worker, resource.RLIMIT_AS, (room, room))
            large = {**LARGE, "content": LARGE["content"] * 6}
            found = await pool.call("extract", large, worker=0, timeout_s=100)

            assert found["chunks"]
            assert pool.states()[0].restarts == 1
            assert await ask(pool) == 12

    run(scenario())


def damage_graph(folder):
    """Make a graph that is whole by its checksum, and that hnswlib dies of."""
    manifest_path = folder / "manifest.json"
    sealed = json.loads(manifest_path.read_text())
    manifest = json.loads(sealed["manifest"])
    name, _ = manifest["files"]["graph"]
    graph = bytearray((folder / name).read_bytes())
    # hnswalg.h, saveIndex: the fifth number says where a node keeps its label.
    graph[32:40] = struct.pack("<Q", 2**44)
    (folder / name).write_bytes(graph)
    manifest["files"]["graph"] = (name, blake3(graph).hexdigest())
    text = json.dumps(manifest, sort_keys=True)
    manifest_path.write_text(
        json.dumps({"manifest": text, "checksum": blake3(text.encode()).hexdigest()})
    )


def test_a_view_that_kills_whoever_opens_it_is_built_anew(running, catalog, settings_with_graph):
    async def scenario():
        shard = add_many(catalog, settings_with_graph, 3000)
        async with running(size=1) as pool:
            for reply in await pool.scatter("catch_up", {}, timeout_s=100):
                assert reply.error is None
        damage_graph(
            settings_with_graph.storage.data_dir / "views" / f"shard-{shard:03d}" / "vectors"
        )
        async with running(size=1) as pool:
            with pytest.raises(WorkerLostError, match="2 workers died"):
                await pool.call("shard_status", {"shards": [shard]}, worker=0, timeout_s=60)
            assert pool.states()[0].last_exit == "signal SIGSEGV"
            [status] = await pool.scatter("shard_status", {}, timeout_s=60)

            assert status.result["shards"][shard]["rebuilds"] == 1
            assert status.result["shards"][shard]["vector_chunks"] == 3000
            assert pool.states()[0].restarts == 2

    run(scenario())
