"""What a worker is told of the settings, worked out once in front."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from platformdirs import user_cache_dir

from kebab import __version__
from kebab.settings.model import EmbeddingSettings, Settings
from kebab.settings.paths import catalog_path
from kebab.settings.prefixes import prefixes_for
from kebab.wire.worker import (
    ChunkingConfig,
    EmbeddingConfig,
    ReadingConfig,
    VectorConfig,
    WorkerConfig,
)

EMBEDDED_MODEL = "multilingual-e5-small"
EMBEDDED_DIMENSIONS = 384
MAX_TOKENS = 512


def embedded_model_folder() -> Path:
    """Return the folder of the model that comes with kebab."""
    return Path(__file__).resolve().parents[1] / "models" / EMBEDDED_MODEL


def embedding_config(settings: EmbeddingSettings) -> EmbeddingConfig:
    """Choose the embedder: the embedded model, another of fastembed's, a folder, or none."""
    folder, model, provider = "", settings.model, settings.provider
    dimensions = settings.dimensions
    if provider == "fastembed" and not model:
        provider_name, model, folder = "onnx", EMBEDDED_MODEL, str(embedded_model_folder())
        dimensions = EMBEDDED_DIMENSIONS
    elif provider == "fastembed" and Path(model).is_dir():
        provider_name, folder, model = "fastembed", model, Path(model).name
    else:
        provider_name = provider
    query_prefix, passage_prefix = prefixes_for(model)
    return EmbeddingConfig(
        provider=provider_name,
        model=model,
        folder=folder,
        dimensions=dimensions,
        query_prefix=_chosen(settings.query_prefix, query_prefix),
        passage_prefix=_chosen(settings.passage_prefix, passage_prefix),
        max_tokens=MAX_TOKENS,
        threads=settings.threads,
        cache_dir=str(Path(user_cache_dir("kebab")) / "models"),
    )


def _chosen(given: str | None, default: str) -> str:
    return default if given is None else given


def worker_config(settings: Settings, shard_count: int, shards: tuple[int, ...]) -> WorkerConfig:
    """Collect what the worker of these shards has to know."""
    data_dir = settings.storage.data_dir
    return WorkerConfig(
        data_dir=str(data_dir),
        catalog_path=str(catalog_path(data_dir)),
        shard_count=shard_count,
        shards=shards,
        embedding=embedding_config(settings.embedding),
        chunking=ChunkingConfig(
            target_tokens=settings.chunking.target_tokens,
            overlap_tokens=settings.chunking.overlap_tokens,
            max_tokens=settings.chunking.max_tokens,
        ),
        vectors=VectorConfig(
            exact_limit=settings.search.exact_limit,
            hnsw_m=settings.search.hnsw_m,
            hnsw_ef_construction=settings.search.hnsw_ef_construction,
            hnsw_ef_search=settings.search.hnsw_ef_search,
        ),
        model_idle_s=settings.pool.model_idle_s,
        reading=ReadingConfig(
            limits=settings.limits.model_dump(exclude={"max_ocr_pages"}),
            ocr_engine=settings.ocr.engine,
            ocr_languages=settings.ocr.languages,
            tessdata=settings.ocr.tessdata,
        ),
    )


def worker_hello(
    settings: Settings, worker: int, config: WorkerConfig, *, preload: bool, preload_model: bool
) -> dict[str, Any]:
    """Write the first message to a worker: what it is, where its log goes, what it is to open."""
    return {
        "version": __version__,
        "worker": worker,
        "log_path": str(settings.storage.state_dir / f"worker-{worker}.log"),
        "log_level": settings.logging.level,
        "log_bytes": settings.logging.max_bytes,
        "config": config.to_fields(),
        "preload": preload,
        "preload_model": preload_model,
    }
