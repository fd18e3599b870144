"""Answers and citations as tests want them."""

from __future__ import annotations

from typing import Any

from kebab.wire.answer import Answer, AnswerCitation, AnswerModel, AnswerRetrieval, AnswerUsage
from kebab.wire.search import Citation

WHEN = "2026-01-02T03:04:05.678Z"


def a_citation(marker: str | None = "[1]", **changes: Any) -> AnswerCitation:
    """Make a citation of lines 5 to 9 of a guide."""
    place = Citation(
        schema_version="citation.v1",
        kind="line",
        path="guide/start.md",
        uri="guide/start.md#L5-L9",
        start=5,
        end=9,
        section="Install",
        indexed_at=WHEN,
        stale=False,
    )
    fields: dict[str, Any] = {
        "marker": marker,
        "chunk_id": "c" * 32,
        "doc_id": "d" * 32,
        "citation": place,
        "quote": "Run `pip install kebab` first.",
        "trust_level": "primary",
        "indexed_at": WHEN,
        "stale": False,
        "verified": True,
    }
    return AnswerCitation(**{**fields, **changes})


def an_answer(text: str = "Install it first. [1]", **changes: Any) -> Answer:
    """Make an answer with one citation."""
    fields: dict[str, Any] = {
        "schema_version": "answer.v1",
        "answer": text,
        "grounded": True,
        "refusal_reason": None,
        "query": "how is it installed?",
        "question": "how is it installed?",
        "lang": "en",
        "citations": [a_citation()],
        "sentences": [],
        "model": AnswerModel(id="extractive", provider="extractive"),
        "embedding": None,
        "prompt_template_version": "none",
        "retrieval": AnswerRetrieval(
            trace_id="ret_0",
            mode="hybrid",
            k=8,
            score_gate=0.5,
            top_score=0.9,
            best_cosine=0.9,
            best_coverage=1.0,
            chunks_returned=8,
            chunks_used=3,
        ),
        "usage": AnswerUsage(prompt_tokens=0, completion_tokens=0, latency_ms=1234),
        "created_at": WHEN,
    }
    return Answer(**{**fields, **changes})
