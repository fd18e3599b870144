"""Opens the knowledge base for the length of one command."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from kebab.cli.options import Invocation
from kebab.cli.output import say
from kebab.cli.render.lines import line

if TYPE_CHECKING:
    from kebab.ingest.lease import Holder
    from kebab.knowledge_base import KnowledgeBase
    from kebab.settings.model import Settings

T = TypeVar("T")


def use_base(
    invocation: Invocation,
    settings: Settings,
    use: Callable[[KnowledgeBase], Awaitable[T]],
    *,
    workers: int | None = None,
) -> T:
    """Run `use` on the open knowledge base, and close it whatever happens.

    `workers` says how many there should be where the settings leave it open.
    """
    from kebab.knowledge_base import KnowledgeBase  # noqa: PLC0415 - after the settings are read
    from kebab.logs import setup_file_log  # noqa: PLC0415 - see above
    from kebab.wire.call_id import enter_call  # noqa: PLC0415 - see above

    setup_file_log(settings)
    enter_call(f"cli-{os.getpid()}")

    def tell_wait(holder: Holder | None) -> None:
        who = f" of process {holder.pid} on {holder.host}" if holder else ""
        say(invocation, [line(("waiting ", "yellow"), f"for the ingest{who} to end")])

    async def run() -> T:
        count = settings.pool.workers or workers
        async with KnowledgeBase(settings, workers=count, on_wait=tell_wait) as base:
            return await use(base)

    return asyncio.run(run())
