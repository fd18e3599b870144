"""Turn what happens in a call into progress notifications: few, growing, all before the result."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from kebab.wire.answer import AnswerEvent
from kebab.wire.ingest import IngestProgress

Send = Callable[[float, float | None, str | None], Awaitable[None]]
INTERVAL_S = 0.2
# Hosts give up on a call that says nothing for a minute or less: saving a large document takes
# longer than a search and has no events of its own.
BEAT_S = 5.0
_BEAT_SHARE = 0.0001
_READ_SHARE = 0.5
_NEARLY = 0.999  # only the end is the end: what does not grow is not sent
# Nobody knows how long an answer will be: each event goes a part of the way that is left.
_STAGE_SHARE, _TOKEN_SHARE = 0.1, 0.01


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is, from 0 to 1, and what it does."""

    share: float
    message: str


def measure(event: IngestProgress) -> Progress | None:
    """Place an event on the way: reading is the first half, embedding the second."""
    match event.kind:
        case "asset_started" | "asset_finished" if event.idx is not None and event.total:
            done = event.idx - (event.kind == "asset_started")
            return Progress(_READ_SHARE * done / event.total, event.path or "reading")
        case "searchable":
            return Progress(_READ_SHARE, "searchable by words")
        case "embedding" if event.to_embed:
            share = (event.embedded or 0) / event.to_embed
            message = f"embedded {event.embedded or 0} of {event.to_embed}"
            return Progress(min(_NEARLY, _READ_SHARE + (1 - _READ_SHARE) * share), message)
        case "completed":
            return Progress(1.0, "done")
        case _:
            return None


class AnswerProgress:
    """Follows one answer: the stage it is in, and the text so far."""

    def __init__(self) -> None:
        self._share = 0.0
        self._stage = "searching"
        self._text = ""

    def measure(self, event: AnswerEvent) -> Progress:
        """Say how far the answer is with this event."""
        match event.kind:
            case "final":
                return Progress(1.0, "done")
            case "token":
                self._text += event.delta or ""
                self._share += (1 - self._share) * _TOKEN_SHARE
            case "stage" | "retrieval_done":
                self._stage = event.stage or f"read {len(event.hits or ())} hits"
                self._share += (1 - self._share) * _STAGE_SHARE
        return Progress(self._share, f"{self._stage}: {self._text}" if self._text else self._stage)


@dataclass(frozen=True, slots=True)
class Reports:
    """Where the events of a call go."""

    ingest: Callable[[IngestProgress], None]
    answer: Callable[[AnswerEvent], None]


@asynccontextmanager
async def reporting(send: Send, beat_s: float = BEAT_S) -> AsyncIterator[Reports]:
    """Send the newest progress at most every INTERVAL_S; the last one before the block ends.

    Where nothing happens, it is said every `beat_s` that the call goes on.
    """
    outbox, answering = _Outbox(send), AnswerProgress()
    outbox.beat_every(beat_s)
    try:
        yield Reports(
            ingest=lambda event: outbox.put(measure(event)),
            answer=lambda event: outbox.put(answering.measure(event)),
        )
    finally:
        await outbox.close()
    await outbox.flush()


class _Outbox:
    """Holds the one progress that is still to be sent; costs nothing until there is one."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._next: Progress | None = None
        self._sent = -1.0
        self._pump: asyncio.Task[None] | None = None
        self._beat: asyncio.TimerHandle | None = None

    def put(self, progress: Progress | None) -> None:
        if progress is None or progress.share <= self._sent:
            return
        self._next = progress
        if self._pump is None or self._pump.done():
            self._pump = asyncio.create_task(self._run())

    def beat_every(self, seconds: float) -> None:
        self._beat = asyncio.get_running_loop().call_later(seconds, self._tell_alive, seconds)

    def _tell_alive(self, seconds: float) -> None:
        if self._next is None:
            self.put(Progress(max(0.0, self._sent) + _BEAT_SHARE, "working"))
        self.beat_every(seconds)

    async def _run(self) -> None:
        while self._next is not None:
            await self.flush()
            await asyncio.sleep(INTERVAL_S)

    async def flush(self) -> None:
        progress, self._next = self._next, None
        if progress is not None and progress.share > self._sent:
            self._sent = progress.share
            await self._send(progress.share, 1.0, progress.message)

    async def close(self) -> None:
        if self._beat is not None:
            self._beat.cancel()
        if self._pump is not None:
            self._pump.cancel()
            await asyncio.wait({self._pump})
