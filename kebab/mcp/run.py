"""Run the server on this process's stdin and stdout. Nothing heavy is imported before the greeting.

The order is the point: the descriptors are taken, the host is greeted, a worker is started and
boots beside us, the knowledge base is opened, and only then the server is imported and connected.
"""

from __future__ import annotations

import gc
import os
import signal
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from kebab.mcp import descriptors, quiet_stderr
from kebab.mcp.fast_start import Greeter

if TYPE_CHECKING:
    from kebab.mcp.serving import Plan

_PATIENCE_S = 0.05
_FAILED = 1


class Steps(NamedTuple):
    """What is done before the conversation: what to say of the base, a worker, and the plan."""

    introduce: Callable[[], str]
    prestart: Callable[[], None]
    prepare: Callable[[], Plan]


def main(
    config_path: str | Path | None,
    workers: int | None,
    *,
    readonly: bool,
    watch: bool = False,
    profile: str = "",
) -> NoReturn:
    """Serve the configured knowledge base until the host leaves."""
    launch(*steps_for(config_path, workers, readonly=readonly, watch=watch, profile=profile))


def steps_for(
    config_path: str | Path | None,
    workers: int | None,
    *,
    readonly: bool,
    watch: bool,
    profile: str = "",
) -> Steps:
    """Say how the configured knowledge base is served; nothing is done or imported yet."""
    config = Path(config_path) if config_path else None

    def introduce() -> str:
        from kebab.mcp.first_look import introduce as look  # noqa: PLC0415 - see above

        return look(config, readonly=readonly, profile=profile, env=os.environ)

    def prepare() -> Plan:
        from kebab.mcp.configured import plan_base  # noqa: PLC0415 - see above

        overrides: dict[str, Any] = {"security.readonly": True} if readonly else {}
        if profile:
            overrides["mcp.profile"] = profile
        return plan_base(config, workers, overrides, watch=watch, env=os.environ)

    def prestart() -> None:
        from kebab.pool.spawn import prestart as start_worker  # noqa: PLC0415 - see above

        start_worker()

    return Steps(introduce, prestart, prepare)


def launch(
    introduce: Callable[[], str], prestart: Callable[[], None], prepare: Callable[[], Plan]
) -> NoReturn:
    """Claim, greet, import, serve, and leave without the interpreter's slow end."""
    parent = os.getppid()
    status = _FAILED
    try:
        claimed = descriptors.claim()
        quiet_stderr.install(claimed.errors)
        # Until the loop takes over, an interrupt ends the process at once and without a traceback.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        greeter = Greeter(claimed, introduce)
        greeter.start(_PATIENCE_S)
        status = _go_on(greeter, claimed, prestart, prepare, parent)
    except SystemExit as leaving:
        status = leaving.code if isinstance(leaving.code, int) else _FAILED
    except BrokenPipeError:
        pass  # nobody is left to be told
    except Exception:  # noqa: BLE001 - the edge of the process
        traceback.print_exc()
    finally:
        os._exit(status)


def _go_on(
    greeter: Greeter,
    claimed: descriptors.Descriptors,
    prestart: Callable[[], None],
    prepare: Callable[[], Plan],
    parent: int,
) -> int:
    prestart()
    # Until all is imported: looking for garbage among what will stay costs a tenth of the time.
    gc.disable()
    from kebab.mcp.serving import serve  # noqa: PLC0415 - see above

    return serve(prepare(), claimed, greeter, parent)
