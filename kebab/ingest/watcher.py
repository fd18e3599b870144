"""Keep a knowledge base up to its sources while they change: one run at a time, of what changed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

from kebab.errors import (
    FileNotFoundInputError,
    IngestLockedError,
    InvalidInputError,
    KebabError,
)
from kebab.ingest.behind import is_behind
from kebab.ingest.events import OnProgress
from kebab.ingest.following import Follower
from kebab.ingest.hearing import stamp_of
from kebab.ingest.rules import scan_rules
from kebab.ingest.scope import IngestOptions, SourceScope
from kebab.ingest.told import Told
from kebab.ingest.watching import Backlog, Key, Look, Stamp
from kebab.settings.model import Settings
from kebab.wire.ingest import IngestProgress, IngestReport

logger = logging.getLogger(__name__)
Run: TypeAlias = Callable[[IngestOptions, OnProgress, asyncio.Event], Awaitable[IngestReport]]
# How soon a run is tried again: while another one holds the lease, and after a failure, which
# doubles the time up to the second value.
LOCKED_S = 0.5
FAILED_S = (1.0, 60.0)
# A run that reads is left alone for so long before changes interrupt it, one that only embeds is
# not: the next run goes on where it stopped.
READING_S = 5.0
# Now and then everything is looked at, for what was never told: network drives tell little.
RESCAN_S = 600.0


@dataclass(slots=True)
class _Running:
    """The run at work: what it looks at, and how far it is."""

    looks: Sequence[Look]
    began_s: float
    stop: asyncio.Event
    to_read: int | None = None
    read: int = 0

    def note(self, event: IngestProgress) -> None:
        match event.kind:
            case "scan_completed":
                self.to_read = event.total or 0
            case "asset_finished":
                self.read += 1

    @property
    def only_embeds(self) -> bool:
        return self.to_read is not None and self.read >= self.to_read


class Watcher:
    """Watches the sources of the settings; `run` carries out one ingest."""

    def __init__(
        self, settings: Settings, run: Run, told: Told, *, reading_s: float = READING_S
    ) -> None:
        self._settings = settings
        self._run = run
        self._told = told
        self._reading_s = reading_s
        self._sources = {source.id: source for source in settings.sources}
        self._backlog = Backlog()
        self._woken = asyncio.Event()
        self._clock = asyncio.get_running_loop().time
        self._running: _Running | None = None
        # Whatever there is to look at, the first run is wanted: it embeds what has no vector yet.
        self._owes_run = True
        self._failures = 0

    async def watch(self, stop: asyncio.Event) -> None:
        """Bring the base up to its sources and follow them until `stop` is set."""
        if not self._sources:
            raise InvalidInputError(
                "there is no source to watch",
                hint="run `kebab init FOLDER`, or add a [[sources]] table to kebab.toml",
            )
        async with asyncio.TaskGroup() as group:
            followers = [self._follower(source_id) for source_id in self._sources]
            tasks = [group.create_task(one.follow()) for one in followers]
            tasks.append(group.create_task(self._rescan(followers)))
            try:
                for one in followers:
                    await one.is_ready.wait()
                await self._work(stop)
            finally:
                for task in tasks:
                    task.cancel()

    def _follower(self, source_id: str) -> Follower:
        source = self._sources[source_id]
        rules = scan_rules(self._settings, SourceScope(source))
        return Follower(source, rules, self._backlog, self._woken.set, self._told.on_note)

    async def _rescan(self, followers: Sequence[Follower]) -> None:
        while True:
            await asyncio.sleep(RESCAN_S)
            for one in followers:
                one.note_all()

    # --- when to run

    async def _work(self, stop: asyncio.Event) -> None:
        stopping = asyncio.create_task(stop.wait())
        stopping.add_done_callback(lambda _task: self._woken.set())
        work: asyncio.Task[None] | None = None
        try:
            while not stop.is_set():
                await self._settle()
                if self._backlog.is_due(self._clock()):
                    if work is None or work.done():
                        work = self._start()
                    elif self._running is not None and self._may_interrupt(self._running):
                        self._running.stop.set()
                await self._await_change(is_running=work is not None and not work.done())
            if work is not None and self._running is not None:
                self._running.stop.set()
                await work
        finally:
            stopping.cancel()
            if work is not None and not work.done():
                work.cancel()
                await asyncio.wait({work})

    def _start(self) -> asyncio.Task[None]:
        running = _Running(self._backlog.take(self._clock()), self._clock(), asyncio.Event())
        self._running = running
        work = asyncio.create_task(self._carry_out(running))
        work.add_done_callback(lambda _task: self._woken.set())
        return work

    def _may_interrupt(self, running: _Running) -> bool:
        if running.only_embeds:
            return True
        now_s = self._clock()
        return now_s - running.began_s >= self._reading_s and self._backlog.has_due_paths(now_s)

    async def _settle(self) -> None:
        quiet = self._backlog.quiet(self._clock())
        if quiet:
            stamps = await asyncio.to_thread(self._stamps, quiet)
            self._backlog.settle(stamps, self._clock())

    def _stamps(self, keys: Sequence[Key]) -> dict[Key, Stamp]:
        roots = {source.id: source.root for source in self._sources.values()}
        return {key: stamp_of(roots[key[0]] / key[1]) for key in keys}

    async def _await_change(self, *, is_running: bool) -> None:
        wait_s = self._backlog.wait_s(self._clock(), is_running=is_running)
        if is_running and self._backlog.is_due(self._clock()):
            wait_s = self._reading_s if wait_s is None else min(wait_s, self._reading_s)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._woken.wait(), wait_s)
        self._woken.clear()

    # --- one run

    async def _carry_out(self, running: _Running) -> None:
        try:
            scopes = await asyncio.to_thread(self._scopes_of, running.looks)
            if scopes and (
                self._owes_run or await asyncio.to_thread(is_behind, scopes, self._settings)
            ):
                await self._ingest(running, scopes)
            self._failures = 0
        except IngestLockedError as error:
            if not self._failures:
                self._told.on_note(str(error))
            self._try_again(running, LOCKED_S)
        except FileNotFoundInputError:
            self._try_again(running, LOCKED_S)  # a root went away meanwhile
        except Exception as error:
            known = isinstance(error, KebabError)
            logger.error("a run of the watcher failed: %s", error, exc_info=not known)  # noqa: TRY400
            self._told.on_note(f"{error}; it is tried again")
            shortest_s, longest_s = FAILED_S
            self._try_again(running, min(longest_s, shortest_s * 2**self._failures))
        finally:
            self._running = None

    async def _ingest(self, running: _Running, scopes: tuple[SourceScope, ...]) -> None:
        def on_progress(event: IngestProgress) -> None:
            running.note(event)
            self._woken.set()
            self._told.on_progress(event)

        report = await self._run(IngestOptions(scopes=scopes), on_progress, running.stop)
        self._owes_run = report.aborted
        if report.aborted and not running.only_embeds:
            self._backlog.put_back(running.looks, self._clock())
        elif report.aborted:  # a short run, to go on embedding
            self._backlog.put_back(running.looks[:1], self._clock())
        self._told.on_report(report)

    def _try_again(self, running: _Running, after_s: float) -> None:
        self._failures += 1
        now_s = self._clock()
        self._backlog.put_back(running.looks, now_s, now_s + after_s)

    def _scopes_of(self, looks: Sequence[Look]) -> tuple[SourceScope, ...]:
        """Leave out sources whose root is away: they are looked at as a whole when it is back."""
        return tuple(
            SourceScope(source, look.paths, must_exist=False)
            for look in looks
            if (source := self._sources[look.source_id]).root.is_dir()
        )
