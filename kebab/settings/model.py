"""The settings as one frozen tree: a class a table of kebab.toml, no key it does not know.

`config/kebab.toml` documents every key with its default; a test keeps the two equal.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from kebab.settings.address import check_address

EXTERNAL: Final = "external"  # the source of files that were added one by one
LEAST_PARSE_MEMORY_MB: Final = 200  # what the models and libraries for one small file may need
TrustLevel = Literal["primary", "secondary", "generated"]


class Section(BaseModel):
    """A table of kebab.toml."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class SourceSettings(Section):
    """One folder that is ingested. Its id names it in filters and in document ids."""

    id: str = Field(default="default", pattern=r"^[A-Za-z0-9._-]{1,64}$")
    root: Path
    exclude: tuple[str, ...] = ()
    trust_level: TrustLevel = "primary"
    source_type: str = Field(default="note", pattern=r"^[A-Za-z0-9._-]{1,64}$")


class StorageSettings(Section):
    """Where the knowledge base lies. `shards` counts only when it is created."""

    data_dir: Path
    state_dir: Path
    shards: int = Field(default=4, ge=1, le=64)


class EmbeddingSettings(Section):
    """The model that turns texts into vectors.

    `model = ""` is the embedded multilingual-e5-small. Another name is fetched by fastembed; a
    folder is loaded from the disk. Empty prefixes are chosen by the model's family.
    """

    provider: Literal["fastembed", "hashed", "none"] = "fastembed"
    model: str = ""
    dimensions: int = Field(default=384, ge=8, le=8192)
    query_prefix: str | None = None
    passage_prefix: str | None = None
    threads: int = Field(default=1, ge=1, le=64)


class ChunkingSettings(Section):
    """Sizes of a chunk, in tokens of the embedding model."""

    target_tokens: int = Field(default=320, ge=16, le=480)
    overlap_tokens: int = Field(default=40, ge=0, le=240)
    max_tokens: int = Field(default=460, ge=16, le=480)

    @model_validator(mode="after")
    def _sizes_fit(self) -> Self:
        if self.overlap_tokens >= self.target_tokens:
            raise ValueError("overlap_tokens has to be smaller than target_tokens")
        if self.max_tokens < self.target_tokens:
            raise ValueError("max_tokens has to be at least target_tokens")
        return self


class IngestSettings(Section):
    """What is read, and how much of it. No `media` are all of them. Size limits are in bytes, one
    for each medium; `max_office_bytes` is for office files, web pages, books, tables and mail.
    """

    exclude: tuple[str, ...] = (".git/", "node_modules/", ".obsidian/")
    follow_symlinks: bool = False
    media: tuple[str, ...] = ()
    max_markdown_bytes: int = Field(default=20_000_000, ge=1)
    max_text_bytes: int = Field(default=20_000_000, ge=1)
    max_code_bytes: int = Field(default=2_000_000, ge=1)
    max_pdf_bytes: int = Field(default=200_000_000, ge=1)
    max_image_bytes: int = Field(default=50_000_000, ge=1)
    max_hwp_bytes: int = Field(default=100_000_000, ge=1)
    max_office_bytes: int = Field(default=100_000_000, ge=1)
    wait_for_lease_s: float = Field(default=0.0, ge=0)


class LimitsSettings(Section):
    """How much of a file is taken on, whatever it says of itself. `max_ocr_pages` of a document
    are read by OCR; the others are left out with a warning. `parse_memory_mb = 0` sets no cap.
    """

    max_pages: int = Field(default=5000, ge=1)
    max_pixels: int = Field(default=100_000_000, ge=10_000)
    max_nesting: int = Field(default=64, ge=8, le=512)
    max_unpacked_bytes: int = Field(default=500_000_000, ge=100_000)
    max_cells: int = Field(default=2_000_000, ge=1)
    max_messages: int = Field(default=50_000, ge=1)
    max_ocr_pages: int = Field(default=500, ge=0)
    parse_memory_mb: int = Field(default=1500, ge=0)

    @field_validator("parse_memory_mb")
    @classmethod
    def _leaves_room_for_any_file(cls, megabytes: int) -> int:
        if 0 < megabytes < LEAST_PARSE_MEMORY_MB:
            raise ValueError(f"it has to be at least {LEAST_PARSE_MEMORY_MB}, or 0 for no cap")
        return megabytes


class OcrSettings(Section):
    """What reads images and scanned pages, and which languages they are in. `vision` is a model of
    the server in [llm]; `vision_model = ""` is the one that answers.
    """

    engine: Literal["auto", "rapidocr", "tesseract", "vision", "none"] = "auto"
    languages: tuple[str, ...] = ("en", "ko")
    tessdata: str = ""
    vision_model: str = ""


