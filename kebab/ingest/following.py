"""Follow one source: wait for its root, hear what changes in it, and note that in the backlog."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from kebab.errors import KebabError
from kebab.ingest.hearing import Heard, place_heard
from kebab.ingest.listening import WATCHES_EACH_FOLDER, Changes, Listener
from kebab.ingest.scan import Scan, ScanRules
from kebab.ingest.walk import walk
from kebab.ingest.watching import Backlog
from kebab.settings.model import SourceSettings

logger = logging.getLogger(__name__)
# How often the root is looked for, and, where the system tells nothing, everything is looked at.
ROOT_S = 1.0
UNHEARD_S = 15.0
_AGAIN_S = 0.1
_TRIES = 3
# After so many changes at once everything is looked through a little later.
_BURST = 500
_RECHECK_S = 3.0


class Follower:
    """Follows one source until it is cancelled; `wake` says that something was noted."""

    def __init__(
        self,
        source: SourceSettings,
        rules: ScanRules,
        backlog: Backlog,
        wake: Callable[[], None],
        on_note: Callable[[str], None],
    ) -> None:
        self._source = source
        self._rules = rules
        self._backlog = backlog
        self._wake = wake
        self._on_note = on_note
        self.is_ready = asyncio.Event()
        self._folders: set[str] = set()
        self._changes: set[tuple[bool, str]] = set()
        self._heard = asyncio.Event()
        self._listener: Listener | None = None
        self._clock = asyncio.get_running_loop().time

    async def follow(self) -> None:
        """Follow the source, from anew whenever its root is another one."""
        try:
            while True:
                root = await self._await_root()
                await self._know_folders()
                await self._listen_anew()
                self.note_all()
                self.is_ready.set()
                async with asyncio.TaskGroup() as group:
                    sorting = group.create_task(self._sort_heard())
                    await self._await_loss(root)
                    sorting.cancel()
                self._close()
        finally:
            self._close()

    def note_all(self) -> None:
        """Have the whole source looked at."""
        self._backlog.note_all(self._source.id, self._clock())
        self._wake()

    # --- the root

    async def _await_root(self) -> tuple[int, int]:
        is_told = False
        while (root := await asyncio.to_thread(_identity, self._source.root)) is None:
            if not is_told:
                self._on_note(f"waiting for {self._source.root}, the root of {self._source.id}")
                is_told = True
                self.is_ready.set()
            await asyncio.sleep(ROOT_S)
        return root

    async def _await_loss(self, root: tuple[int, int]) -> None:
        """Return when the root is gone or another one; until then listen on, whatever fails."""
        failures = 0
        while await asyncio.to_thread(_identity, self._source.root) == root:
            listener = self._listener
            if listener is None or not await _ends_within(listener, ROOT_S):
                continue
            if not listener.has_heard and not failures:
                self._on_note(
                    f"changes in {self._source.root} are not told by the system "
                    f"({listener.failed}): it is looked through every {UNHEARD_S:g} s"
                )
            pause_s = min(UNHEARD_S, _AGAIN_S * 2**failures) if listener.has_heard else UNHEARD_S
            failures += 1
            await asyncio.sleep(pause_s)
            await self._know_folders()
            await self._listen_anew()
            self.note_all()

    # --- hearing

    async def _know_folders(self) -> None:
        """Find all folders that are looked through."""
        scan = await asyncio.to_thread(self._walk, "")
        self._folders = set(scan.folders)

    async def _listen_anew(self) -> None:
        """Hear of the known folders that are there; the earlier listener ends when this one hears.

        A folder may go while it is begun: then the rest is tried.
        """
        for _ in range(_TRIES):
            there = await asyncio.to_thread(_existing, self._source.root, self._folders)
            self._folders.intersection_update(map(str, there))
            before, self._listener = self._listener, Listener(there, self._hear)
            await self._listener.started.wait()
            if before is not None:
                before.close()
            if self._listener.failed is None:
                return

    def _hear(self, changes: Changes) -> None:
        if len(changes) >= _BURST:
            # the system drops what it cannot tell in time
            self._backlog.note_all(self._source.id, self._clock() + _RECHECK_S)
        self._changes |= changes
        self._heard.set()

    async def _sort_heard(self) -> None:
        while True:
            await self._heard.wait()
            self._heard.clear()
            changes, self._changes = self._changes, set()
            heard = await asyncio.to_thread(
                place_heard, self._source.root, self._rules, self._folders, changes
            )
            await self._take_in(heard)

    async def _take_in(self, heard: Heard) -> None:
        self._note(heard.paths)
        if heard.has_new_rules:
            await self._know_folders()
            await self._listen_anew()
            self.note_all()
        elif heard.folders:
            await self._look_into(heard.folders)
            await self._listen_anew()
            # what came into a new folder before it was listened to
            await self._look_into(heard.folders)

    async def _look_into(self, folders: Iterable[str]) -> None:
        for folder in folders:
            scan = await asyncio.to_thread(self._walk, folder)
            self._folders.update(scan.folders)
            self._note(file.path for file in scan.files)

    def _note(self, paths: Iterable[str]) -> None:
        self._backlog.note(self._source.id, paths, self._clock())
        self._wake()

    def _walk(self, path: str) -> Scan:
        """Walk a part of the source; what cannot be walked is the run's to tell."""
        rules = replace(self._rules, only=(path,) if path else ())
        try:
            return walk(self._source.root, rules)
        except KebabError:
            logger.debug("%s could not be looked through", path or self._source.root)
            return Scan(())

    def _close(self) -> None:
        if self._listener is not None:
            self._listener.close()
        self._listener = None


async def _ends_within(listener: Listener, timeout_s: float) -> bool:
    """Wait for the end of a listener that failed; one that was replaced is none."""
    with suppress(TimeoutError):
        await asyncio.wait_for(listener.ended.wait(), timeout_s)
    return listener.failed is not None


def _identity(root: Path) -> tuple[int, int] | None:
    """Tell one folder from another that took its place; None where there is none."""
    try:
        status = root.stat()
        return (status.st_dev, status.st_ino) if root.is_dir() else None
    except OSError:
        return None


def _existing(root: Path, folders: Iterable[str]) -> list[Path]:
    """Keep what there still is to listen to."""
    if not WATCHES_EACH_FOLDER:
        return [root]
    readable = (folder for folder in sorted(folders) if os.access(folder, os.R_OK | os.X_OK))
    return [folder for folder in map(Path, readable) if folder.is_dir()]
