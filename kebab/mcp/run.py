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
from typing import TYPE_CHECKING, NoReturn

from kebab.mcp import descriptors, quiet_stderr
from kebab.mcp.fast_start import Greeter

if TYPE_CHECKING:
    from kebab.mcp.serving import Plan

_PATIENCE_S = 0.05
_FAILED = 1


def main(
    config_path: str | Path | None, workers: int | None, *, readonly: bool, watch: bool = False
) -> NoReturn:
    """Serve the configured knowledge base until the host leaves."""
    config = Path(config_path) if config_path else None

    def introduce() -> str:
        from kebab.mcp.first_look import introduce as look  # noqa: PLC0415 - see above

        return look(config, readonly=readonly, env=os.environ)

    def prepare() -> Plan:
        from kebab.mcp.configured import plan_base  # noqa: PLC0415 - see above

        return plan_base(config, workers, readonly=readonly, watch=watch, env=os.environ)

    def prestart() -> None:
        from kebab.pool.spawn import prestart as start_worker  # noqa: PLC0415 - see above

        start_worker()

    launch(introduce, prestart, prepare)


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
