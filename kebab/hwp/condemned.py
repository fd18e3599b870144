"""Documents that killed their workers: not tried again until the file changes. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from kebab.errors import CallTimeoutError, KebabError, WorkerLostError

LAYOUT = frozenset({"render", "render_svgs"})
_TIMEOUTS = 2
FileKey = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class _Mark:
    message: str
    code: str


class Condemned:
    """Remembers by path, size and time. Laying a page out may kill where reading does not."""

    def __init__(self) -> None:
        self._marks: dict[tuple[FileKey, bool], _Mark] = {}
        self._timeouts: dict[tuple[FileKey, bool], int] = {}

    def refuse(self, file: FileKey, op: str) -> None:
        """Raise the error of the call that condemned the document, if there was one."""
        mark = self._marks.get((file, op in LAYOUT)) or self._marks.get((file, False))
        if mark is None:
            return
        error = CallTimeoutError if mark.code == CallTimeoutError.code else WorkerLostError
        raise error(
            f"{file[0]} is not tried again: {mark.message}",
            hint="it may crash or stall its reader; open it in Hancom Office and save it anew",
            details={"path": file[0], "reason": "condemned"},
        )

    def note(self, file: FileKey, op: str, error: KebabError) -> None:
        """Judge a call that failed: two deaths condemn, and so do two calls out of time.

        A worker that does not start, or had no time for the call, says nothing of the document.
        """
        key = (file, op in LAYOUT)
        if isinstance(error, WorkerLostError) and error.details.get("exits"):
            self._marks[key] = _Mark(str(error), error.code)
        elif isinstance(error, CallTimeoutError) and error.details.get("was_running"):
            self._timeouts[key] = self._timeouts.get(key, 0) + 1
            if self._timeouts[key] >= _TIMEOUTS:
                self._marks[key] = _Mark(f"it ran out of time twice ({error})", error.code)
