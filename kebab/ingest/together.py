"""Run coroutines side by side; the first error of ours comes out as itself."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any

from kebab.errors import KebabError


async def run_together(work: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Run all; when one fails the others are cancelled and its error is raised, not a group."""
    try:
        async with asyncio.TaskGroup() as group:
            for piece in work:
                group.create_task(piece)
    except BaseExceptionGroup as errors:
        ours = errors.subgroup(KebabError)
        raise _first(ours or errors) from errors


def _first(errors: BaseExceptionGroup[BaseException]) -> BaseException:
    error: BaseException = errors
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
