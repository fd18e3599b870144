"""Answer a search: check it, ask the engines, fuse, read a page of hits, keep to the budget."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from typing import Protocol

from kebab.pool.protocol import Pool
from kebab.search import cursor as cursors
from kebab.search.evidence import Evidence, Witnesses
from kebab.search.fusion import Ranking, fuse_convex, fuse_rrf, rank_lexical, rank_vector
from kebab.search.hints import NO_VECTORS, NO_WORDS, Valid, hint_for_nothing
from kebab.search.hydrate import ScoreKind, Texts, hydrate
from kebab.search.request import MEDIA, SearchRequest, check
from kebab.search.response import Page, envelope, respond
from kebab.search.scatter import Engines
from kebab.search.trace import Stopwatch
from kebab.settings.model import SearchSettings
from kebab.wire.search import SearchInput, SearchResponse


class Catalog(Texts, Protocol):
    """The part of the catalog that a search reads."""

    def revision(self) -> int:
        """Return the newest revision of the corpus."""
        ...

    def vector_coverage(self, model: str) -> float:
        """Return the share of chunks that have a vector of a model."""
        ...

    def document_count(self) -> int:
        """Count the documents."""
        ...

    def breakdown(self, column: str) -> dict[str, int]:
        """Count documents by the values of a column."""
        ...


class SearchService:
    """Searches one knowledge base. `model` names its vector space, None without an embedder."""

    def __init__(
        self,
        pool: Pool,
        catalog: Catalog,
        settings: SearchSettings,
        *,
        model: str | None,
        sources: Collection[str] = (),
        timeout_s: float = 20.0,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._catalog = catalog
        self._settings = settings
        self._sources = frozenset(sources)
        self._clock = clock
        self._witnesses = Witnesses(
            Engines(pool, timeout_s=timeout_s),
            catalog.vector_coverage,
            model=model,
            depth=settings.depth,
            clock=clock,
        )

    async def search(self, search: SearchInput) -> SearchResponse:
        """Answer one search. Raises InvalidInputError, StaleCursorError, or the pool's errors."""
        watch = Stopwatch(self._clock)
        request = check(search, self._settings)
        revision = self._catalog.revision()
        offset, basis = self._resume(request, revision)
        evidence = await self._witnesses.gather(request, revision, watch)
        if basis not in {None, evidence.basis}:
            raise cursors.stale("the engines answer in another way than for the page before")
        with watch.stage("fusion"):
            ranking, score_kind = self._fuse(evidence)
        with watch.stage("hydrate"):
            rows = ranking.hits[offset : offset + request.k]
            found = await hydrate(self._catalog, rows, offset + 1)
        empty = envelope(
            request,
            evidence,
            vector_coverage=self._witnesses.vector_coverage,
            hint=self._hint(request, evidence, has_hits=bool(found)),
        )
        page = Page(ranking, offset, found, score_kind)
        return respond(
            empty, request, evidence, page, revision=revision, texts=self._catalog, watch=watch
        )

    def _resume(self, request: SearchRequest, revision: int) -> tuple[int, str | None]:
        """Return where the page starts, and how the page before was answered."""
        if not request.cursor:
            return 0, None
        cursor = cursors.decode(request.cursor, fingerprint=request.fingerprint, revision=revision)
        return cursor.offset, cursor.basis

    def _fuse(self, evidence: Evidence) -> tuple[Ranking, ScoreKind]:
        words = evidence.words.hits if evidence.words else ()
        meaning = evidence.meaning.hits if evidence.meaning else ()
        settings = self._settings
        ranking: Ranking
        kind: ScoreKind
        if evidence.mode == "lexical":
            ranking, kind = rank_lexical(words), "bm25"
        elif evidence.mode == "vector":
            ranking, kind = rank_vector(meaning), "cosine"
        elif settings.fusion == "rrf":
            ranking, kind = fuse_rrf(words, meaning, k=settings.rrf_k), "rrf"
        else:
            ranking = fuse_convex(words, meaning, vector_weight=settings.vector_weight)
            kind = "convex"
        return Ranking(ranking.hits[: settings.depth], ranking.lexical_weight), kind

    def _hint(self, request: SearchRequest, evidence: Evidence, *, has_hits: bool) -> str | None:
        if has_hits:
            return None if evidence.has_words else NO_WORDS
        documents = self._catalog.document_count()
        if documents and evidence.mode == "vector" and not self._witnesses.vector_coverage:
            return f"{NO_VECTORS}: run `kebab ingest`, or search with mode lexical"
        valid = Valid(
            documents=documents,
            media={*MEDIA, *self._catalog.breakdown("media")},
            sources={*self._sources, *self._catalog.breakdown("source_id")},
        )
        return hint_for_nothing(request.filters, valid, has_words=evidence.has_words)
