"""Ask everything that can be asked in three seconds, and give one verdict."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from kebab.catalog.reader import CatalogReader
from kebab.doctor.checks import (
    check_catalog,
    check_data_dir,
    check_disk,
    check_lease,
    check_settings,
    failed,
)
from kebab.doctor.hwp_check import hwp_checks
from kebab.doctor.llm_check import check_llm
from kebab.doctor.shard_health import examine_shards
from kebab.doctor.worker_health import Examined, examine_workers
from kebab.errors import CallTimeoutError, KebabError
from kebab.ingest.lease import find_holder
from kebab.pool.protocol import Lane
from kebab.pool.worker_config import embedding_config
from kebab.settings.model import Settings
from kebab.settings.paths import catalog_path
from kebab.wire.doctor import Check, DoctorReport, LeaseHolder, Repair, ShardHealth, WorkerHealth
from kebab.wire.search import SearchInput, SearchResponse

SEARCH_TIMEOUT_S = 2.7
TOTAL_S = 2.9
LEAST_S = 1.0
LLM_TIMEOUT_S = 2.0
HWP_TIMEOUT_S = 2.5


@dataclass(frozen=True, slots=True)
class Patient:
    """What is examined: the settings, what is open where there is a catalog, and what a worker
    says of HWP, asked under a deadline.
    """

    settings: Settings
    open_base: OpenBase | None = None
    hwp_health: Callable[[float], Awaitable[dict[str, Any]]] | None = None


@dataclass(frozen=True, slots=True)
class OpenBase:
    """What is open; `search` runs a question end to end."""

    reader: CatalogReader
    pool: Examined
    search: Callable[[SearchInput], Awaitable[SearchResponse]]


async def examine(patient: Patient, repairs: Sequence[Repair] | None = None) -> DoctorReport:
    """Run every check; ones that need the catalog are left out where there is none.

    `repairs` is what was done before, for the report.
    """
    began = time.perf_counter()
    settings = patient.settings
    data_dir = settings.storage.data_dir
    llm = asyncio.create_task(check_llm(settings.llm, timeout_s=LLM_TIMEOUT_S))
    catalog = asyncio.create_task(
        asyncio.to_thread(check_catalog, catalog_path(data_dir), datetime.now(UTC))
    )
    hwp = asyncio.create_task(_check_hwp(patient))
    holder = find_holder(data_dir)
    checks = [
        check_settings(settings),
        check_data_dir(data_dir, readonly=settings.security.readonly),
        check_disk(data_dir),
        check_lease(holder),
    ]
    workers: list[WorkerHealth] = []
    shards: list[ShardHealth] = []
    if patient.open_base is None:
        checks.append(await catalog)
    else:
        base = patient.open_base
        workers_found, shards_found, search = await asyncio.gather(
            examine_workers(base.pool),
            examine_shards(base.pool, base.reader, embedding_config(settings.embedding).identity),
            _check_search(base),
        )
        # Last: a model that is slow to load must not make everything else look hung.
        left_s = max(LEAST_S, TOTAL_S - (time.perf_counter() - began))
        embedder = await _check_embedder(base, settings, left_s)
        checks += [await catalog, workers_found[0], shards_found[0], embedder, search]
        workers, shards = workers_found[1], shards_found[1]
    checks += [await llm, *await hwp]
    optional: dict[str, Any] = {}
    if holder is not None:
        optional["lease"] = LeaseHolder(pid=holder.pid, host=holder.host, since=holder.since)
    if repairs is not None:
        optional["repairs"] = list(repairs)
    return DoctorReport(
        schema_version="doctor.v1",
        ok=all(check.ok for check in checks),
        checks=checks,
        workers=workers,
        shards=shards,
        duration_ms=round((time.perf_counter() - began) * 1000),
        **optional,
    )


async def _check_hwp(patient: Patient) -> list[Check]:
    if patient.hwp_health is None:
        return []
    try:
        return hwp_checks(await patient.hwp_health(HWP_TIMEOUT_S))
    except CallTimeoutError:
        detail = "the worker for HWP documents is slow to start, and was not asked"
        return [Check(name="hwp", ok=True, detail=detail, hint="ask again")]
    except KebabError as error:
        return [failed("hwp", error)]


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
