"""schema.v1: what this kebab can do, and what its knowledge base holds."""

from __future__ import annotations

from pathlib import Path

from kebab import __version__
from kebab.catalog.reader import CatalogReader
from kebab.pool.worker_config import embedding_config
from kebab.settings.model import Settings
from kebab.settings.packaged import packaged_config
from kebab.wire.doctor import ModelInfo, SchemaInfo, Statistics, WireInfo
from kebab.wire.instants import rfc3339

_DAY_MS = 24 * 3600 * 1000


def describe(
    reader: CatalogReader, settings: Settings, model: str | None, now_ms: int
) -> SchemaInfo:
    """Collect versions, capabilities, models and counts."""
    return SchemaInfo(
        schema_version="schema.v1",
        kebab_version=__version__,
        wire=WireInfo(schemas=published_schemas()),
        capabilities=capabilities(settings),
        models=ModelInfo(
            parser_versions=reader.breakdown("parser_version"),
            chunker_versions=reader.breakdown("chunker_version"),
            embedding_model=model,
            embedding_dimensions=embedding_config(settings.embedding).dimensions if model else None,
            corpus_revision=reader.revision(),
        ),
        stats=_statistics(reader, settings, model, now_ms),
    )


def published_schemas() -> list[str]:
    """Name the schemas of wire v1 that come with this kebab, as `schema_version` names them."""
    folder = packaged_config("wire/v1")
    names = (path.name.removesuffix(".schema.json") for path in folder.glob("*.schema.json"))
    return sorted(f"{name}.v1" for name in names)


def capabilities(settings: Settings) -> dict[str, bool]:
    """Say what can be done, for callers that would rather not compare versions."""
    can_write = not settings.security.readonly
    return {
        "json_mode": True,
        "bulk_search": True,
        "vector_search": settings.embedding.provider != "none",
        "mcp_server": True,
        "ingest_progress": True,
        "ingest_cancellation": True,
        "incremental_ingest": True,
        "single_file_ingest": can_write,
        "forget": can_write,
        "watch": can_write,
        "ask": True,
        "streaming_ask": True,
        "multi_hop_ask": settings.llm.provider != "extractive",
        "conversations": can_write,
    }


def _statistics(
    reader: CatalogReader, settings: Settings, model: str | None, now_ms: int
) -> Statistics:
    last = reader.last_ingest_ms()
    days = settings.search.stale_threshold_days
    return Statistics(
        doc_count=reader.document_count(),
        chunk_count=reader.chunk_count(),
        vector_count=reader.vector_count(model) if model else 0,
        vector_coverage=reader.vector_coverage(model) if model else 0.0,
        last_ingest_at=rfc3339(last) if last else None,
        media_breakdown=reader.breakdown("media"),
        lang_breakdown=reader.breakdown("lang"),
        source_breakdown=reader.breakdown("source_id"),
        stale_doc_count=reader.count_older_than(now_ms - days * _DAY_MS) if days else 0,
        index_bytes={
            "catalog": _bytes_of(reader.path.parent, f"{reader.path.name}*"),
            "views": _bytes_of(reader.path.parent / "views", "**/*"),
        },
    )


def _bytes_of(folder: Path, pattern: str) -> int:
    total = 0
    for path in folder.glob(pattern):
        try:
            total += path.stat().st_size if path.is_file() else 0
        except FileNotFoundError:
            continue  # a view's old file, merged away meanwhile
    return total
