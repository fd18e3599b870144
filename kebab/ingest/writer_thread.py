"""Use the catalog's writer from a thread of its own, so that commits never hold up the loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Self, TypeVar

from kebab.catalog.writer import CatalogWriter

Result = TypeVar("Result")


class WriterThread:
    """One thread, so that work is done in the order it was asked for, one piece at a time."""

    def __init__(self, writer: CatalogWriter) -> None:
        self._writer = writer
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="catalog-writer")

    async def run(self, work: Callable[[CatalogWriter], Result]) -> Result:
        """Do a piece of work with the writer."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._executor, work, self._writer)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._executor.shutdown(wait=True)
