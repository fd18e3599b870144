"""The verdict on workers and shards, with a pool that answers as it is told."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest
from support.documents import new_document

from kebab.catalog.reader import CatalogReader
from kebab.catalog.records import NewChunk
from kebab.catalog.writer import CatalogWriter
from kebab.doctor.report import OpenBase, Patient, examine
from kebab.errors import CallTimeoutError
from kebab.pool.health import WorkerState
from kebab.pool.protocol import ShardReply
from kebab.settings.model import EmbeddingSettings, Settings, StorageSettings
from kebab.wire.search import SearchResponse

HEALTHY = {
    "shard": 0,
    "lexical_lag": 0,
    "lexical_chunks": 1,
    "vector_lag": 0,
    "vector_chunks": 0,
    "rebuilds": 0,
}


@dataclass
class ScriptedPool:
    """Answers like one worker with one shard."""

    status: dict = field(default_factory=lambda: HEALTHY)
    fails: frozenset = frozenset()
    size: int = 1

    def states(self):
        return [WorkerState(0, 4711, "ready", 2, 1, "signal SIGKILL", (0,), 3, 4)]

    async def call(self, method, params, *, timeout_s, lane=None, worker=None):
        if method in self.fails:
            raise CallTimeoutError("no answer within 1 s", hint="call again")
        return {"ping": {"rss_bytes": 1000}, "embed": {"dimensions": 64}}[method]

    async def scatter(self, method, params, *, timeout_s, lane=None):
        error = CallTimeoutError("no answer") if method in self.fails else None
        return [ShardReply(0, (0,), None if error else {"shards": [self.status]}, error)]


async def find(request):
    return SearchResponse.model_construct(hits=["a hit"])


async def find_nothing(request):
    return SearchResponse.model_construct(hits=[])


@pytest.fixture
def verdict(tmp_path):
    settings = Settings(
        storage=StorageSettings(data_dir=tmp_path, state_dir=tmp_path),
        embedding=EmbeddingSettings(provider="hashed", dimensions=64),
    )
    writer = CatalogWriter(tmp_path / "catalog.sqlite", shard_count=1)
    document = new_document("a.md")
    writer.put_document(document, [NewChunk("some words", (), 1, 1, 2)], [b"k"], 1)
    writer.close()
    reader = CatalogReader(tmp_path / "catalog.sqlite")

    def examine_with(pool, search=find):
        report = asyncio.run(examine(Patient(settings, OpenBase(reader, pool, search))))
        return report, {check.name: check for check in report.checks}

    yield examine_with
    reader.close()


def test_a_healthy_base_passes_every_check(verdict):
    report, checks = verdict(ScriptedPool())

    assert report.ok
    assert set(checks) == {
        "config", "data_dir", "disk", "lease", "catalog", "workers", "shards", "embedder",
        "search", "llm",
    }  # fmt: skip
    worker = report.workers[0]
    assert (worker.restarts, worker.last_exit) == (2, "signal SIGKILL")
    assert (worker.recycled, worker.waiting, worker.deadlines_missed) == (1, 3, 4)
    assert report.lease is None
    assert report.repairs is None


@pytest.mark.parametrize(
    ("method", "name"), [("ping", "workers"), ("shard_status", "shards"), ("embed", "embedder")]
)
def test_what_does_not_answer_fails_its_check_and_no_other(verdict, method, name):
    report, checks = verdict(ScriptedPool(fails=frozenset({method})))

    assert not report.ok
    assert [n for n, check in checks.items() if not check.ok] == [name]


@pytest.mark.parametrize("wrong", [{"lexical_chunks": 0}, {"vector_chunks": 3}])
def test_a_view_that_differs_from_the_catalog_fails_with_the_remedy(verdict, wrong):
    _, checks = verdict(ScriptedPool(status={**HEALTHY, **wrong}))

    assert not checks["shards"].ok
    assert "kebab doctor --repair" in checks["shards"].hint


def test_a_view_that_is_behind_is_no_fault(verdict):
    report, checks = verdict(
        ScriptedPool(status={**HEALTHY, "lexical_lag": 5, "lexical_chunks": 0})
    )

    assert report.ok
    assert "catching up" in checks["shards"].detail
    assert report.shards[0].lexical_lag == 5


def test_a_stored_text_that_is_not_found_fails(verdict):
    _, checks = verdict(ScriptedPool(), find_nothing)

    assert not checks["search"].ok
