"""Make the answer to a search: hits within the budget, the cursor behind them, hint and trace."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from kebab.search import cursor as cursors
from kebab.search.budget import estimate_tokens, fit, most_tokens
from kebab.search.evidence import Evidence
from kebab.search.fusion import Ranking
from kebab.search.hydrate import Found, ScoreKind, Texts, to_hit
from kebab.search.request import SearchRequest
from kebab.search.snippet import highlights_of
from kebab.search.trace import ROW_TOKENS, Stopwatch, trace_of
from kebab.wire.search import SearchHit, SearchResponse
from kebab.wire.wire_object import to_json

_DIGITS = 4  # of what is the same in every order of shards


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a ranking, with what stands behind its rows."""

    ranking: Ranking
    offset: int
    found: list[Found]
    score_kind: ScoreKind


def envelope(
    request: SearchRequest, evidence: Evidence, *, vector_coverage: float, hint: str | None
) -> SearchResponse:
    """Return the answer without its hits."""
    optional: dict[str, Any] = {
        "cosine_floor": _rounded(evidence.cosine_floor),
        "best_match": _rounded(evidence.best_match),
        "unknown_words": list(evidence.unknown_words) or None,
        "fallback": evidence.fallback,
        "degraded": [f"shard {shard}" for shard in evidence.degraded] or None,
        "behind": [f"shard {shard}" for shard in evidence.behind] or None,
        "hint": hint,
    }
    return SearchResponse(
        schema_version="search_response.v1",
        query=request.query,
        mode=evidence.mode,
        hits=[],
        next_cursor=None,
        truncated=False,
        relaxed=evidence.is_relaxed,
        best_cosine=evidence.best_cosine,
        best_coverage=evidence.best_coverage,
        vector_coverage=vector_coverage,
        **{name: value for name, value in optional.items() if value is not None},
    )


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)


def respond(
    empty: SearchResponse,
    request: SearchRequest,
    evidence: Evidence,
    page: Page,
    *,
    revision: int,
    texts: Texts,
    watch: Stopwatch,
) -> SearchResponse:
    """Fill the envelope with as many of the page's hits as the budget allows."""
    with watch.stage("hydrate"):
        hits, truncated = _fitting(empty, request, cache(_renderer(evidence, page)))
    is_whole = len(hits) == len(page.found)
    after = page.offset + request.k if is_whole else hits[-1].rank
    fields: dict[str, Any] = {"hits": hits, "truncated": truncated, "next_cursor": None}
    if after < len(page.ranking.hits):
        cursor = cursors.Cursor(after, request.fingerprint, revision, evidence.basis)
        fields["next_cursor"] = cursors.encode(cursor)
    if request.trace:
        room = _room(empty, request)
        left = room - sum(map(_cost, hits))
        fields["trace"] = trace_of(
            texts,
            evidence.words.hits if evidence.words else (),
            evidence.meaning.hits if evidence.meaning else (),
            page.ranking,
            max_rows=max(0, left) // ROW_TOKENS if room else None,
            watch=watch,
        )
    return empty.model_copy(update=fields)


def _fitting(
    empty: SearchResponse, request: SearchRequest, render: Callable[[int], list[SearchHit]]
) -> tuple[list[SearchHit], bool]:
    """Return the hits that fit, and whether anything was given up. Mostly all of them do, by far:
    then none is weighed.
    """
    chars = request.snippet_chars
    if request.max_tokens:
        hits = render(chars)
        whole = to_json(empty.model_copy(update={"hits": hits}))
        if most_tokens(whole, len(hits) + 1) <= request.max_tokens:
            return hits, False
    return fit(render, _cost, snippet_chars=chars, max_tokens=_room(empty, request))


def _room(empty: SearchResponse, request: SearchRequest) -> int:
    """Return what is left for the hits, 0 for no limit."""
    return request.max_tokens and max(1, request.max_tokens - _cost(empty))


def _renderer(evidence: Evidence, page: Page) -> Callable[[int], list[SearchHit]]:
    highlights = highlights_of(evidence.words.highlights if evidence.words else ())

    def render(snippet_chars: int) -> list[SearchHit]:
        return [
            to_hit(
                found,
                highlights,
                mode=evidence.mode,
                score_kind=page.score_kind,
                snippet_chars=snippet_chars,
            )
            for found in page.found
        ]

    return render


def _cost(part: SearchHit | SearchResponse) -> int:
    return estimate_tokens(to_json(part))
