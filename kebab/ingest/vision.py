"""Have models look at pages and images, drawn by the workers; one that is away is left in peace."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from kebab.errors import KebabError, ModelNotPulledError, ModelUnreachableError
from kebab.ingest.assemble import Reading
from kebab.pool.protocol import Lane, Pool
from kebab.settings.model import LlmSettings, Settings
from kebab.settings.prompts import Task, rules_of, version_of
from kebab.wire.picture import Picture

_LOG = logging.getLogger(__name__)
CAPTION_TOKENS = 160
_PAGE_SHARE = 2  # of what the model takes in and writes, one page may fill half
# A picture may be too much for a model; after two in a row it is the model that cannot be had.
_FAILURES_IN_A_ROW = 2


@dataclass(frozen=True, slots=True)
class Seen:
    """What a model says of a picture; cut where it had more to say than it may."""

    text: str
    is_cut: bool


class PictureReader(Protocol):
    """A model that is shown pictures. It raises errors of kebab/errors.py only."""

    async def check(self) -> None:
        """Raise what keeps the model from being asked now."""
        ...

    async def read(self, picture: Picture, rules: str, *, max_tokens: int) -> Seen:
        """Ask about one picture; cancelling stops the model."""
        ...


@dataclass(frozen=True, slots=True)
class PictureReaders:
    """What the settings want: a model that describes images, and one that reads pages."""

    captions: PictureReader | None = None
    pages: PictureReader | None = None


@dataclass(slots=True)
class Vision:
    """One task of one model in one run. `without` are the documents that had to do without it."""

    reader: PictureReader
    rules: str
    max_tokens: int
    pool: Pool
    timeout_s: float
    stop: asyncio.Event
    without: set[str] = field(default_factory=set)
    trouble: KebabError | None = None
    is_away: bool = False
    _failures: int = 0
    _is_checked: bool = False
    # One at a time: a server on this machine has one processor, and its time limits begin at once.
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def is_there(self) -> bool:
        """Tell whether the model can be asked; it is looked for once in a run."""
        if not self._is_checked:
            self._is_checked = True
            try:
                await self.reader.check()
            except KebabError as error:
                self.trouble, self.is_away = error, True
        return not self.is_away

    async def see(self, reading: Reading, page: int) -> tuple[Picture, Seen] | None:
        """Show a page or frame to the model; None where that is for a later run.

        Raises what is wrong with the page: that it cannot be drawn.
        """
        async with self._turn:
            found = None
            if not (self.is_away or self.stop.is_set()):
                found = await self._show(reading, page)
            if found is None:
                self.without.add(reading.document_id)
            return found

    async def _show(self, reading: Reading, page: int) -> tuple[Picture, Seen] | None:
        params = {**reading.to_params(), "page": page}
        drawn = await self.pool.call("picture", params, timeout_s=self.timeout_s, lane=Lane.EXTRACT)
        picture = Picture.from_fields(drawn)
        try:
            seen = await self._unless_stopped(picture)
        except KebabError as error:
            self._note(reading, page, error)
            return None
        self._failures = 0
        return None if seen is None else (picture, seen)

    async def _unless_stopped(self, picture: Picture) -> Seen | None:
        """Ask, and let go of the model where the run is to end: an answer may take minutes."""
        asked = asyncio.create_task(
            self.reader.read(picture, self.rules, max_tokens=self.max_tokens)
        )
        stopped = asyncio.create_task(self.stop.wait())
        try:
            await asyncio.wait({asked, stopped}, return_when=asyncio.FIRST_COMPLETED)
            return asked.result() if asked.done() else None
        finally:
            asked.cancel()
            stopped.cancel()
            await asyncio.gather(asked, stopped, return_exceptions=True)

    def _note(self, reading: Reading, page: int, error: KebabError) -> None:
        _LOG.warning("page %d of %s was shown to the model in vain: %s", page, reading.path, error)
        self.trouble = error
        self._failures += 1
        is_gone = isinstance(error, ModelUnreachableError | ModelNotPulledError)
        self.is_away = is_gone or self._failures >= _FAILURES_IN_A_ROW


@dataclass(frozen=True, slots=True)
class Sight:
    """The models that look at pictures in one run; None where the settings want none."""

    captions: Vision | None = None
    pages: Vision | None = None

    async def is_complete(self) -> bool:
        """Tell whether every model that is wanted can be asked now."""
        return all([await one.is_there() for one in (self.captions, self.pages) if one is not None])

    def do_without(self, documents: Collection[str]) -> None:
        """Note documents that an earlier run left without, and this one leaves alone."""
        for one in (self.captions, self.pages):
            if one is not None and one.is_away:
                one.without.update(documents)

    def warnings(self) -> list[str]:
        """Say once for each task what was left undone, and why."""
        tasks = ((self.captions, "without a caption"), (self.pages, "with pages that are not read"))
        return [
            f"{_counted(one.without)} {lack}: {one.trouble}{_hint(one.trouble)}; an ingest that "
            "finds the model adds what is missing"
            for one, lack in tasks
            if one is not None and one.without and one.trouble is not None
        ]


def sight_of(readers: PictureReaders, settings: Settings, pool: Pool, stop: asyncio.Event) -> Sight:
    """Put together what a run needs to have pictures looked at."""

    def vision(reader: PictureReader | None, task: Task, max_tokens: int) -> Vision | None:
        if reader is None:
            return None
        limit_s = settings.pool.extract_timeout_s
        return Vision(reader, rules_of(task), max_tokens, pool, limit_s, stop)

    return Sight(
        captions=vision(readers.captions, "caption", CAPTION_TOKENS),
        pages=vision(readers.pages, "read_page", settings.llm.context_tokens // _PAGE_SHARE),
    )


def vision_identity(llm: LlmSettings, model: str, task: Task) -> str:
    """Name what a model's words depend on beside the picture: the model and the wording."""
    script = Path(llm.scripted_path).stem if llm.scripted_path else ""
    name = script if llm.provider == "scripted" else model or llm.model or "default"
    return f"{llm.provider}:{name}:{version_of(task)}"


def caption_identity(settings: Settings) -> str | None:
    """Name what captions depend on; None where there are none."""
    if not settings.captions.enabled:
        return None
    return vision_identity(settings.llm, settings.captions.model, "caption")


def _counted(documents: Collection[str]) -> str:
    return f"{len(documents):,} document{'s' if len(documents) > 1 else ''}"


def _hint(error: KebabError) -> str:
    hint = error.hint.partition(";")[0]
    return f"; {hint}" if hint else ""
