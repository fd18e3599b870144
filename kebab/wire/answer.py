"""answer.v1 and answer_event.v1: an answer with its citations, or a refusal."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from kebab.wire.search import Citation, Mode, SearchHit
from kebab.wire.wire_object import WireObject

RefusalReason = Literal[
    "no_index",
    "no_chunks",
    "score_gate",
    "llm_self_judge",
    "unsupported_citation",
    "llm_stream_aborted",
    "multi_hop_decompose_failed",
    "nli_verification_failed",
    "nli_model_unavailable",
]


class AskInput(WireObject):
    """What a question takes: the arguments of the tool `ask`. Filters are those of `search`.

    `max_tokens` limits the answer, 0 for the limit of the settings. `temperature` and `seed` go to
    the model; None takes those of the settings. `session_id` continues a conversation.
    """

    query: str
    mode: Mode = "hybrid"
    k: int = Field(default=8, ge=1, le=50)
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
    max_tokens: int = Field(default=0, ge=0, le=32_000)
    temperature: float | None = Field(default=None, ge=0, le=2)
    seed: int | None = None
    multi_hop: bool = False
    explain: bool = False
    session_id: str = Field(default="", max_length=64)


class AnswerCitation(WireObject):
    """Where a sentence of the answer comes from.

    `marker` is how the answer names it, `[1]`; null for a candidate that a refusal lists.
    `quote` is the text as it was indexed. `verified` says whether the source holds that text now;
    null where that cannot be looked up.
    """

    marker: str | None
    chunk_id: str
    doc_id: str
    citation: Citation
    quote: str
    trust_level: str
    indexed_at: str
    stale: bool
    verified: bool | None


class SentenceSupport(WireObject):
    """Whether what one sentence of the answer cites bears it out.

    `coverage` is the share of its words that the cited text holds, `cosine` how near it is to the
    nearest sentence there; null where no embedder answered.
    """

    text: str
    markers: list[str]
    supported: bool
    coverage: float
    cosine: float | None = None


class AnswerModel(WireObject):
    """The model that wrote the answer; provider `extractive` quotes and writes nothing."""

    id: str
    provider: str
    dimensions: int | None = None


class AnswerRetrieval(WireObject):
    """What the answer rests on. `score_gate` is the least `top_score` that is answered; both are
    the calibrated estimate, from 0 to 1, that the corpus answers the question.
    """

    trace_id: str
    mode: Mode
    k: int
    score_gate: float
    top_score: float | None
    best_cosine: float | None
    best_coverage: float | None
    chunks_returned: int
    chunks_used: int
    fallback: str | None = None
    degraded: list[str] | None = None


class AnswerUsage(WireObject):
    """What it cost. Tokens are the model's own count where it tells."""

    prompt_tokens: int
    completion_tokens: int
    latency_ms: int


class EvidenceItem(WireObject):
    """One numbered piece of evidence as it was shown to the model, with `explain`."""

    number: int
    chunk_ids: list[str]
    doc_path: str
    heading_path: list[str]
    trust_level: str
    text: str
    tokens: int


class HopRecord(WireObject):
    """One step of a multi-hop answer."""

    iter: int
    kind: Literal["decompose", "decide", "synthesize"]
    sub_queries: list[str]
    context_chunks_added: int
    forced_stop: bool
    llm_call_ms: int


class Verification(WireObject):
    """The verdict of an entailment model, where one is configured."""

    nli_score: float
    nli_threshold: float
    nli_passed: bool


class Answer(WireObject):
    """An answer whose sentences are borne out by what they cite, or a refusal.

    `grounded` is false exactly where `refusal_reason` is set; `citations` then lists the nearest
    candidates without markers. `question` is what was looked up: the query itself, or in a
    conversation the full question it was rewritten to. `sentences` judges the text that the model
    wrote, also where it was refused for it.
    """

    schema_version: Literal["answer.v1"] = "answer.v1"
    answer: str
    grounded: bool
    refusal_reason: RefusalReason | None
    query: str
    question: str
    lang: str
    citations: list[AnswerCitation]
    sentences: list[SentenceSupport]
    model: AnswerModel
    embedding: AnswerModel | None
    prompt_template_version: str
    retrieval: AnswerRetrieval
    usage: AnswerUsage
    created_at: str
    session_id: str | None = None
    turn: int | None = None
    hops: list[HopRecord] | None = None
    verification: Verification | None = None
    evidence: list[EvidenceItem] | None = None
    hint: str | None = None


class AnswerEvent(WireObject):
    """One step of an answer as it comes: `stage` and `token` any number of times, `final` last."""

    schema_version: Literal["answer_event.v1"] = "answer_event.v1"
    kind: Literal["retrieval_done", "stage", "token", "final"]
    ts: str
    hits: list[SearchHit] | None = None
    stage: str | None = None
    delta: str | None = None
    answer: Answer | None = None
