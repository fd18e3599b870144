"""Have files read by the workers, several at a time, and hand the results back in their order."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from kebab.errors import (
    CallTimeoutError,
    CatalogDamagedError,
    KebabError,
    OverloadedError,
    WorkerLostError,
)
from kebab.ingest.assemble import Reading
from kebab.ingest.captions import Captioner
from kebab.ingest.lost_reading import explain_lateness, explain_loss
from kebab.ingest.ocr import PageReader
from kebab.ingest.parsing import KeptParsing
from kebab.pool.protocol import Lane, Pool
from kebab.wire.extraction import Extraction

CALLS_A_WORKER = 2
# Results that may wait for a slow file before them.
_AHEAD = 48
_BUSY_S = 0.2


@dataclass(frozen=True, slots=True)
class NotStarted:
    """The run was stopped before the file's turn came."""


Outcome: TypeAlias = Extraction | KebabError | NotStarted


class SpareWorkers:
    """Says whether workers are left over by the files that wait to be read.

    The pool gives files the right of way: a passage sent while they wait would run out of time.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._reading = 0
        self._lent = 0
        self._spare = asyncio.Event()
        self._spare.set()
        self.times_taken = 0

    def enter(self) -> None:
        """Note that a file waits to be read."""
        self._reading += 1
        self._decide()

    def leave(self) -> None:
        """Note that a file was read."""
        self._reading -= 1
        self._decide()

    @contextmanager
    def lent(self) -> Iterator[None]:
        """Let others have the workers while a file waits for a model that looks at it."""
        self._lent += 1
        self._decide()
        try:
            yield
        finally:
            self._lent -= 1
            self._decide()

    def _decide(self) -> None:
        if self._reading < self._size or self._lent:
            self._spare.set()
        elif self._spare.is_set():
            self._spare.clear()
            self.times_taken += 1

    async def wait(self) -> None:
        """Wait until a worker is left over."""
        await self._spare.wait()


async def require_pool(pool: Pool, timeout_s: float) -> None:
    """Raise where the pool answers nothing any more, so that not every file is blamed for it."""
    await pool.call("ping", {}, timeout_s=timeout_s)


async def call_when_free(
    pool: Pool, method: str, params: dict[str, Any], *, timeout_s: float, lane: Lane
) -> dict[str, Any]:
    """Ask the pool; where too many calls wait already, ask again a little later."""
    while True:
        try:
            return await pool.call(method, params, timeout_s=timeout_s, lane=lane)
        except OverloadedError:
            await asyncio.sleep(_BUSY_S)


class Extractor:
    """Asks the pool to read a file. A file's own failure is a result, the pool's is raised."""

    def __init__(
        self,
        pool: Pool,
        timeout_s: float,
        pages: PageReader,
        captions: Captioner,
        parsing: KeptParsing,
    ) -> None:
        self._pool = pool
        self._timeout_s = timeout_s
        self._pages = pages
        self._captions = captions
        self._parsing = parsing

    async def read(self, reading: Reading) -> Extraction | KebabError:
        """Read one file; a second time where the first ran out of time.

        The pool itself tries a call again whose worker died.
        """
        try:
            try:
                return await self._ask(reading)
            except CallTimeoutError as first:
                return await self._ask_again(reading, first)
        except WorkerLostError as error:
            await require_pool(self._pool, self._timeout_s)
            return explain_loss(reading.path, error)
        except CallTimeoutError as error:
            return explain_lateness(reading.path, error)
        except CatalogDamagedError:
            raise
        except KebabError as error:
            return error

    async def _ask_again(self, reading: Reading, first: CallTimeoutError) -> Extraction:
        """Ask once more; of two time-outs the one counts in which the file ran longer."""
        try:
            return await self._ask(reading)
        except CallTimeoutError as second:
            raise max(first, second, key=lambda error: error.details.get("ran_s", 0)) from None

    async def _ask(self, reading: Reading) -> Extraction:
        extraction = await self._extract(reading)
        if not extraction.pages_to_read:
            return extraction
        read = await self._pages.read(reading, extraction)
        captions = await self._captions.read(reading, extraction)
        more = {"captions": list(captions.texts)} if captions.texts else {}
        whole = await self._extract(reading, read_pages=list(read.pages.items()), **more)
        return replace(
            whole,
            warnings=(*whole.warnings, *read.warnings, *captions.warnings),
            is_unfinished=not (read.is_complete and captions.is_complete),
        )

    async def _extract(self, reading: Reading, **more: Any) -> Extraction:
        kept = await self._parsing.find(reading, more)
        params = {**reading.to_params(), **more, **({} if kept is None else {"kept": kept})}
        result = await call_when_free(
            self._pool, "extract", params, timeout_s=self._timeout_s, lane=Lane.EXTRACT
        )
        extraction = Extraction.from_fields(result)
        await self._parsing.keep(reading, extraction, more)
        return replace(extraction, parsed=None)


class ReadAhead:
    """Reads files side by side and gives the results in the order of the files."""

    def __init__(
        self,
        readings: Iterable[Reading],
        extractor: Extractor,
        spare: SpareWorkers,
        *,
        running: int,
        is_stopped: Callable[[], bool],
        on_start: Callable[[int, Reading], None],
        on_read: Callable[[Reading, float], None] = lambda _reading, _seconds: None,
    ) -> None:
        self._readings = enumerate(readings, start=1)
        self._extractor = extractor
        self._spare = spare
        self._turns = asyncio.Semaphore(running)
        self._is_stopped = is_stopped
        self._on_start = on_start
        self._on_read = on_read
        self._tasks: deque[tuple[int, Reading, asyncio.Task[Outcome]]] = deque()
        self._fill()

    @property
    def is_done(self) -> bool:
        """Tell whether every result was handed out."""
        return not self._tasks

    async def next(self, timeout_s: float | None) -> tuple[int, Reading, Outcome] | None:
        """Give the next result with its number, None where it is not there in time."""
        index, reading, task = self._tasks[0]
        await asyncio.wait({task}, timeout=timeout_s)
        if not task.done():
            return None
        self._tasks.popleft()
        self._fill()
        return index, reading, task.result()

    async def close(self) -> None:
        """Give up what is still being read."""
        for _, _, task in self._tasks:
            task.cancel()
        await asyncio.gather(*(task for _, _, task in self._tasks), return_exceptions=True)
        self._tasks.clear()

    def _fill(self) -> None:
        while len(self._tasks) < _AHEAD and not self._is_stopped():
            index, reading = next(self._readings, (0, None))
            if reading is None:
                return
            self._spare.enter()
            task = asyncio.create_task(self._read(index, reading))
            task.add_done_callback(lambda _task: self._spare.leave())
            self._tasks.append((index, reading, task))

    async def _read(self, index: int, reading: Reading) -> Outcome:
        async with self._turns:
            if self._is_stopped():
                return NotStarted()
            self._on_start(index, reading)
            clock = asyncio.get_running_loop().time
            began = clock()
            try:
                return await self._extractor.read(reading)
            finally:
                self._on_read(reading, clock() - began)
