"""Run the server on a port. What a person may have set wrongly is told before anything is started.

From there on it is as on stdio: the descriptors are taken, a worker is started and boots beside us,
the knowledge base is opened, and the protocol is imported meanwhile.
"""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from kebab.mcp import descriptors, quiet_stderr
from kebab.mcp.ending import Ending
from kebab.mcp.http.announcement import announce
from kebab.mcp.http.door import Door, open_door
from kebab.mcp.opening import Opening
from kebab.mcp.run import Steps
from kebab.mcp.serving import Plan, import_in_time, within
from kebab.mcp.watch import keep_watching
from kebab.settings.load import load_settings

_FAILED = 1
# Of the two seconds that a supervisor waits.
_FAREWELL_S = 0.8
_CLOSE_S = 0.5


def main(
    config: Path | None, overrides: Mapping[str, Any], steps: Steps, *, allow_remote: bool
) -> NoReturn:
    """Serve until a signal. Raises SettingsError."""
    settings = load_settings(config, os.environ, overrides).settings
    launch(open_door(settings, allow_remote=allow_remote), steps)


def launch(door: Door, steps: Steps) -> NoReturn:
    """Claim, import, serve, and leave without the interpreter's slow end."""
    status = _FAILED
    try:
        quiet_stderr.install(descriptors.claim().errors)
        steps.prestart()
        gc.disable()  # until all is imported
        plan = steps.prepare()
        # No asyncio.run: on its way out it waits for threads, and the process ends anyway.
        status = asyncio.new_event_loop().run_until_complete(_serve(door, steps, plan))
    except SystemExit as leaving:
        status = leaving.code if isinstance(leaving.code, int) else _FAILED
    except Exception:  # noqa: BLE001 - the edge of the process
        traceback.print_exc()
    finally:
        os._exit(status)


async def _serve(door: Door, steps: Steps, plan: Plan) -> int:
    ending = Ending()
    ending.watch_signals()
    opening = Opening(plan.open_base)
    opening.start()
    try:
        if await import_in_time(ending, "kebab.mcp.http.serving"):
            conversing = asyncio.create_task(_converse(door, steps, plan, opening, ending))
            ended = asyncio.create_task(ending.reached.wait())
            await asyncio.wait({conversing, ended}, return_when=asyncio.FIRST_COMPLETED)
            ended.cancel()
            await asyncio.wait({conversing}, timeout=_FAREWELL_S)
            if conversing.done():
                conversing.result()
    finally:
        await within(opening.close(), _CLOSE_S)
    return ending.status


async def _converse(door: Door, steps: Steps, plan: Plan, opening: Opening, ending: Ending) -> None:
    from kebab.mcp.http.serving import serve  # noqa: PLC0415 - see above

    watching = asyncio.create_task(keep_watching(opening)) if plan.watch else None
    sys.stderr.write(announce(door.url, door.token))
    try:
        await serve(door, plan, opening, steps.introduce, ending)
    finally:
        if watching is not None:
            watching.cancel()
