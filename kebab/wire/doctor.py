"""doctor.v1 and schema.v1: the state of a knowledge base."""

from __future__ import annotations

from typing import Any, Literal

from kebab.wire.wire_object import WireObject


class Check(WireObject):
    """One check: its verdict, what was seen, and what to do where it failed."""

    name: str
    ok: bool
    detail: str
    hint: str | None = None


class WorkerHealth(WireObject):
    """One worker as its pool sees it.

    `restarts` counts deaths, `recycled` replacements of a process that held too much memory.
    `waiting` calls are queued for it, `deadlines_missed` ran out of time in its hands.
    """

    worker: int
    pid: int | None
    state: str
    ping_ms: float | None
    rss_bytes: int | None
    restarts: int
    last_exit: str | None = None
    shards: list[int]
    waiting: int | None = None
    deadlines_missed: int | None = None
    recycled: int | None = None


class ShardHealth(WireObject):
    """One shard's views against the catalog."""

    shard: int
    chunks: int
    vectors: int
    lexical_chunks: int | None
    vector_chunks: int | None
    revision: int
    lexical_lag: int | None
    vector_lag: int | None
    rebuilds: int


class LeaseHolder(WireObject):
    """Who is writing to the knowledge base now."""

    pid: int
    host: str
    since: str


class Repair(WireObject):
    """A view that was thrown away and rebuilt from the catalog, and what was wrong with it."""

    shard: int
    view: str
    reason: str


class DoctorReport(WireObject):
    """The verdict and everything it rests on.

    `lease` is absent where nobody writes. `repairs` says what `--repair` did.
    """

    schema_version: Literal["doctor.v1"] = "doctor.v1"
    ok: bool
    checks: list[Check]
    workers: list[WorkerHealth]
    shards: list[ShardHealth]
    duration_ms: int
    lease: LeaseHolder | None = None
    repairs: list[Repair] | None = None


class WireInfo(WireObject):
    """The published schemas."""

    schemas: list[str]


class ModelInfo(WireObject):
    """Which models and versions made what is stored."""

    parser_versions: dict[str, int]
    chunker_versions: dict[str, int]
    embedding_model: str | None
    embedding_dimensions: int | None
    corpus_revision: int


class Statistics(WireObject):
    """How much there is."""

    doc_count: int
    chunk_count: int
    vector_count: int
    vector_coverage: float
    last_ingest_at: str | None
    media_breakdown: dict[str, int]
    lang_breakdown: dict[str, int]
    source_breakdown: dict[str, int]
    stale_doc_count: int
    index_bytes: dict[str, int]


class SchemaInfo(WireObject):
    """What this kebab can do and what its knowledge base holds."""

    schema_version: Literal["schema.v1"] = "schema.v1"
    kebab_version: str
    wire: WireInfo
    capabilities: dict[str, bool]
    models: ModelInfo
    stats: Statistics


class SettingValue(WireObject):
    """One setting, its value, and which layer it came from."""

    key: str
    value: Any
    origin: str


class ConfigReport(WireObject):
    """Every setting with its origin."""

    schema_version: Literal["config_report.v1"] = "config_report.v1"
    path: str | None
    settings: list[SettingValue]
    unknown_variables: list[str] | None = None


class ConfigLocation(WireObject):
    """Where the settings file is looked for."""

    schema_version: Literal["config_location.v1"] = "config_location.v1"
    path: str
    exists: bool


class InitReport(WireObject):
    """What `init` made; `created` is false where a settings file was there and was kept."""

    schema_version: Literal["init_report.v1"] = "init_report.v1"
    config_path: str
    created: bool
    root: str
    data_dir: str


class ReindexReport(WireObject):
    """How the index is cut now; its views are being built afresh."""

    schema_version: Literal["reindex_report.v1"] = "reindex_report.v1"
    shards: int
    chunks: int
    duration_ms: int
