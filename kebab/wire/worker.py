"""What the front and a worker say to each other: plain dataclasses, so that a worker stays small.

A call is `Request` out, `Reply` back, matched by id. The first frame to a worker is `Hello`; its
first frame back is `Ready`.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from enum import IntEnum
from typing import Any

from kebab.wire.call_id import NO_CALL

# Passwords to try, a line each. A worker finds them in its environment: they cross no pipe and are
# in no log.
PASSWORDS_VARIABLE = "KEBAB_PASSWORDS"
# In the details of an `encrypted` error: what would open the file.
OPENED_BY = "opened_by"


class ExitStatus(IntEnum):
    """Why a worker ends by itself."""

    OTHER_VERSION = 3
    PARENT_GONE = 4
    UNREADABLE_MESSAGE = 5
    OUT_OF_MEMORY = 6


@dataclass(frozen=True, slots=True)
class EmbeddingConfig:
    """Which embedder a worker loads. `provider` is `onnx`, `fastembed`, `hashed` or `none`.

    `folder` holds the model's files; where it is empty, fastembed fetches `model` by name into
    `cache_dir` (empty: where fastembed puts its models itself).
    """

    provider: str
    model: str
    folder: str
    dimensions: int
    query_prefix: str
    passage_prefix: str
    max_tokens: int
    threads: int
    cache_dir: str = ""

    @property
    def identity(self) -> str:
        """Name the vector space: vectors of two identities are never compared."""
        return f"{self.provider}:{self.model}:{self.dimensions}"


@dataclass(frozen=True, slots=True)
class ChunkingConfig:
    """Sizes of a chunk, in tokens of the embedding model."""

    target_tokens: int
    overlap_tokens: int
    max_tokens: int


@dataclass(frozen=True, slots=True)
class VectorConfig:
    """How a shard's vectors are searched: exactly up to `exact_limit` of them, by HNSW beyond."""

    exact_limit: int
    hnsw_m: int
    hnsw_ef_construction: int
    hnsw_ef_search: int


@dataclass(frozen=True, slots=True)
class ReadingConfig:
    """How files are read: the limits of a parser by name, and the OCR engine with its languages."""

    limits: dict[str, int] = field(default_factory=dict)
    ocr_engine: str = "none"
    ocr_languages: tuple[str, ...] = ()
    tessdata: str = ""


@dataclass(frozen=True, slots=True)
class WorkerConfig:
    """All that a worker knows of the settings. A model that nobody used for `model_idle_s` is
    dropped; 0 keeps it. `memory_limit_mb` caps its address space; 0 does not.
    """

    data_dir: str
    catalog_path: str
    shard_count: int
    shards: tuple[int, ...]
    embedding: EmbeddingConfig
    chunking: ChunkingConfig
    vectors: VectorConfig
    model_idle_s: float = 0.0
    reading: ReadingConfig = ReadingConfig()
    memory_limit_mb: int = 0

    def to_fields(self) -> dict[str, Any]:
        """Flatten for the pipe."""
        return asdict(self)

    @staticmethod
    def from_fields(fields: dict[str, Any]) -> WorkerConfig:
        """Rebuild from the pipe."""
        return WorkerConfig(
            data_dir=fields["data_dir"],
            catalog_path=fields["catalog_path"],
            shard_count=fields["shard_count"],
            shards=tuple(fields["shards"]),
            embedding=EmbeddingConfig(**fields["embedding"]),
            chunking=ChunkingConfig(**fields["chunking"]),
            vectors=VectorConfig(**fields["vectors"]),
            model_idle_s=fields["model_idle_s"],
            memory_limit_mb=fields["memory_limit_mb"],
            reading=ReadingConfig(
                **{
                    **fields["reading"],
                    "ocr_languages": tuple(fields["reading"]["ocr_languages"]),
                }
            ),
        )


@dataclass(frozen=True, slots=True)
class Filters:
    """What a hit must satisfy: AND between fields, OR within one; an empty field filters nothing.

    `path_glob` uses `*` within a folder and `**` across folders. `ingested_after_ms` is in
    milliseconds since 1970 UTC, strictly after. `trust_min` keeps that level and better ones.
    """

    tags: tuple[str, ...] = ()
    media: tuple[str, ...] = ()
    lang: tuple[str, ...] = ()
    path_glob: str = ""
    trust_min: str = ""
    source: tuple[str, ...] = ()
    source_type: tuple[str, ...] = ()
    repo: tuple[str, ...] = ()
    code_lang: tuple[str, ...] = ()
    doc_id: str = ""
    ingested_after_ms: int | None = None

    def is_empty(self) -> bool:
        """Tell whether every chunk passes."""
        return self == NO_FILTERS

    def to_fields(self) -> dict[str, Any]:
        """Flatten for the pipe. Not `asdict`: its deep copies take longer than the message."""
        return {name: getattr(self, name) for name in _FILTER_NAMES}

    @staticmethod
    def from_fields(fields: dict[str, Any]) -> Filters:
        """Rebuild from the pipe."""
        lists = {key: tuple(value) for key, value in fields.items() if isinstance(value, list)}
        return Filters(**{**fields, **lists})


NO_FILTERS = Filters()
_FILTER_NAMES = tuple(one.name for one in fields(Filters))


@dataclass(frozen=True, slots=True)
class Request:
    """One call to a worker. `call` names the host's call that it is part of, for the log."""

    id: int
    method: str
    params: dict[str, Any] = field(default_factory=dict)
    call: str = NO_CALL

    def to_fields(self) -> dict[str, Any]:
        """Flatten for the pipe."""
        return {
            "id": self.id,
            "method": self.method,
            "params": self.params,
            "call": self.call,
        }


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer of a worker: a result, or the fields of an error.

    `held_bytes` is the memory that the worker holds after it, None where the system does not say.
    """

    id: int
    result: dict[str, Any] | None = None
    error: dict[str, Any] | None = None
    held_bytes: int | None = None

    def to_fields(self) -> dict[str, Any]:
        """Flatten for the pipe."""
        return {
            "id": self.id,
            "result": self.result,
            "error": self.error,
            "held_bytes": self.held_bytes,
        }
