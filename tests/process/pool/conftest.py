"""A pool of real workers over a small real catalog."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

import psutil
import pytest
from support.documents import new_document

from kebab import __version__
from kebab.catalog.records import NewChunk
from kebab.catalog.writer import CatalogWriter
from kebab.pool.pool import WorkerPool
from kebab.pool.worker_config import worker_config
from kebab.settings.model import EmbeddingSettings, SearchSettings, Settings, StorageSettings
from kebab.settings.paths import catalog_path

SHARDS = 4


@pytest.fixture
def settings(tmp_path):
    return Settings(
        storage=StorageSettings(data_dir=tmp_path / "data", state_dir=tmp_path / "state"),
        embedding=EmbeddingSettings(provider="hashed", dimensions=64),
    )


@pytest.fixture
def settings_with_graph(settings):
    """Give settings under which every vector view has a graph."""
    return settings.model_copy(update={"search": SearchSettings(exact_limit=0)})


@pytest.fixture
def catalog(settings):
    settings.storage.data_dir.mkdir()
    writer = CatalogWriter(catalog_path(settings.storage.data_dir), SHARDS)
    for number in range(12):
        document = new_document(f"{number}.md", title=f"Note {number}")
        text = f"the lantern number {number} hangs over the harbour"
        writer.put_document(document, [NewChunk(text, (), 1, 1, 9)], [b"%d" % number], 1000)
    yield writer
    writer.close()


@pytest.fixture
def running(request, settings, catalog):
    """Give a function that runs a pool and shows that it leaves no process behind."""
    if "settings_with_graph" in request.fixturenames:
        settings = request.getfixturevalue("settings_with_graph")

    @asynccontextmanager
    async def run(size=2, **options):
        def hello(worker):
            shards = tuple(range(worker, SHARDS, size))
            return {
                "version": options.get("version", __version__),
                "worker": worker,
                "log_path": str(settings.storage.state_dir / f"worker-{worker}.log"),
                "log_level": "warning",
                "log_bytes": 1_000_000,
                "config": {
                    **worker_config(settings, SHARDS, shards).to_fields(),
                    "model_idle_s": options.get("model_idle_s", 0.0),
                },
                "preload": False,
                "preload_model": False,
            }

        limits = {
            name: options[name] for name in ("queue_limit", "ceiling_bytes") if name in options
        }
        pool = WorkerPool(size, SHARDS, hello, **limits)
        pool.start()
        try:
            yield pool
        finally:
            pids = [state.pid for state in pool.states() if state.pid]
            pool.close()
            assert not [pid for pid in pids if psutil.pid_exists(pid)]

    return run


@pytest.fixture
def until():
    """Give a function that waits for a state of the pool, asked every few milliseconds."""

    async def wait(condition, timeout_s=20.0):
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(timeout_s):
            while not condition():
                tick = asyncio.Event()
                loop.call_later(0.005, tick.set)
                await tick.wait()

    return wait
