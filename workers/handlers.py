"""What a worker can be asked: one method a function, values in, values out."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kebab.catalog.shard_reader import ShardReader
from kebab.errors import InvalidInputError
from kebab.wire.worker import Filters, WorkerConfig
from workers.shard.plan import Statistics
from workers.shard.question import Question, parse_question
from workers.shard.shard import Shard

if TYPE_CHECKING:
    from workers.embed.embedder import Embedder

# How long a question waits for another process that writes a view.
QUESTION_PATIENCE_S = 2.0
CATCH_UP_PATIENCE_S = 60.0
LINKS_AHEAD = 50  # some 20 ms: what a question may have to wait for it


@dataclass(frozen=True, slots=True)
class Preload:
    """What to open before anybody asks, beside the lexical views."""

    views: bool
    model: bool


class Handlers:
    """The state of a worker, and its methods. Everything heavy is opened when first needed."""

    def __init__(self, config: WorkerConfig, check: Callable[[], None]) -> None:
        self._config = config
        self._check = check
        self._reader: ShardReader | None = None
        self._shards: dict[int, Shard] = {}
        self._embedder: Embedder | None = None
        self._count_tokens: Callable[[Sequence[str]], list[int]] | None = None
        self._methods: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
            "ping": self._ping,
            "extract": self._extract,
            "embed": self._embed,
            "lexical_statistics": self._lexical_statistics,
            "lexical_search": self._lexical_search,
            "vector_search": self._vector_search,
            "catch_up": self._catch_up,
            "drop_views": self._drop_views,
            "shard_status": self._shard_status,
        }

    def handle(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Carry out one request."""
        if method not in self._methods:
            raise InvalidInputError(f"a worker has no method {method!r}")
        return self._methods[method](params)

    def warm_up(self, preload: Preload) -> Iterator[Callable[[], None]]:
        """Give the steps that make the first question fast, to be taken while nothing waits."""
        if not Path(self._config.catalog_path).exists():
            return
        for number in self._config.shards:
            yield partial(self._warm_shard, number)
        if self._config.embedding.provider == "none":
            return
        if preload.model:
            yield self._warm_embedder
        if preload.views:
            for number in self._config.shards:
                yield partial(self._warm_vectors, number)

    def work_ahead(self) -> bool:
        """Take one short step of work that nobody waits for; tell whether there is more."""
        return any(shard.link_vectors(LINKS_AHEAD) for shard in self._shards.values())

    def _warm_shard(self, number: int) -> None:
        self._shard(number).catch_up_lexical(self._check, 0.0)

    def _warm_vectors(self, number: int) -> None:
        self._shard(number).catch_up_vectors(self._check)

    def _warm_embedder(self) -> None:
        self._load_embedder().embed(["warm"], kind="query")

    # --- what is opened when needed

    def _shard(self, number: int) -> Shard:
        if number not in self._shards:
            if self._reader is None:
                self._reader = ShardReader(Path(self._config.catalog_path))
            self._shards[number] = Shard(number, self._config, self._reader)
        return self._shards[number]

    def _load_embedder(self) -> Embedder:
        if self._embedder is None:
            from workers.embed.embedder import load_embedder  # noqa: PLC0415 - imports numpy

            self._embedder = load_embedder(self._config.embedding)
        return self._embedder

    def _load_token_counter(self) -> Callable[[Sequence[str]], list[int]]:
        if self._embedder is not None:
            return self._embedder.count_tokens
        if self._count_tokens is None:
            from workers.embed.embedder import load_token_counter  # noqa: PLC0415 - as above

            self._count_tokens = load_token_counter(self._config.embedding)
        return self._count_tokens

    # --- methods

    def _ping(self, _params: dict[str, Any]) -> dict[str, Any]:
        return {
            "pid": os.getpid(),
            "rss_bytes": resident_bytes(),
            "model_loaded": self._embedder is not None,
        }

    def _extract(self, params: dict[str, Any]) -> dict[str, Any]:
        from workers.extract.extract import extract  # noqa: PLC0415 - imports parsers
        from workers.extract.source_file import read_file  # noqa: PLC0415 - as above

        if params["content"] is not None:
            data, size_bytes, mtime_ns = params["content"], len(params["content"]), 0
        else:
            data, status = read_file(params["disk_path"], params["max_bytes"])
            size_bytes, mtime_ns = status.st_size, status.st_mtime_ns
        extraction = extract(
            path=params["path"],
            media=params["media"],
            data=data,
            size_bytes=size_bytes,
            mtime_ns=mtime_ns,
            chunking=self._config.chunking,
            count_tokens=self._load_token_counter(),
        )
        return extraction.to_fields()

    def _embed(self, params: dict[str, Any]) -> dict[str, Any]:
        embedder = self._load_embedder()
        vectors = embedder.embed(params["texts"], kind=params["kind"])
        return {
            "vectors": vectors.astype("<f4").tobytes(),
            "dimensions": embedder.dimensions,
            "identity": embedder.identity,
        }

    def _lexical_statistics(self, params: dict[str, Any]) -> dict[str, Any]:
        question = parse_question(params["query"])
        documents, lag = 0, 0
        terms: dict[str, int] = {}
        for number in params["shards"]:
            shard = self._shard(number)
            lag += shard.catch_up_lexical(self._check, QUESTION_PATIENCE_S)
            documents += shard.lexical.documents()
            for term, frequency in shard.lexical.statistics(question).items():
                terms[term] = terms.get(term, 0) + frequency
        return {"documents": documents, "terms": terms, "lag": lag}

    def _lexical_search(self, params: dict[str, Any]) -> dict[str, Any]:
        question: Question = parse_question(params["query"])
        statistics = Statistics(params["statistics"]["documents"], params["statistics"]["terms"])
        filters = Filters.from_fields(params["filters"])
        hits = [
            (hit.row, hit.score, hit.coverage)
            for number in params["shards"]
            for hit in self._shard(number).lexical.search(
                question, statistics, filters, params["depth"]
            )
        ]
        hits.sort(key=lambda hit: (-hit[1], hit[0]))
        return {
            "hits": hits[: params["depth"]],
            "highlights": list(question.highlights),
            "is_empty": question.is_empty,
        }

    def _vector_search(self, params: dict[str, Any]) -> dict[str, Any]:
        import numpy as np  # noqa: PLC0415 - slow to import

        vector = np.frombuffer(params["vector"], dtype="<f4")
        filters = Filters.from_fields(params["filters"])
        question = parse_question(params["query"])
        is_open = filters.is_empty() and not question.is_restrictive
        hits: list[tuple[int, float]] = []
        for number in params["shards"]:
            shard = self._shard(number)
            shard.catch_up_vectors(self._check)
            allowed = None
            if not is_open:
                shard.catch_up_lexical(self._check, QUESTION_PATIENCE_S)
                allowed = shard.lexical.allowed(filters, question)
            hits += shard.vectors.search(vector, params["depth"], allowed)
        hits.sort(key=lambda hit: (-hit[1], hit[0]))
        return {"hits": hits[: params["depth"]]}

    def _catch_up(self, params: dict[str, Any]) -> dict[str, Any]:
        lag = 0
        for number in params["shards"]:
            shard = self._shard(number)
            lag += shard.catch_up_lexical(self._check, CATCH_UP_PATIENCE_S)
            if params.get("vectors", True):
                lag += shard.catch_up_vectors(self._check)
                while shard.link_vectors(LINKS_AHEAD):
                    self._check()
                shard.vectors.checkpoint()
        return {"lag": lag}

    def _drop_views(self, params: dict[str, Any]) -> dict[str, Any]:
        for number in params["shards"]:
            self._shard(number).drop_lexical()
            self._shard(number).drop_vectors()
        return {}

    def _shard_status(self, params: dict[str, Any]) -> dict[str, Any]:
        return {"shards": [self._status_of(self._shard(number)) for number in params["shards"]]}

    def _status_of(self, shard: Shard) -> dict[str, Any]:
        shard.catch_up_lexical(self._check, 0.0)
        shard.catch_up_vectors(self._check)
        return {
            "shard": shard.number,
            "lexical_lag": shard.lexical_lag(),
            "lexical_chunks": shard.lexical.count(),
            "vector_lag": shard.vector_lag(),
            "vector_chunks": shard.vectors.count(),
            "rebuilds": shard.rebuilds,
        }


def resident_bytes() -> int | None:
    """Return the memory this process holds, None where the system does not say."""
    if sys.platform != "linux":
        return None
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
