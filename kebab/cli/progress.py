"""Shows how an ingest goes on: a bar, plain lines, JSON lines, or nothing."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, TextIO

from kebab.cli.options import Invocation
from kebab.cli.output import console, is_terminal
from kebab.cli.render.lines import count, one_line, told_of
from kebab.wire.ingest import IngestProgress
from kebab.wire.wire_object import to_json

if TYPE_CHECKING:
    from rich.progress import TaskID

Report = Callable[[IngestProgress], None]
PLAIN_EVERY_S = 2.0
_PHASES = {"ocr": "by OCR", "vision": "by the model", "caption": "is described by the model"}
_SHORT_PHASES = {"ocr": "OCR", "vision": "reading", "caption": "caption"}


def choose_progress(
    invocation: Invocation, env: Mapping[str, str]
) -> AbstractContextManager[Report]:
    """Pick the form that fits who reads it. KEBAB_PROGRESS=plain asks for lines on a terminal."""
    if invocation.json:
        return nullcontext(_json_line)
    if invocation.quiet:
        return nullcontext(_nothing)
    if is_terminal(sys.stderr) and env.get("KEBAB_PROGRESS") != "plain":
        return BarProgress(sys.stderr)
    return nullcontext(PlainProgress(sys.stderr, time.monotonic))


def _json_line(event: IngestProgress) -> None:
    sys.stdout.write(to_json(event) + "\n")
    sys.stdout.flush()


def _nothing(event: IngestProgress) -> None:
    del event


class PlainProgress:
    """Lines for a pipe or a log: a stage's beginning and end, and where it is now and then."""

    def __init__(self, stream: TextIO, clock: Callable[[], float]) -> None:
        self._stream = stream
        self._clock = clock
        self._last = clock()
        self._embedding_since: float | None = None

    def __call__(self, event: IngestProgress) -> None:
        """Say what the event adds, if it is time to."""
        text = self._describe(event)
        if text is None:
            return
        self._last = self._clock()
        self._stream.write(one_line(text) + "\n")
        self._stream.flush()

    def _describe(self, event: IngestProgress) -> str | None:
        due = self._clock() - self._last >= PLAIN_EVERY_S
        match event.kind:
            case "scan_started":
                return f"scanning {event.root or 'the sources'}"
            case "scan_completed":
                return f"{count(event.total or 0, 'file')} to look at"
            case "asset_finished" if event.result == "error":
                return f"error: {told_of(event.path or '', event.error)}"
            case "asset_started" | "asset_finished" if due:
                return _reading(event)
            case "embedding" if due:
                return self._embedding(event)
            case _:
                return None

    def _embedding(self, event: IngestProgress) -> str:
        done, total = event.embedded or 0, event.to_embed or 0
        now = self._clock()
        if self._embedding_since is None:
            self._embedding_since = now
        rate = done / (now - self._embedding_since) if now > self._embedding_since else 0.0
        left = f", {rate:.0f} a second, {(total - done) / rate:.0f} s left" if rate else ""
        return f"embedded {done:,} of {count(total, 'chunk')}{left}"


def _reading(event: IngestProgress) -> str:
    if event.page is not None:
        how = _PHASES[event.phase or "ocr"]
        return f"{event.path}: page {event.page:,} of {event.pages or 0:,} {how}"
    done = (event.idx or 0) - (event.kind == "asset_started")
    return f"read {done:,} of {count(event.total or 0, 'file')}"


class BarProgress:
    """Two bars on a terminal: files read, and chunks embedded with their speed."""

    def __init__(self, stream: TextIO) -> None:
        from rich import progress  # noqa: PLC0415 - 0.1 s, and only terminals need it

        self._progress = progress.Progress(
            progress.SpinnerColumn(),
            progress.TextColumn("{task.description:<9}"),
            progress.BarColumn(bar_width=32),
            progress.MofNCompleteColumn(),
            progress.TextColumn("{task.fields[speed]}", style="dim"),
            progress.TimeRemainingColumn(compact=True),
            progress.TextColumn("{task.fields[now]}", style="dim", markup=False),
            console=console(stream),
            transient=True,
        )
        self._files: TaskID | None = None
        self._chunks: TaskID | None = None

    def __enter__(self) -> Report:
        self._progress.start()
        return self.show

    def __exit__(self, *failure: object) -> None:
        self._progress.stop()

    def show(self, event: IngestProgress) -> None:
        """Move the bars to where the event says they are."""
        match event.kind:
            case "scan_started":
                self._files = self._task("scanning", None)
            case "scan_completed" if self._files is not None:
                self._progress.update(self._files, description="reading", total=event.total or 0)
            case "asset_started" if self._files is not None:
                how = _SHORT_PHASES[event.phase or "ocr"]
                page = f" {how} {event.page} of {event.pages}" if event.page else ""
                self._progress.update(self._files, now=_shortened(event.path or "") + page)
            case "asset_finished":
                self._finish(event)
            case "embedding":
                self._embed(event)
            case _:
                pass

    def _task(self, description: str, total: int | None) -> TaskID:
        return self._progress.add_task(description, total=total, speed="", now="")

    def _finish(self, event: IngestProgress) -> None:
        if self._files is not None:
            done = event.idx or 0
            now = "" if done == event.total else _shortened(event.path or "")
            self._progress.update(self._files, completed=done, now=now)
        if event.result == "error":
            from rich.text import Text  # noqa: PLC0415 - see __init__

            message = Text.assemble(("error: ", "bold red"), told_of(event.path or "", event.error))
            self._progress.console.print(message)

    def _embed(self, event: IngestProgress) -> None:
        if self._chunks is None:
            self._chunks = self._task("embedding", event.to_embed)
        speed = self._progress.tasks[self._chunks].speed
        self._progress.update(
            self._chunks,
            total=event.to_embed or 0,
            completed=event.embedded or 0,
            speed=f"{speed:.0f} chunks/s" if speed else "",
        )


def _shortened(path: str, limit: int = 40) -> str:
    return one_line(path if len(path) <= limit else f"…{path[-limit + 1 :]}")
