"""Open the base, import the protocol beside it, connect the two, end in time.

The workers are greeted first: they load their views and the model on the other cores while this
process is still importing FastMCP, which takes as long.
"""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from kebab.mcp.descriptors import Descriptors
from kebab.mcp.ending import Ending
from kebab.mcp.fast_start import Greeter
from kebab.mcp.opening import OpenBase, Opening
from kebab.mcp.stdio import LineReader, LineWriter
from kebab.mcp.watch import keep_watching
from kebab.settings.model import McpSettings

logger = logging.getLogger(__name__)
# A host waits two seconds before it kills; half of one is ours to close in.
_CLOSE_S = 0.5
_FLUSH_S = 0.2
_PROTOCOL = ("kebab.mcp.server", "kebab.mcp.session")


@dataclass(frozen=True, slots=True)
class Plan:
    """How to open the knowledge base, how its results are to look, and whether it is to follow
    its sources.
    """

    open_base: OpenBase
    settings: McpSettings
    watch: bool = False


def serve(plan: Plan, claimed: Descriptors, greeter: Greeter, parent: int) -> int:
    """Serve until there is a reason to end; return the exit status."""
    # No asyncio.run: on its way out it waits for threads, and the process is about to end anyway.
    return asyncio.new_event_loop().run_until_complete(_serve(plan, claimed, greeter, parent))


async def _serve(plan: Plan, claimed: Descriptors, greeter: Greeter, parent: int) -> int:
    ending = Ending()
    ending.watch_signals()
    watching = asyncio.create_task(ending.watch_parent(parent))
    opening = Opening(plan.open_base)
    opening.start()
    try:
        if await import_in_time(ending, *_PROTOCOL):
            await _converse(opening, plan, claimed, greeter, ending)
    finally:
        await within(opening.close(), _CLOSE_S)
        watching.cancel()
    return ending.status


async def import_in_time(ending: Ending, *modules: str) -> bool:
    """Import the protocol while the loop goes on; False where the end came first."""
    importing = asyncio.create_task(asyncio.to_thread(_import_all, modules))
    ended = asyncio.create_task(ending.reached.wait())
    await asyncio.wait({importing, ended}, return_when=asyncio.FIRST_COMPLETED)
    ended.cancel()
    if ending.reached.is_set():
        return False
    await importing
    # What was imported stays: it is never looked through for garbage.
    gc.freeze()
    gc.enable()
    return True


def _import_all(modules: Sequence[str]) -> None:
    for name in modules:
        import_module(name)


async def _converse(
    opening: Opening,
    plan: Plan,
    claimed: Descriptors,
    greeter: Greeter,
    ending: Ending,
) -> None:
    from kebab.mcp.server import build_server, low_level  # noqa: PLC0415 - see above
    from kebab.mcp.session import Session  # noqa: PLC0415 - see above
    from kebab.mcp.tool import Service  # noqa: PLC0415 - see above

    greeting = greeter.finish()
    server = build_server(Service(opening, plan.settings), greeter.instructions())
    reader = LineReader(received=greeting.received)
    writer = LineWriter(claimed.output, ending.lose_output)
    await writer.connect()
    await reader.connect(claimed.input, at_end=greeting.at_end)
    watching = asyncio.create_task(keep_watching(opening)) if plan.watch else None
    try:
        await Session(reader, writer, ending, greeting.answered).serve(low_level(server))
    finally:
        if watching is not None:
            watching.cancel()
        await within(writer.flush(), _FLUSH_S)


async def within(work: Coroutine[Any, Any, None], seconds: float) -> None:
    """Let a last piece of work have its time, and no more: what is left ends with the process."""
    done, _ = await asyncio.wait({asyncio.create_task(work)}, timeout=seconds)
    for task in done:
        if not task.cancelled() and task.exception() is not None:
            logger.error("the end was not orderly", exc_info=task.exception())
