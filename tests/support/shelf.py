"""A base on the disk that answers, with real workers and a model that says what it is told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kebab.answer.service import AnswerService
from kebab.catalog.records import Turn
from kebab.ingest.scope import IngestOptions
from kebab.knowledge_base import KnowledgeBase
from kebab.settings.model import Settings
from kebab.wire.answer import Answer, AnswerEvent, AskInput
from kebab.wire.inputs import FetchInput
from kebab.wire.search import SearchInput


@dataclass
class Shelf:
    """A base with its folder; `events` are those of the last question."""

    folder: Path
    settings: Settings
    events: list[AnswerEvent] = field(default_factory=list)

    def ingest(self) -> None:
        async def run() -> None:
            async with KnowledgeBase(self.settings, workers=1) as base:
                await base.ingest(IngestOptions(), lambda _event: None, asyncio.Event())

        asyncio.run(run())

    def ask(self, query: str, *, rules: list[dict[str, Any]] | None = None, **more: Any) -> Answer:
        """Ask one question; with `rules`, a scripted model answers."""
        ask = {name[4:]: more.pop(name) for name in list(more) if name.startswith("set_")}
        return asyncio.run(self._ask(AskInput(query=query, **more), rules, ask))

    def configured(self, rules: list[dict[str, Any]] | None, ask: dict[str, Any]) -> Settings:
        changes: dict[str, Any] = {"ask": self.settings.ask.model_copy(update=ask)}
        if rules is not None:
            script = self.folder / "script.json"
            script.write_text(json.dumps({"rules": rules}), "utf-8")
            llm = {"provider": "scripted", "scripted_path": script}
            changes["llm"] = self.settings.llm.model_copy(update=llm)
        return self.settings.model_copy(update=changes)

    async def _ask(self, request: AskInput, rules: Any, ask: dict[str, Any]) -> Answer:
        self.events.clear()
        settings = self.configured(rules, ask)
        async with KnowledgeBase(settings, workers=1, readonly=True) as base:
            return await base.ask(request, self.events.append)

    def ask_model(
        self, query: str, model: Any, history: Sequence[Turn] = (), **more: Any
    ) -> Answer:
        """Ask one question of a given model, in a given conversation."""

        async def ask() -> Answer:
            async with KnowledgeBase(self.settings, workers=1, readonly=True) as base:
                await base.search(SearchInput(query=query))
                service = AnswerService(
                    search=base.search,
                    catalog=base._catalog,
                    pool=base._pool,
                    settings=self.settings,
                    model=model,
                    embedding=base._model,
                )
                request = AskInput(query=query, **more)
                return await service.ask(request, history=history, on_event=self.events.append)

        self.events.clear()
        return asyncio.run(ask())

    def lines(self, answer: Answer, place: int = 0) -> str:
        """Fetch what a citation cites."""
        citation = answer.citations[place].citation

        async def fetch() -> str | None:
            async with KnowledgeBase(self.settings, workers=1) as base:
                wanted = FetchInput(
                    kind="span",
                    doc_id=citation.path,
                    line_start=citation.start,
                    line_end=citation.end,
                )
                return (await base.fetch(wanted)).text

        return asyncio.run(fetch()) or ""


def make_shelf(folder: Path, files: dict[str, str], **changes: Any) -> Shelf:
    """Write the files and take them in."""
    for name, text in files.items():
        path = folder / "notes" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    settings = Settings.model_validate(
        {
            "sources": [{"id": "notes", "root": folder / "notes"}],
            "storage": {"data_dir": folder / "data", "state_dir": folder / "state", "shards": 2},
            "embedding": {"provider": "hashed", "dimensions": 256},
            "ask": {"score_gate": 0.0},
            **changes,
        }
    )
    shelf = Shelf(folder, settings)
    shelf.ingest()
    return shelf
