"""Answers a question from the knowledge base, step by step, or refuses."""

from __future__ import annotations

import time
import uuid
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, assert_never

from kebab.answer.citations import Bodies, Citer
from kebab.answer.events import Events, OnEvent, ignore
from kebab.answer.extractor import Extractor
from kebab.answer.generator import Generator, Tools
from kebab.answer.judging import Judge
from kebab.answer.language import language_of
from kebab.answer.llm.protocol import LanguageModel, Sampling
from kebab.answer.measure import Measure
from kebab.answer.outcome import Given, Outcome, Refused
from kebab.answer.passages import Chunks, Packer
from kebab.answer.prompts import EXTRACTIVE_VERSION
from kebab.answer.quoting import Quoter
from kebab.answer.refusal import Signals, answerability, operating_point
from kebab.answer.result import EXTRACTIVE, Course, Spent, answered, refused
from kebab.answer.rewrite import full_question
from kebab.answer.support import Thresholds
from kebab.answer.writer import Writer
from kebab.catalog.records import Turn
from kebab.errors import InvalidInputError
from kebab.pool.protocol import Pool
from kebab.settings.model import Settings
from kebab.settings.prompts import Task, version_of
from kebab.wire.answer import Answer, AnswerModel, AskInput
from kebab.wire.search import SearchHit, SearchInput, SearchResponse

Search = Callable[[SearchInput], Awaitable[SearchResponse]]
_DIGITS = 4  # of the estimate
_OF_SEARCH = (
    "mode",
    "tags",
    "media",
    "lang",
    "path_glob",
    "trust_min",
    "source",
    "source_type",
    "repo",
    "code_lang",
    "doc_id",
    "ingested_after",
)


class Catalog(Chunks, Bodies, Protocol):
    """The part of the catalog that answers are made from."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What an answer takes from the world: how long, when, and a name of its own."""

    clock: Callable[[], float] = time.perf_counter
    now_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000
    new_id: Callable[[], str] = lambda: uuid.uuid4().hex


