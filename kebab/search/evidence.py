"""Ask the engines what a search needs, and say what it had to do without."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter

from kebab.errors import EmbedderUnavailableError, PoolError, ProviderError, StoreError
from kebab.search.fusion import best_coverage, cosine_floor
from kebab.search.hints import NO_EMBEDDER, NO_VECTORS
from kebab.search.request import SearchRequest
from kebab.search.scatter import Engines, Meaning, Words
from kebab.search.trace import Stopwatch
from kebab.wire.search import Mode

# How long hybrid search does without an embedder that did not load, before it tries again.
EMBEDDER_REST_S = 30.0


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the engines found. `words` or `meaning` is None where that engine was not asked.

    `mode` is the one that was used; `fallback` says why it is not the one asked for.
    """

    mode: Mode
    words: Words | None = None
    meaning: Meaning | None = None
    fallback: str | None = None

    @property
    def degraded(self) -> list[int]:
        """The shards that are missing from it."""
        parts = (self.words, self.meaning)
        return sorted({shard for part in parts if part is not None for shard in part.degraded})

    @property
    def behind(self) -> list[int]:
        """The shards whose words lack what was committed last."""
        return sorted(self.words.behind) if self.words is not None else []

    @property
    def basis(self) -> str:
        """Name what decided the order, for the next page."""
        return f"{self.mode}:{','.join(map(str, self.degraded))}"

    @property
    def has_words(self) -> bool:
        """Tell whether the question held a word to look up, as far as that was asked."""
        return self.words is None or self.words.terms > 0

    @property
    def best_coverage(self) -> float | None:
        """The best coverage of a candidate, 0 without candidates."""
        if self.words is None:
            return None
        return best_coverage(self.words.hits)

    @property
    def best_cosine(self) -> float | None:
        """The best cosine of a candidate."""
        return self.meaning.hits[0].cosine if self.meaning and self.meaning.hits else None

    @property
    def best_match(self) -> float | None:
        """The BM25 of the best candidate for each unit of rarity that the question's words have."""
        if self.words is None:
            return None
        best = max(map(attrgetter("score"), self.words.hits), default=0.0)
        return best / self.words.mass if self.words.mass > 0 else 0.0

    @property
    def cosine_floor(self) -> float | None:
        """The cosine of what is not an answer, None without candidates."""
        return cosine_floor(self.meaning.hits) if self.meaning and self.meaning.hits else None

    @property
    def unknown_words(self) -> tuple[str, ...]:
        """The words of the question that stand nowhere in the corpus."""
        return self.words.unknown if self.words is not None else ()

    @property
    def is_relaxed(self) -> bool:
        """Tell whether there are candidates, but none that holds every word of the question."""
        found = any(part is not None and part.hits for part in (self.words, self.meaning))
        return found and self.words is not None and self.has_words and (self.best_coverage or 0) < 1


class Witnesses:
    """Chooses the engines to ask. `model` names the vector space, None without an embedder."""

    def __init__(
        self,
        engines: Engines,
        coverage: Callable[[str], float],
        *,
        model: str | None,
        depth: int,
        clock: Callable[[], float],
    ) -> None:
        self._engines = engines
        self._coverage = coverage
        self._model = model
        self._depth = depth
        self._clock = clock
        self._rest: tuple[float, str] | None = None

    @property
    def vector_coverage(self) -> float:
        """The share of chunks that have a vector."""
        return self._coverage(self._model) if self._model is not None else 0.0

    async def gather(self, request: SearchRequest, revision: int, watch: Stopwatch) -> Evidence:
        """Ask the engines of the request's mode; hybrid makes do with words where it must."""
        if request.mode == "lexical":
            return Evidence("lexical", words=await self._words(request, revision, watch))
        if request.mode == "vector":
            if self._model is None:
                raise EmbedderUnavailableError(
                    NO_EMBEDDER, hint="search with mode lexical, or set [embedding] provider"
                )
            return Evidence("vector", meaning=await self._meaning(request, revision, watch))
        reason = self._without_vectors()
        if reason is not None:
            words = await self._words(request, revision, watch)
            return Evidence("lexical", words=words, fallback=reason)
        words, meaning = await asyncio.gather(
            self._words(request, revision, watch),
            self._meaning_or_reason(request, revision, watch),
        )
        if isinstance(meaning, str):
            return Evidence("lexical", words=words, fallback=meaning)
        return Evidence("hybrid", words=words, meaning=meaning)

    def _without_vectors(self) -> str | None:
        """Say why a hybrid search has to do with words alone; None where it has not."""
        if self._model is None:
            return NO_EMBEDDER
        if self._rest is not None and self._clock() < self._rest[0]:
            return self._rest[1]
        return None if self.vector_coverage else NO_VECTORS

    async def _words(self, request: SearchRequest, revision: int, watch: Stopwatch) -> Words:
        with watch.stage("lexical"):
            return await self._engines.words(
                request.query, request.filters, depth=self._depth, revision=revision
            )

    async def _meaning(self, request: SearchRequest, revision: int, watch: Stopwatch) -> Meaning:
        with watch.stage("embed"):
            vector = await self._engines.embed(request.meaning)
        with watch.stage("vector"):
            return await self._engines.meaning(
                request.query,
                vector,
                request.filters,
                depth=self._depth,
                revision=revision,
            )

    async def _meaning_or_reason(
        self, request: SearchRequest, revision: int, watch: Stopwatch
    ) -> Meaning | str:
        """Search by meaning; where that fails, say why: the words can still answer."""
        try:
            meaning = await self._meaning(request, revision, watch)
        except ProviderError as error:
            reason = f"embedder did not load: {error}"
            self._rest = (self._clock() + EMBEDDER_REST_S, reason)
            return reason
        except (PoolError, StoreError) as error:
            return f"the search by meaning failed: {error}"
        return meaning
