"""What a worker can be asked: one method a function, values in, values out."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kebab.catalog.shard_reader import ShardReader
from kebab.errors import InvalidInputError, StoreError, ViewDamagedError
from kebab.wire.worker import Filters, WorkerConfig
from workers.memory import give_back, resident_bytes
from workers.shard.cover import cover
from workers.shard.nearest import nearest
from workers.shard.plan import Statistics, demand_of, plan_search
from workers.shard.question import Question, parse_question
from workers.shard.shard import Shard

if TYPE_CHECKING:
    from workers.embed.embedder import Embedder
    from workers.extract.reading import FileReading
    from workers.hwp.requests import HwpRequests

_LOG = logging.getLogger(__name__)
# How long a question waits, over all of a worker's shards, for other processes that write views.
QUESTION_PATIENCE_S = 2.0
HOPELESS_S = 10.0
CATCH_UP_PATIENCE_S = 60.0
LINKS_AHEAD = 50  # some 20 ms: what a question may have to wait for it


@dataclass(frozen=True, slots=True)
class Preload:
    """What to open before anybody asks: `anything` at all, and beside the lexical views."""

    anything: bool
    views: bool
    model: bool


class Handlers:
    """The state of a worker, and its methods. Everything heavy is opened when first needed."""

    def __init__(
        self,
        config: WorkerConfig,
        check: Callable[[], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._config = config
        self._check = check
        self._clock = clock
        self._model_used_at = 0.0
        self._hopeless_until = 0.0
        self._reader: ShardReader | None = None
        self._shards: dict[int, Shard] = {}
        self._embedder: Embedder | None = None
        self._files: FileReading | None = None
        self._hwp: HwpRequests | None = None
        self._count_tokens: Callable[[Sequence[str]], list[int]] | None = None
        self._methods: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
            "ping": self._ping,
            "extract": self._extract,
            "read_page": self._read_page,
            "hwp": self._hwp_request,
            "picture": self._picture,
            "embed": self._embed,
            "lexical_statistics": self._lexical_statistics,
            "lexical_search": self._lexical_search,
            "cover": self._cover,
            "vector_search": self._vector_search,
            "catch_up": self._catch_up,
            "drop_views": self._drop_views,
            "shard_status": self._shard_status,
            "repair": self._repair,
        }

    def handle(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Carry out one request."""
        if method not in self._methods:
            raise InvalidInputError(f"a worker has no method {method!r}")
        return self._methods[method](params)

    def warm_up(self, preload: Preload) -> Iterator[Callable[[], None]]:
        """Give the steps that make the first question fast, to be taken while nothing waits."""
        if not preload.anything or not Path(self._config.catalog_path).exists():
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
        try:
            return any(shard.link_vectors(LINKS_AHEAD) for shard in self._shards.values())
        except StoreError as error:  # the graph cannot be saved; it is built again when needed
            _LOG.warning("working ahead: %s", error)
            return False

    def _follow(self, shard: Shard, patience_s: float) -> int:
        """Bring the words of a shard up to the catalog as far as the disk allows; return the lag.

        Where it is full or read-only, a question is answered by what is there.
        """
        try:
            return shard.catch_up_lexical(self._check, patience_s)
        except ViewDamagedError:
            raise
        except StoreError as error:
            _LOG.warning("shard %d is behind: %s", shard.number, error)
            return shard.lexical_lag()

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
        self._model_used_at = self._clock()
        return self._embedder

    def model_idle_in_s(self) -> float | None:
        """Return after how long without a call the model is to be dropped; None: there is none."""
        has_model = self._embedder is not None or (self._files and self._files.has_engine)
        if not has_model or not self._config.model_idle_s:
            return None
        return max(0.0, self._model_used_at + self._config.model_idle_s - self._clock())

    def drop_idle_model(self) -> None:
        """Let go of a model that nobody used for long; the next call loads it again."""
        if self.model_idle_in_s() == 0:
            self._embedder = None
            if self._files is not None:
                self._files.drop_engine()
            give_back()

    def _file_reading(self) -> FileReading:
        if self._files is None:
            from workers.extract.reading import FileReading  # noqa: PLC0415 - imports parsers

            self._files = FileReading(self._config.reading, self._config.chunking)
        return self._files

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
        return self._file_reading().extract(params, self._load_token_counter())

    def _read_page(self, params: dict[str, Any]) -> dict[str, Any]:
        self._model_used_at = self._clock()
        return self._file_reading().read_page(params)

    def _picture(self, params: dict[str, Any]) -> dict[str, Any]:
        return self._file_reading().picture(params)

    def _hwp_request(self, params: dict[str, Any]) -> dict[str, Any]:
        if self._hwp is None:
            from workers.extract.limits import Limits  # noqa: PLC0415 - as below
            from workers.hwp.requests import HwpRequests  # noqa: PLC0415 - imports parsers

            self._hwp = HwpRequests(Limits(**self._config.reading.limits))
        return self._hwp.handle(params)

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
        documents = 0
        behind: list[int] = []
        deadline = self._question_deadline()
        terms: dict[str, int] = {}
        for number in params["shards"]:
            shard = self._shard(number)
            if self._follow(shard, deadline - self._clock()):
                behind.append(number)
            documents += shard.lexical.documents()
            for term, frequency in shard.lexical.statistics(question).items():
                terms[term] = terms.get(term, 0) + frequency
        if behind and self._clock() >= deadline:
            self._hopeless_until = self._clock() + HOPELESS_S
        return {"documents": documents, "terms": terms, "behind": behind}

    def _question_deadline(self) -> float:
        """Return until when a question may wait for other processes that write the views.

        One that was waited for in vain may hang: the questions that follow do not wait for it.
        """
        now = self._clock()
        return now if now < self._hopeless_until else now + QUESTION_PATIENCE_S

    def _lexical_search(self, params: dict[str, Any]) -> dict[str, Any]:
        question: Question = parse_question(params["query"])
        statistics = Statistics(params["statistics"]["documents"], params["statistics"]["terms"])
        filters = Filters.from_fields(params["filters"])
        plan = plan_search(question, statistics)
        hits = [
            hit
            for number in params["shards"]
            for hit in self._shard(number).search_words(question, plan, filters, params["depth"])
        ]
        hits.sort(key=attrgetter("row"))
        hits.sort(key=attrgetter("score"), reverse=True)  # which keeps equal ones in their order
        demand = demand_of(question, statistics)
        return {
            "hits": hits[: params["depth"]],
            "highlights": list(question.highlights),
            "mass": demand.mass,
            "unknown": list(demand.unknown),
            "is_empty": question.is_empty,
        }

    def _cover(self, params: dict[str, Any]) -> dict[str, Any]:
        statistics = Statistics(params["statistics"]["documents"], params["statistics"]["terms"])
        found = [
            cover(parse_question(query), statistics, texts)
            for query, texts in zip(params["queries"], params["texts"], strict=True)
        ]
        return {"masses": [one.masses for one in found], "held": [one.held for one in found]}

    def _vector_search(self, params: dict[str, Any]) -> dict[str, Any]:
        import numpy as np  # noqa: PLC0415 - slow to import

        vector = np.frombuffer(params["vector"], dtype="<f4")
        filters = Filters.from_fields(params["filters"])
        question = parse_question(params["query"])
        is_open = filters.is_empty() and not question.is_restrictive
        hits: list[tuple[int, float]] = []
        deadline = self._question_deadline()
        for number in params["shards"]:
            shard = self._shard(number)
            shard.catch_up_vectors(self._check)
            allowed = None
            if not is_open:
                self._follow(shard, deadline - self._clock())
                allowed = shard.lexical.allowed(filters, question)
            hits += shard.search_meaning(vector, params["depth"], allowed)
        return {"hits": nearest(hits, params["depth"])}

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

    def _repair(self, params: dict[str, Any]) -> dict[str, Any]:
        repairs = [
            (number, view, reason)
            for number in params["shards"]
            for view, reason in self._shard(number).repair(self._check).items()
        ]
        return {"repairs": repairs}

    def _shard_status(self, params: dict[str, Any]) -> dict[str, Any]:
        return {"shards": [self._status_of(self._shard(number)) for number in params["shards"]]}

    def _status_of(self, shard: Shard) -> dict[str, Any]:
        self._follow(shard, 0.0)
        shard.catch_up_vectors(self._check)
        return {
            "shard": shard.number,
            "lexical_lag": shard.lexical_lag(),
            "lexical_chunks": shard.lexical.count(),
            "vector_lag": shard.vector_lag(),
            "vector_chunks": shard.vectors.count(),
            "rebuilds": shard.rebuilds,
        }
