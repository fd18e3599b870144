"""Ask everything that can be asked in three seconds, and give one verdict."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from kebab.catalog.reader import CatalogReader, ShardCount
from kebab.doctor.checks import (
    check_catalog,
    check_data_dir,
    check_disk,
    check_settings,
    failed,
)
from kebab.errors import KebabError
from kebab.pool.health import WorkerState
from kebab.pool.protocol import Lane, Pool, ShardReply
from kebab.pool.worker_config import embedding_config
from kebab.settings.model import Settings
from kebab.settings.paths import catalog_path
from kebab.wire.doctor import Check, DoctorReport, ShardHealth, WorkerHealth
from kebab.wire.search import SearchInput, SearchResponse

PING_TIMEOUT_S = 2.0
STATUS_TIMEOUT_S = 2.7
SEARCH_TIMEOUT_S = 2.7
TOTAL_S = 2.9
LEAST_S = 1.0


class Examined(Pool, Protocol):
    """A pool that also tells of its workers without asking them."""

    def states(self) -> Sequence[WorkerState]:
        """Return what is known of each worker."""
        ...


@dataclass(frozen=True, slots=True)
class Patient:
    """What is examined: the settings, and what is open where there is a catalog."""

    settings: Settings
    open_base: OpenBase | None = None


@dataclass(frozen=True, slots=True)
class OpenBase:
    """What is open; `search` runs a question end to end."""

    reader: CatalogReader
    pool: Examined
    search: Callable[[SearchInput], Awaitable[SearchResponse]]


async def examine(patient: Patient) -> DoctorReport:
    """Run every check; ones that need the catalog are left out where there is none."""
    began = time.perf_counter()
    settings = patient.settings
    data_dir = settings.storage.data_dir
    catalog = asyncio.create_task(asyncio.to_thread(check_catalog, catalog_path(data_dir)))
    checks = [check_settings(settings), check_data_dir(data_dir), check_disk(data_dir)]
    workers: list[WorkerHealth] = []
    shards: list[ShardHealth] = []
    if patient.open_base is None:
        checks.append(await catalog)
    else:
        base = patient.open_base
        workers_found, shards_found, search = await asyncio.gather(
            _examine_workers(base.pool),
            _examine_shards(base, embedding_config(settings.embedding).identity),
            _check_search(base),
        )
        # Last: a model that is slow to load must not make everything else look hung.
        left_s = max(LEAST_S, TOTAL_S - (time.perf_counter() - began))
        embedder = await _check_embedder(base, settings, left_s)
        checks += [await catalog, workers_found[0], shards_found[0], embedder, search]
        workers, shards = workers_found[1], shards_found[1]
    return DoctorReport(
        schema_version="doctor.v1",
        ok=all(check.ok for check in checks),
        checks=checks,
        workers=workers,
        shards=shards,
        duration_ms=round((time.perf_counter() - began) * 1000),
    )


async def _examine_workers(pool: Examined) -> tuple[Check, list[WorkerHealth]]:
    workers = await asyncio.gather(*(_examine_worker(pool, state) for state in pool.states()))
    silent = [worker for worker in workers if worker.ping_ms is None]
    if silent:
        last = f", last exit {silent[0].last_exit}" if silent[0].last_exit else ""
        check = Check(
            name="workers",
            ok=False,
            detail=f"worker {silent[0].worker} does not answer (it is {silent[0].state}{last})",
            hint="look into the worker's log file in the state directory",
        )
    else:
        slowest = max((worker.ping_ms or 0.0 for worker in workers), default=0.0)
        detail = f"{len(workers)} answer, the slowest within {slowest:.0f} ms"
        check = Check(name="workers", ok=True, detail=detail)
    return check, list(workers)


async def _examine_worker(pool: Examined, state: WorkerState) -> WorkerHealth:
    began = time.perf_counter()
    ping_ms, rss_bytes = None, None
    try:
        reply = await pool.call(
            "ping", {}, worker=state.worker, timeout_s=PING_TIMEOUT_S, lane=Lane.PROBE
        )
        ping_ms = round((time.perf_counter() - began) * 1000, 1)
        rss_bytes = reply["rss_bytes"]
    except KebabError:
        # What is wrong with it shows in its state; doctor's business is to say so.
        pass
    # a worker that was booting when the ping was sent is ready by now
    state = next((one for one in pool.states() if one.worker == state.worker), state)
    return WorkerHealth(
        worker=state.worker,
        pid=state.pid,
        state=state.phase,
        ping_ms=ping_ms,
        rss_bytes=rss_bytes if isinstance(rss_bytes, int) else None,
        restarts=state.restarts,
        last_exit=state.last_exit,
        shards=list(state.shards),
    )


async def _examine_shards(base: OpenBase, model: str) -> tuple[Check, list[ShardHealth]]:
    replies = await base.pool.scatter(
        "shard_status", {}, timeout_s=STATUS_TIMEOUT_S, lane=Lane.PROBE
    )
    status = {
        entry["shard"]: entry
        for reply in replies
        if reply.result is not None
        for entry in reply.result["shards"]
    }
    counts = base.reader.shard_counts(model)
    shards = [_shard_health(count, status.get(count.shard)) for count in counts]
    return _judge_shards(shards, replies), shards


def _shard_health(count: ShardCount, status: dict[str, int] | None) -> ShardHealth:
    return ShardHealth(
        shard=count.shard,
        chunks=count.chunks,
        vectors=count.vectors,
        lexical_chunks=status["lexical_chunks"] if status else None,
        vector_chunks=status["vector_chunks"] if status else None,
        revision=count.revision,
        lexical_lag=status["lexical_lag"] if status else None,
        vector_lag=status["vector_lag"] if status else None,
        rebuilds=status["rebuilds"] if status else 0,
    )


def _judge_shards(shards: Sequence[ShardHealth], replies: Sequence[ShardReply]) -> Check:
    errors = [reply.error for reply in replies if reply.error is not None]
    if errors:
        return failed("shards", errors[0])
    wrong = [s for s in shards if not s.lexical_lag and s.lexical_chunks != s.chunks] or [
        s for s in shards if not s.vector_lag and s.vector_chunks != s.vectors
    ]
    if wrong:
        worst = wrong[0]
        return Check(
            name="shards",
            ok=False,
            detail=(
                f"shard {worst.shard}: {worst.lexical_chunks} of {worst.chunks} chunks in the "
                f"lexical view, {worst.vector_chunks} of {worst.vectors} vectors in the vector view"
            ),
            hint="run `kebab reindex`: the views are rebuilt from the catalog",
        )
    behind = [s for s in shards if s.lexical_lag or s.vector_lag]
    detail = f"{len(shards)} equal to the catalog"
    if behind:
        detail = f"{len(behind)} of {len(shards)} are catching up"
    return Check(name="shards", ok=True, detail=detail)


async def _check_embedder(base: OpenBase, settings: Settings, timeout_s: float) -> Check:
    config = embedding_config(settings.embedding)
    if config.provider == "none":
        return Check(name="embedder", ok=True, detail="none is configured: search goes by words")
    params = {"texts": ["kebab doctor"], "kind": "query"}
    try:
        reply = await base.pool.call(
            "embed", params, worker=0, timeout_s=timeout_s, lane=Lane.PROBE
        )
    except KebabError as error:
        return failed("embedder", error)
    coverage = base.reader.vector_coverage(config.identity)
    return Check(
        name="embedder",
        ok=reply["dimensions"] == config.dimensions,
        detail=f"{config.model or config.provider}, {reply['dimensions']} dimensions; "
        f"{coverage:.0%} of the chunks have a vector",
        hint=None if coverage == 1 else "run `kebab ingest` to embed the rest",
    )


async def _check_search(base: OpenBase) -> Check:
    text = base.reader.any_text()
    if not text:
        return Check(name="search", ok=True, detail="the knowledge base is empty")
    question = SearchInput(query=" ".join(text.split()[:8])[:200], mode="lexical", k=5)
    asked = asyncio.ensure_future(base.search(question))
    # Not cancelled when it is late: that would take a worker away that is only slow to start.
    await asyncio.wait({asked}, timeout=SEARCH_TIMEOUT_S)
    if not asked.done():
        asked.add_done_callback(_hear)
        return Check(
            name="search",
            ok=False,
            detail=f"no answer within {SEARCH_TIMEOUT_S:g} s",
            hint="look at the workers above",
        )
    try:
        found = bool(asked.result().hits)
    except KebabError as error:
        return failed("search", error)
    return Check(
        name="search",
        ok=found,
        detail="a stored text is found by its words" if found else "a stored text is not found",
        hint=None if found else "run `kebab reindex`",
    )


def _hear(asked: asyncio.Future[SearchResponse]) -> None:
    """Take the outcome of a question that came too late, so that its error is not unheard."""
    if not asked.cancelled():
        asked.exception()
