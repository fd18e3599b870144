"""Puts an answer or a refusal into its wire form. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from kebab.answer.citations import nearest
from kebab.answer.evidence import Evidence
from kebab.answer.language import language_of, nearest_text, refusal_text
from kebab.wire.answer import (
    Answer,
    AnswerCitation,
    AnswerModel,
    AnswerRetrieval,
    AnswerUsage,
    AskInput,
    EvidenceItem,
    HopRecord,
    RefusalReason,
    SentenceSupport,
    Verification,
)
from kebab.wire.instants import rfc3339
from kebab.wire.search import SearchHit, SearchResponse

MOST_NEAREST = 3
EXTRACTIVE = AnswerModel(id="extractive", provider="extractive")


@dataclass(slots=True)
class Course:
    """All that an answer tells of how it came about, filled in on the way."""

    request: AskInput
    question: str
    trace_id: str
    k: int
    score_gate: float
    model: AnswerModel
    embedding: AnswerModel | None
    prompt_version: str
    lang: str
    response: SearchResponse | None = None
    top_score: float | None = None
    hits: Sequence[SearchHit] = ()
    evidence: Sequence[Evidence] = ()
    sentences: list[SentenceSupport] = field(default_factory=list)
    hops: list[HopRecord] | None = None
    verification: Verification | None = None
    hints: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Spent:
    """What an answer cost."""

    prompt_tokens: int
    completion_tokens: int
    latency_ms: int
    now_ms: int


def answered(
    course: Course, text: str, citations: Sequence[AnswerCitation], spent: Spent
) -> Answer:
    """Return an answer that holds."""
    return _answer(course, spent, text, citations, reason=None)


def refused(course: Course, reason: RefusalReason, spent: Spent) -> Answer:
    """Return a refusal with the nearest candidates."""
    candidates = nearest(course.hits, MOST_NEAREST)
    lines = [refusal_text(reason, course.lang)]
    if candidates:
        lines += ["", nearest_text(course.lang), *(f"- {c.citation.uri}" for c in candidates)]
    return _answer(course, spent, "\n".join(lines), candidates, reason=reason)


def without_base(
    request: AskInput, *, model: AnswerModel, trace_id: str, now_ms: int, hint: str
) -> Answer:
    """Refuse a question that comes before anything was indexed."""
    course = Course(
        request,
        question=request.query,
        trace_id=trace_id,
        k=request.k,
        score_gate=0.0,
        model=model,
        embedding=None,
        prompt_version="none",
        lang=language_of(request.query),
        hints=[hint],
    )
    return refused(course, "no_index", Spent(0, 0, 0, now_ms))


def _answer(
    course: Course,
    spent: Spent,
    text: str,
    citations: Sequence[AnswerCitation],
    *,
    reason: RefusalReason | None,
) -> Answer:
    optional: dict[str, Any] = {
        "hops": course.hops,
        "verification": course.verification,
        "evidence": _explained(course.evidence) if course.request.explain else None,
        "hint": "; ".join(course.hints) or None,
    }
    return Answer(
        schema_version="answer.v1",
        answer=text,
        grounded=reason is None,
        refusal_reason=reason,
        query=course.request.query,
        question=course.question,
        lang=course.lang,
        citations=list(citations),
        sentences=course.sentences,
        model=course.model,
        embedding=course.embedding,
        prompt_template_version=course.prompt_version,
        retrieval=_retrieval(course),
        usage=AnswerUsage(
            prompt_tokens=spent.prompt_tokens,
            completion_tokens=spent.completion_tokens,
            latency_ms=spent.latency_ms,
        ),
        created_at=rfc3339(spent.now_ms),
        **{name: value for name, value in optional.items() if value is not None},
    )


def _retrieval(course: Course) -> AnswerRetrieval:
    response = course.response
    optional: dict[str, Any] = {}
    if response is not None:
        optional = {"fallback": response.fallback, "degraded": response.degraded}
    return AnswerRetrieval(
        trace_id=course.trace_id,
        mode=course.request.mode if response is None else response.mode,
        k=course.k,
        score_gate=course.score_gate,
        top_score=course.top_score,
        best_cosine=response.best_cosine if response else None,
        best_coverage=response.best_coverage if response else None,
        chunks_returned=len(course.hits),
        chunks_used=sum(len(piece.parts) for piece in course.evidence),
        **{name: value for name, value in optional.items() if value is not None},
    )


def _explained(evidence: Sequence[Evidence]) -> list[EvidenceItem]:
    return [
        EvidenceItem(
            number=piece.number,
            chunk_ids=[part.passage.chunk.chunk_id for part in piece.parts],
            doc_path=piece.document.path,
            heading_path=list(piece.headings),
            trust_level=piece.document.trust_level,
            text=piece.text,
            tokens=piece.tokens,
        )
        for piece in evidence
    ]
