"""Explain a ranking: what each engine proposed, what fusion made of it, how long it took."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from kebab.search.fusion import LexicalHit, Ranking, VectorHit
from kebab.search.hydrate import Texts
from kebab.wire.search import Candidate, FusionInput, Timing, Trace

# What a row costs in the answer, in tokens: two ids or a path, and numbers.
ROW_TOKENS = 40


@dataclass(slots=True)
class Stopwatch:
    """Adds up the time of the stages of one search."""

    clock: Callable[[], float]
    started: float = field(init=False)
    spent_s: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.started = self.clock()

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Count the time inside for a stage."""
        started = self.clock()
        try:
            yield
        finally:
            self.spent_s[name] = self.spent_s.get(name, 0.0) + self.clock() - started

    def timing(self) -> Timing:
        """Return what was counted so far."""

        def spent_ms(name: str) -> float:
            return round(self.spent_s.get(name, 0.0) * 1000, 3)

        return Timing(
            embed_ms=spent_ms("embed"),
            lexical_ms=spent_ms("lexical"),
            vector_ms=spent_ms("vector"),
            fusion_ms=spent_ms("fusion"),
            hydrate_ms=spent_ms("hydrate"),
            total_ms=round((self.clock() - self.started) * 1000, 3),
        )


def trace_of(
    texts: Texts,
    words: Sequence[LexicalHit],
    meaning: Sequence[VectorHit],
    ranking: Ranking,
    *,
    max_rows: int | None,
    watch: Stopwatch,
) -> Trace:
    """Name the rows of a ranking; at most `max_rows` of them, shared by the three lists."""
    limit = None if max_rows is None else max_rows // 3
    words, meaning, fused = words[:limit], meaning[:limit], ranking.hits[:limit]
    names = _names(texts, {hit.row for hits in (words, meaning, fused) for hit in hits})
    return Trace(
        lexical=_candidates(names, ((hit.row, hit.score) for hit in words)),
        vector=_candidates(names, ((hit.row, hit.cosine) for hit in meaning)),
        fusion_inputs=[
            FusionInput(
                chunk_id=names[hit.row][0],
                lexical_rank=hit.lexical_rank,
                vector_rank=hit.vector_rank,
                fusion_score=hit.score,
            )
            for hit in fused
            if hit.row in names
        ],
        lexical_weight=ranking.lexical_weight,
        timing=watch.timing(),
    )


def _names(texts: Texts, rows: set[int]) -> dict[int, tuple[str, str]]:
    """Return (chunk id, path) by row; rows that were deleted meanwhile are left out."""
    chunks = texts.chunks_by_rows(rows)
    documents = texts.documents_by_ids(chunk.document_id for chunk in chunks.values())
    return {
        row: (chunk.chunk_id, documents[chunk.document_id].path)
        for row, chunk in chunks.items()
        if chunk.document_id in documents
    }


def _candidates(
    names: dict[int, tuple[str, str]], scored: Iterable[tuple[int, float]]
) -> list[Candidate]:
    return [
        Candidate(chunk_id=names[row][0], doc_path=names[row][1], rank=rank, score=score)
        for rank, (row, score) in enumerate(scored, 1)
        if row in names
    ]