class CaptionSettings(Section):
    """Whether a model describes images, so that they are found by what they show.

    `model = ""` is the one that answers; it is asked at the server in [llm].
    """

    enabled: bool = False
    model: str = ""
    max_per_document: int = Field(default=1, ge=1, le=1000)


class SearchSettings(Section):
    """How candidates are gathered and put in order."""

    mode: Literal["lexical", "vector", "hybrid"] = "hybrid"
    default_k: int = Field(default=10, ge=1, le=100)
    depth: int = Field(default=100, ge=10, le=1000)
    fusion: Literal["convex", "rrf"] = "convex"
    vector_weight: float = Field(default=0.5, ge=0, le=1)
    rrf_k: int = Field(default=60, ge=1)
    snippet_chars: int = Field(default=220, ge=20, le=2000)
    stale_threshold_days: int = Field(default=30, ge=0)
    exact_limit: int = Field(default=8192, ge=0)
    hnsw_m: int = Field(default=16, ge=4, le=64)
    hnsw_ef_construction: int = Field(default=128, ge=8, le=1000)
    hnsw_ef_search: int = Field(default=160, ge=10, le=2000)


class AskSettings(Section):
    """How a question is answered: what is read for it, and when an answer is withheld.

    `score_gate = -1` takes the calibrated operating point.
    """

    k: int = Field(default=8, ge=1, le=50)
    score_gate: float = Field(default=-1.0, ge=-1, le=1)
    max_evidence_tokens: int = Field(default=4000, ge=200, le=1_000_000)
    max_per_document: int = Field(default=3, ge=1, le=50)
    max_sentences: int = Field(default=4, ge=1, le=20)
    support_coverage: float = Field(default=0.5, ge=0, le=1)
    support_cosine: float = Field(default=0.93, ge=0, le=1)
    support_cosine_across: float = Field(default=0.82, ge=0, le=1)
    min_supported: float = Field(default=0.5, ge=0, le=1)
    nli: Literal["", "llm"] = ""
    nli_threshold: float = Field(default=1.0, ge=0, le=1)
    max_hops: int = Field(default=3, ge=1, le=10)
    max_sub_queries: int = Field(default=5, ge=1, le=10)
    max_pool_chunks: int = Field(default=15, ge=1, le=50)
    max_sessions: int = Field(default=200, ge=1, le=100_000)
    max_turns: int = Field(default=20, ge=1, le=1000)
    max_age_days: int = Field(default=30, ge=1, le=36_500)


class LlmSettings(Section):
    """The language model that words the answers. `extractive` quotes the sources and needs none.

    `base_url = ""` is Ollama's own address on this machine; `openai` has none to assume. The key
    itself stands in the variable that `api_key_env` names, and nowhere else.
    """

    provider: Literal["extractive", "ollama", "openai", "host", "scripted"] = "extractive"
    model: str = ""
    base_url: str = ""
    api_key_env: str = ""
    context_tokens: int = Field(default=8192, ge=512, le=10_000_000)
    max_tokens: int = Field(default=512, ge=16, le=32_000)
    temperature: float = Field(default=0.0, ge=0, le=2)
    seed: int = Field(default=0, ge=0, le=2**31 - 1)
    connect_timeout_s: float = Field(default=5.0, gt=0, le=3600)
    token_timeout_s: float = Field(default=120.0, gt=0, le=86_400)
    timeout_s: float = Field(default=300.0, gt=0, le=86_400)
    retries: int = Field(default=2, ge=0, le=10)
    scripted_path: Path | None = None

    @field_validator("base_url")
    @classmethod
    def _address_is_plain(cls, url: str) -> str:
        if url:
            check_address(url)
        return url

    @field_validator("api_key_env")
    @classmethod
    def _names_a_variable(cls, name: str) -> str:
        # what was written is left out of the words: it may be the key itself
        if name and not (name.isascii() and name.isidentifier()):
            raise ValueError("it has to be the name of a variable, not the key itself")
        return name

    @model_validator(mode="after")
    def _provider_has_what_it_needs(self) -> Self:
        needed = {"ollama": "model", "openai": "base_url", "scripted": "scripted_path"}
        name = needed.get(self.provider)
        if name and not getattr(self, name):
            raise ValueError(f"provider = {self.provider!r} needs {name}")
        if self.max_tokens >= self.context_tokens:
            raise ValueError("max_tokens has to be smaller than context_tokens")
        return self


