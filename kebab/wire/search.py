"""search_response.v1, search_hit.v1, citation.v1 and the bulk forms."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from kebab.wire.error import ErrorObject
from kebab.wire.place import PlaceKind
from kebab.wire.wire_object import WireObject

Mode = Literal["lexical", "vector", "hybrid"]


class Citation(WireObject):
    """Where a text stands. `start` and `end` are lines, 1-based and inclusive: of the file on disk,
    or of the text that kebab made of a medium without lines. What is quoted can be had again with
    `fetch` of that span.

    `uri` is `path#L5-L9`, or `path#p=3` for a page, and so on for each `kind`; the fields that
    belong to the kind say the same. `x`, `y`, `w` and `h` are pixels.
    """

    schema_version: Literal["citation.v1"] = "citation.v1"
    kind: PlaceKind
    path: str
    uri: str
    start: int
    end: int
    section: str | None = None
    indexed_at: str
    stale: bool
    page: int | None = None
    x: int | None = None
    y: int | None = None
    w: int | None = None
    h: int | None = None
    section_number: int | None = None
    paragraph: int | None = None
    paragraph_end: int | None = None
    slide: int | None = None
    sheet: str | None = None
    row: int | None = None
    row_end: int | None = None
    cell: int | None = None
    cell_end: int | None = None
    message: int | None = None
    symbol: str | None = None
    lang: str | None = None


class Retrieval(WireObject):
    """How a hit was found. Scores of one engine are absent where it did not find the hit.

    `lexical_score` is BM25 times (1 + coverage) / 2, `vector_score` the cosine; `coverage` is the
    share, from 0 to 1, of the question's words (weighted by how rare they are) that the hit holds.
    """

    method: Mode
    fusion_score: float
    lexical_score: float | None = None
    vector_score: float | None = None
    lexical_rank: int | None = None
    vector_rank: int | None = None
    coverage: float | None = None


class SearchHit(WireObject):
    """One chunk that answers. `rank` is absolute: it goes on across pages."""

    schema_version: Literal["search_hit.v1"] = "search_hit.v1"
    rank: int
    score: float
    score_kind: Literal["bm25", "cosine", "convex", "rrf"]
    chunk_id: str
    doc_id: str
    doc_path: str
    title: str
    heading_path: list[str]
    snippet: str
    citation: Citation
    retrieval: Retrieval
    media: str
    lang: str
    source_id: str
    trust_level: str
    indexed_at: str
    stale: bool


class Candidate(WireObject):
    """One row of a trace: what an engine proposed, before fusion."""

    chunk_id: str
    doc_path: str
    rank: int
    score: float


class FusionInput(WireObject):
    """One row of a trace: what fusion made of both engines."""

    chunk_id: str
    lexical_rank: int | None
    vector_rank: int | None
    fusion_score: float


class Timing(WireObject):
    """Milliseconds by stage; stages of the two engines overlap."""

    embed_ms: float
    lexical_ms: float
    vector_ms: float
    fusion_ms: float
    hydrate_ms: float
    total_ms: float


class Trace(WireObject):
    """What each engine proposed, what fusion made of it, and how long each stage took."""

    lexical: list[Candidate]
    vector: list[Candidate]
    fusion_inputs: list[FusionInput]
    lexical_weight: float
    timing: Timing


class SearchResponse(WireObject):
    """The answer to a search.

    `best_cosine` and `best_coverage` say how good the best candidates are in absolute terms:
    a question that the corpus does not answer has a low value of both, whatever the scores.
    `cosine_floor` is the cosine of what is not an answer, `best_match` the best BM25 for each unit
    of rarity that the question's words have. `unknown_words` stand in no document at all.
    `relaxed` is true where no hit holds every word of the question. `vector_coverage` is the
    share of chunks that have a vector. `mode` is the mode that was used; `fallback` says why it
    differs from the one asked for. `degraded` names shards that did not answer, `behind` those that
    another process keeps from taking in what was ingested last.
    """

    schema_version: Literal["search_response.v1"] = "search_response.v1"
    query: str
    mode: Mode
    hits: list[SearchHit]
    next_cursor: str | None
    truncated: bool
    relaxed: bool
    best_cosine: float | None
    best_coverage: float | None
    vector_coverage: float
    cosine_floor: float | None = None
    best_match: float | None = None
    unknown_words: list[str] | None = None
    fallback: str | None = None
    degraded: list[str] | None = None
    behind: list[str] | None = None
    hint: str | None = None
    trace: Trace | None = None


class BulkItem(WireObject):
    """One query of a bulk search, with its answer or its error."""

    schema_version: Literal["bulk_search_item.v1"] = "bulk_search_item.v1"
    query: Any
    response: SearchResponse | None
    error: ErrorObject | None


class BulkSummary(WireObject):
    """How many of the queries were answered."""

    total: int
    succeeded: int
    failed: int


class BulkResponse(WireObject):
    """The answers to a bulk search, in the order of the queries."""

    schema_version: Literal["bulk_search_response.v1"] = "bulk_search_response.v1"
    results: list[BulkItem]
    summary: BulkSummary


class SearchInput(WireObject):
    """What a search takes: bulk_search_input.v1, and the arguments of the tool `search`."""

    query: str
    mode: Mode = "hybrid"
    k: int = Field(default=10, ge=1, le=100)
    tags: list[str] = []
    media: list[str] = []
    lang: list[str] = []
    path_glob: str = ""
    trust_min: Literal["", "primary", "secondary", "generated"] = ""
    source: list[str] = []
    source_type: list[str] = []
    repo: list[str] = []
    code_lang: list[str] = []
    doc_id: str = ""
    ingested_after: str = ""
    snippet_chars: int = Field(default=220, ge=20, le=2000)
    max_tokens: int = Field(default=0, ge=0, le=100_000)
    cursor: str = ""
    trace: bool = False
