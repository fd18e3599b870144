"""Everything that a question needs of a knowledge base: its model, its conversation, its answer.

Apart from `knowledge_base`, so that a single search does not import what an answer needs.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from kebab.answer.conversation import Conversation, choose_session, kept_conversations
from kebab.answer.events import OnEvent
from kebab.answer.llm.load import load_model
from kebab.answer.llm.protocol import LanguageModel, Sampler
from kebab.answer.result import EXTRACTIVE, without_base
from kebab.answer.service import AnswerService, Catalog, Search, Surroundings
from kebab.errors import NotIndexedError
from kebab.pool.protocol import Pool
from kebab.settings.model import Settings
from kebab.wire.answer import Answer, AnswerEvent, AnswerModel, AskInput
from kebab.wire.instants import rfc3339

_ID_BYTES = 6


@dataclass(frozen=True, slots=True)
class Corpus:
    """What an answer is made from."""

    catalog: Catalog
    pool: Pool
    search: Search


class Asking:
    """Answers the questions of one open knowledge base. Close it: it may hold connections.

    `open_corpus` gives what is open now and raises NotIndexedError; `embedding` names the vector
    space, None without an embedder.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        embedding: str | None,
        readonly: bool,
        open_corpus: Callable[[], Corpus],
    ) -> None:
        self._settings = settings
        self._embedding = embedding
        self._readonly = readonly
        self._open_corpus = open_corpus
        self._conversations = kept_conversations(settings)
        self._model = load_model(settings.llm)
        self._used: tuple[Corpus, AnswerService] | None = None

    async def ask(self, request: AskInput, on_event: OnEvent, host: Sampler | None) -> Answer:
        """Answer one question; the last event holds the answer that is returned."""
        session = choose_session(request.session_id, _new_id)
        try:
            corpus = self._open_corpus()
        except NotIndexedError as error:
            answer = self._without_base(request, error)
        else:
            service = self._service(corpus, host)
            conversation = Conversation(session, self._conversations, may_write=not self._readonly)
            history = await conversation.history(_now_ms())
            found = await service.ask(
                request, history=history, on_event=lambda event: _pass_on(event, on_event)
            )
            answer = await conversation.keep(found)
        on_event(
            AnswerEvent(
                schema_version="answer_event.v1",
                kind="final",
                ts=rfc3339(_now_ms()),
                answer=answer,
            )
        )
        return answer

    async def aclose(self) -> None:
        """Let go of the model's connections."""
        if self._model is not None:
            await self._model.aclose()

    def _service(self, corpus: Corpus, host: Sampler | None) -> AnswerService:
        """Return the service of this corpus; one that asks a host's model is that call's own."""
        if self._settings.llm.provider == "host":
            return self._make(corpus, load_model(self._settings.llm, host=host))
        if self._used is None or self._used[0] != corpus:
            self._used = (corpus, self._make(corpus, self._model))
        return self._used[1]

    def _make(self, corpus: Corpus, model: LanguageModel | None) -> AnswerService:
        return AnswerService(
            search=corpus.search,
            catalog=corpus.catalog,
            pool=corpus.pool,
            settings=self._settings,
            model=model,
            embedding=self._embedding,
            surroundings=Surroundings(now_ms=_now_ms, new_id=_new_id),
        )

    def _without_base(self, request: AskInput, error: NotIndexedError) -> Answer:
        model = self._model
        return without_base(
            request,
            model=EXTRACTIVE
            if model is None
            else AnswerModel(id=model.id, provider=model.provider),
            trace_id=f"ret_{_new_id()[:8]}",
            now_ms=_now_ms(),
            hint=error.hint,
        )


def _pass_on(event: AnswerEvent, on_event: OnEvent) -> None:
    """Hold the last event back: the answer's place in its conversation is not known yet."""
    if event.kind != "final":
        on_event(event)


def _new_id() -> str:
    return secrets.token_hex(_ID_BYTES)


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