class PoolSettings(Section):
    """How many workers there are, and how long a call may take. `workers = 0` counts the cores,
    up to four.
    """

    workers: int = Field(default=0, ge=0, le=64)
    boot_timeout_s: float = Field(default=60.0, gt=0)
    search_timeout_s: float = Field(default=20.0, gt=0)
    extract_timeout_s: float = Field(default=120.0, gt=0)
    embed_timeout_s: float = Field(default=120.0, gt=0)
    catch_up_timeout_s: float = Field(default=600.0, gt=0)
    queue_limit: int = Field(default=256, ge=1)
    worker_memory_mb: int = Field(default=2000, ge=64)
    model_idle_s: float = Field(default=1800.0, ge=0)


class HwpSettings(Section):
    """The workers that open HWP documents, and the documents that stay open. `workers = 0` leaves
    the tools for single HWP documents out of use.
    """

    workers: int = Field(default=2, ge=0, le=16)
    memory_mb: int = Field(default=3000, ge=0)
    max_open: int = Field(default=16, ge=1, le=200)
    idle_s: float = Field(default=1800.0, ge=1)


class McpSettings(Section):
    """What the MCP server sends, and which tools it serves."""

    profile: str = Field(default="knowledge", min_length=1, max_length=40)

    structured_content: bool = False
    max_result_tokens: int = Field(default=8000, ge=500, le=100_000)


class HttpSettings(Section):
    """Where `kebab mcp --http` listens, who may ask it, and how much.

    `max_sessions = 0` keeps none: each request stands for itself. `rate_per_minute = 0` is no
    limit.
    """

    host: str = Field(default="127.0.0.1", min_length=1, max_length=255)
    port: int = Field(default=7711, ge=0, le=65_535)
    token_file: Path | None = None
    allowed_hosts: tuple[str, ...] = ()
    allowed_origins: tuple[str, ...] = ()
    max_body_mb: int = Field(default=16, ge=1, le=64)
    max_sessions: int = Field(default=0, ge=0, le=100_000)
    rate_per_minute: int = Field(default=6000, ge=0, le=10_000_000)
    tls_cert: Path | None = None
    tls_key: Path | None = None

    @model_validator(mode="after")
    def _certificate_has_a_key(self) -> Self:
        if (self.tls_cert is None) != (self.tls_key is None):
            raise ValueError("tls_cert and tls_key go together")
        return self


class SecuritySettings(Section):
    """What is allowed. Tools read below `roots` and write below `output_roots`; no roots are the
    sources and the home folder, no output roots the same as roots.
    """

    readonly: bool = False
    roots: tuple[Path, ...] = ()
    output_roots: tuple[Path, ...] = ()


class LoggingSettings(Section):
    """What is written to the log file in the state directory."""

    level: Literal["debug", "info", "warning", "error"] = "warning"
    max_bytes: int = Field(default=5_000_000, ge=10_000)
    keep_files: int = Field(default=3, ge=1)


class Settings(Section):
    """The whole file, with every path absolute. `path` is the file it was read from, if any."""

    path: Path | None = None
    schema_version: Literal[1] = 1
    sources: tuple[SourceSettings, ...] = ()
    storage: StorageSettings
    embedding: EmbeddingSettings = EmbeddingSettings()
    chunking: ChunkingSettings = ChunkingSettings()
    ingest: IngestSettings = IngestSettings()
    limits: LimitsSettings = LimitsSettings()
    ocr: OcrSettings = OcrSettings()
    captions: CaptionSettings = CaptionSettings()
    search: SearchSettings = SearchSettings()
    ask: AskSettings = AskSettings()
    llm: LlmSettings = LlmSettings()
    pool: PoolSettings = PoolSettings()
    hwp: HwpSettings = HwpSettings()
    mcp: McpSettings = McpSettings()
    http: HttpSettings = HttpSettings()
    security: SecuritySettings = SecuritySettings()
    logging: LoggingSettings = LoggingSettings()

    @model_validator(mode="after")
    def _source_ids_differ(self) -> Self:
        ids = [source.id for source in self.sources]
        if len(set(ids)) != len(ids):
            raise ValueError("two sources have the same id")
        if EXTERNAL in ids:
            raise ValueError(
                f"the source id {EXTERNAL!r} is taken: it holds files added one by one"
            )
        return self

    @model_validator(mode="after")
    def _pictures_have_a_model(self) -> Self:
        wishes = {
            'ocr.engine = "vision"': self.ocr.engine == "vision",
            "captions.enabled": self.captions.enabled,
        }
        wanted = [name for name, is_wanted in wishes.items() if is_wanted]
        if wanted and self.llm.provider in {"extractive", "host"}:
            raise ValueError(
                f"{' and '.join(wanted)} needs a model that is shown pictures: set llm.provider "
                f'to "ollama" or "openai"; it is "{self.llm.provider}"'
            )
        return self
