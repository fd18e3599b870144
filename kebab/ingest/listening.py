"""Hear from the operating system what changes in folders: the one place that opens watchfiles."""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

# What happens within STEP_MS of each other comes together, and never later than GROUP_MS.
_STEP_MS = 50
_GROUP_MS = 150
_STARTED_MS = 200
# inotify watches each folder by itself, and only those that are read need it: links and the like
# of node_modules cost nothing. Elsewhere one watch holds for all that lies below.
WATCHES_EACH_FOLDER = sys.platform == "linux"

# Places, and whether each of them came anew.
Changes: TypeAlias = frozenset[tuple[bool, str]]


class Listener:
    """A thread that hears of changes and tells of them in the loop, until it is closed.

    `failed` is set, with a reason, where it cannot hear any more, as after a name that is not
    valid UTF-8; `has_heard` tells whether it could before.
    """

    def __init__(self, folders: Sequence[Path], on_changes: Callable[[Changes], None]) -> None:
        self.failed: str | None = None
        self.has_heard = False
        self.started = asyncio.Event()
        self.ended = asyncio.Event()
        self._folders = folders
        self._on_changes = on_changes
        self._loop = asyncio.get_running_loop()
        self._stop = threading.Event()
        # A daemon: nothing that it does is worth waiting for at the end of the process.
        self._thread = threading.Thread(target=self._run, name="listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop hearing; what was heard already is still told."""
        self._stop.set()

    def _run(self) -> None:
        try:
            self._listen()
        except Exception as cause:  # noqa: BLE001 - whatever the system has against it
            self._tell(self._end, str(cause) or type(cause).__name__)
        else:
            self._tell(self._end, None)

    def _listen(self) -> None:
        import watchfiles  # noqa: PLC0415 - only who watches needs it

        logging.getLogger("watchfiles").setLevel(logging.WARNING)
        heard = watchfiles.watch(
            *self._folders,
            watch_filter=None,
            debounce=_GROUP_MS,
            step=_STEP_MS,
            stop_event=self._stop,
            rust_timeout=_STARTED_MS,
            yield_on_timeout=True,
            raise_interrupt=False,
            recursive=not WATCHES_EACH_FOLDER,
            # it would ignore all errors, also that there can be no more watches
            ignore_permission_denied=False,
        )
        for changes in heard:
            if changes:
                added = watchfiles.Change.added
                told = frozenset((kind == added, path) for kind, path in changes)
                self._tell(self._on_changes, told)
            if not self.has_heard:
                self.has_heard = True
                self._tell(self.started.set)

    def _end(self, failed: str | None) -> None:
        self.failed = failed
        self.started.set()
        self.ended.set()

    def _tell(self, deed: Callable[..., object], *values: object) -> None:
        try:
            self._loop.call_soon_threadsafe(deed, *values)
        except RuntimeError:  # the loop is closed: nobody is left to be told
            self._stop.set()
