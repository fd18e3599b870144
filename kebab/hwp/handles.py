"""The documents that are open, and what is kept of each so that it can be opened again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kebab.errors import HandleUnknownError, OverloadedError, UnsavedEditsError
from kebab.hwp.file_state import FileState

Edit = dict[str, Any]


@dataclass(slots=True)
class Handle:
    """One open document. `edits` are its operations in order, the first `saved` of them saved.

    `lock` lets one call at a time at it: an edit must know those before it.
    """

    name: str
    path: Path
    state: FileState
    worker: int
    pages: int
    used_at: float
    edits: list[Edit] = field(default_factory=list)
    saved: int = 0
    is_new: bool = True
    source_changed: bool = False
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def unsaved(self) -> int:
        """How many edits closing would lose."""
        return len(self.edits) - self.saved


class Handles:
    """Hands out `doc-1`, `doc-2` and so on; a number never comes again."""

    def __init__(self, limit: int, idle_s: float, clock: Callable[[], float]) -> None:
        self.limit = limit
        self.idle_s = idle_s
        self._clock = clock
        self._count = 0
        self._open: dict[str, Handle] = {}

    def all(self) -> list[Handle]:
        """Return the open ones, the oldest first."""
        return list(self._open.values())

    def refuse_if_full(self) -> None:
        """Raise OverloadedError where no other document may be opened."""
        if len(self._open) >= self.limit:
            raise OverloadedError(
                f"{self.limit} documents are open, and no more may be",
                hint="close one with hwp_close; hwp_list names them",
                details={"open": sorted(self._open), "limit": self.limit},
            )

    def reserve(self) -> str:
        """Return the name of the next document."""
        self._count += 1
        return f"doc-{self._count}"

    def add(self, handle: Handle) -> None:
        """Keep a document that was opened."""
        self._open[handle.name] = handle

    def use(self, name: str) -> Handle:
        """Return an open document, and note that it is in use. Raises HandleUnknownError."""
        handle = self._open.get(name)
        if handle is None:
            raise HandleUnknownError(
                f"no document is open as {name[:40]!r}",
                hint="open it with hwp_open; a handle ends with hwp_close, when it is not used for"
                f" {self.idle_s / 60:.0f} minutes, and with the server",
                details={
                    "docId": name[:40],
                    "open": sorted(self._open),
                    "next_call": {"name": "hwp_open", "arguments": {"path": "<path of the file>"}},
                },
            )
        handle.used_at = self._clock()
        return handle

    def close(self, name: str, *, discard: bool) -> Handle:
        """Forget a document. Raises HandleUnknownError, UnsavedEditsError."""
        handle = self.use(name)
        if handle.unsaved and not discard:
            raise UnsavedEditsError(
                f"{name} has {handle.unsaved} edits that were not saved",
                hint="save them with hwp_doc_save, or close with discard",
                details={
                    "docId": name,
                    "unsaved_edits": handle.unsaved,
                    "next_call": {
                        "name": "hwp_doc_save",
                        "arguments": {"docId": name, "output": "<path of the new file>"},
                    },
                },
            )
        return self._open.pop(name)

    def forget(self, name: str) -> None:
        """Drop a document that is lost; there may be none of that name."""
        self._open.pop(name, None)

    def idle_of(self, handle: Handle) -> float:
        """Return for how many seconds a document was not used."""
        return max(0.0, self._clock() - handle.used_at)

    def expire(self) -> list[Handle]:
        """Forget and return what was idle for too long. Edits that were not saved keep theirs."""
        gone = [
            handle
            for handle in self._open.values()
            if self.idle_of(handle) >= self.idle_s
            and not handle.unsaved
            and not handle.lock.locked()
        ]
        for handle in gone:
            del self._open[handle.name]
        return gone