class AnswerService:
    """Answers from one knowledge base. `model` is None where answers are quoted; `embedding` names
    the vector space, None without an embedder.
    """

    def __init__(
        self,
        *,
        search: Search,
        catalog: Catalog,
        pool: Pool,
        settings: Settings,
        model: LanguageModel | None,
        embedding: str | None,
        surroundings: Surroundings | None = None,
    ) -> None:
        self._search = search
        self._settings = settings
        self._model = model
        self._embedding = _embedding(settings, embedding)
        ask, around = settings.ask, surroundings or Surroundings()
        measure = Measure(
            pool, is_embedding=embedding is not None, timeout_s=settings.pool.search_timeout_s
        )
        packer = Packer(
            catalog,
            max_per_document=ask.max_per_document,
            count_tokens=model.count_tokens if model is not None else None,
        )
        citer = Citer(catalog, _roots(settings))
        thresholds = Thresholds(ask.support_coverage, ask.support_cosine, ask.support_cosine_across)
        self._extractor = Extractor(packer, Quoter(measure, ask.max_sentences), citer)
        self._tools = Tools(packer, Judge(measure, thresholds), citer, ask, around.clock)
        self._around = around

    async def ask(
        self, request: AskInput, *, history: Sequence[Turn] = (), on_event: OnEvent = ignore
    ) -> Answer:
        """Answer one question; the last event holds the answer that is returned.

        Raises InvalidInputError, and the errors of the search, of the pool and of the model.
        """
        if request.multi_hop and self._model is None:
            raise needs_a_model()
        started = self._around.clock()
        events = Events(on_event, self._around.now_ms)
        writer = Writer(self._model, self._sampling(request)) if self._model else None
        if history:
            events.stage("rewriting")
        course = self._course(request, await full_question(request.query, history, writer))
        outcome = await self._outcome(course, writer, events)
        spent = Spent(
            writer.prompt_tokens if writer else 0,
            writer.completion_tokens if writer else 0,
            round((self._around.clock() - started) * 1000),
            self._around.now_ms(),
        )
        answer = _answer(course, outcome, spent)
        events.final(answer)
        return answer

    async def _outcome(self, course: Course, writer: Writer | None, events: Events) -> Outcome:
        async def search(query: str) -> SearchResponse:
            return await self._search(self._search_input(course, query))

        async def hits_of(query: str) -> Sequence[SearchHit]:
            return (await search(query)).hits

        events.stage("searching")
        response = await search(course.question)
        course.response, course.hits = response, response.hits
        if response.hint is not None:
            course.hints.append(response.hint)
        refusal = self._gate(course, response)
        if refusal is not None:
            events.retrieval_done(course.hits)
            return refusal
        if writer is None:
            events.retrieval_done(course.hits)
            return await self._extractor.answer(course, events)
        generator = Generator(self._tools, writer, events)
        if course.request.multi_hop:
            refusal = await generator.follow(course, hits_of)
        events.retrieval_done(course.hits)
        return refusal or await generator.answer(course)

    def _gate(self, course: Course, response: SearchResponse) -> Refused | None:
        """Refuse what the corpus does not seem to answer, before anything is written."""
        if not response.hits:
            return Refused("no_chunks")
        signals = Signals.of(
            response, embedding=self._embedding.id if self._embedding is not None else None
        )
        course.top_score = round(answerability(signals), _DIGITS)
        if course.score_gate < 0:
            course.score_gate = operating_point(signals)
        return Refused("score_gate") if course.top_score < course.score_gate else None

    def _course(self, request: AskInput, question: str) -> Course:
        given = request.model_fields_set
        model = self._model
        return Course(
            request,
            question=question,
            trace_id=f"ret_{self._around.new_id()[:8]}",
            k=request.k if "k" in given else self._settings.ask.k,
            score_gate=self._settings.ask.score_gate,
            model=EXTRACTIVE
            if model is None
            else AnswerModel(id=model.id, provider=model.provider),
            embedding=self._embedding,
            prompt_version=_version(request, model),
            lang=language_of(request.query),
        )

    def _search_input(self, course: Course, query: str) -> SearchInput:
        request = course.request
        given = request.model_fields_set.intersection(_OF_SEARCH)
        fields = {name: getattr(request, name) for name in sorted(given)}
        return SearchInput(query=query, k=course.k, **fields)

    def _sampling(self, request: AskInput) -> Sampling:
        llm = self._settings.llm
        return Sampling(
            max_tokens=request.max_tokens or llm.max_tokens,
            temperature=llm.temperature if request.temperature is None else request.temperature,
            seed=llm.seed if request.seed is None else request.seed,
        )


def _answer(course: Course, outcome: Outcome, spent: Spent) -> Answer:
    match outcome:
        case Given(text, citations):
            return answered(course, text, citations, spent)
        case Refused(reason):
            return refused(course, reason, spent)
        case other:
            assert_never(other)


def needs_a_model() -> InvalidInputError:
    """Refuse to take a question apart without a model that could."""
    return InvalidInputError(
        "multi_hop needs a language model, and answers are extractive",
        hint="set [llm] provider to ollama, openai or host, or leave multi_hop out",
        details={"argument": "multi_hop", "provider": "extractive"},
    )


def _roots(settings: Settings) -> dict[str, Path]:
    """Return the folders that cited files may not leave."""
    strict = not settings.ingest.follow_symlinks
    return {source.id: source.root for source in settings.sources} if strict else {}


def _embedding(settings: Settings, identity: str | None) -> AnswerModel | None:
    if identity is None:
        return None
    return AnswerModel(
        id=identity,
        provider=settings.embedding.provider,
        dimensions=settings.embedding.dimensions,
    )


def _version(request: AskInput, model: LanguageModel | None) -> str:
    if model is None:
        return EXTRACTIVE_VERSION
    tasks: tuple[Task, ...] = (
        ("decompose", "decide", "answer") if request.multi_hop else ("answer",)
    )
    return "+".join(version_of(task) for task in tasks)
