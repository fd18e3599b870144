"""Runs the command line and settles how it ends: output flushed, errors told, exit status set.

Imports next to nothing: `kebab mcp` has to answer its host before anything heavy is loaded.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Sequence
from typing import NoReturn

from kebab.security.private_files import leave_no_core

INTERRUPTED = 130
# commands whose first call needs a worker: one is started while the rest is being imported
_NEEDS_WORKER = frozenset(
    {"ask", "search", "hwp", "ingest", "ingest-file", "ingest-stdin", "try", "watch"}
)


def run(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run one command and leave the process with its exit status."""
    leave_no_core()
    given = list(sys.argv[1:] if arguments is None else arguments)
    from kebab.cli.serve import plan_server, start_server  # noqa: PLC0415 - see above

    server = plan_server(given)
    if server is not None:
        start_server(server)
    sys.exit(run_command(given))


def run_command(given: Sequence[str]) -> int:
    """Run one command through click; return its exit status."""
    from kebab.cli.errors import report_failure  # noqa: PLC0415 - see above

    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")  # type: ignore[union-attr]  # a test's stand-in is a TextIOWrapper too
    try:
        status = _invoke(given)
        sys.stdout.flush()
    except BrokenPipeError:
        _abandon_stdout()
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as failure:  # noqa: BLE001 - the edge: every failure becomes a message here
        with contextlib.suppress(BrokenPipeError):
            sys.stdout.flush()
        return report_failure(failure, given)
    return status


def _invoke(given: Sequence[str]) -> int:
    early = _command(given) in _NEEDS_WORKER and not {"--help", "-h"} & set(given)
    with _early_worker() if early else contextlib.nullcontext():
        import click  # noqa: PLC0415 - see above

        from kebab.cli.group import main  # noqa: PLC0415 - see above
        from kebab.cli.options import Invocation  # noqa: PLC0415 - see above

        try:
            # not main.main(): it ends the process itself where a reader has left
            with main.make_context("kebab", list(given), obj=Invocation()) as context:
                status = main.invoke(context)
        except click.exceptions.Exit as leaving:
            return leaving.exit_code
        except click.Abort:
            return INTERRUPTED
        return status if isinstance(status, int) else 0


@contextlib.contextmanager
def _early_worker() -> Iterator[None]:
    """Boot a worker while this process imports; end it if the command never wanted it."""
    from kebab.pool.spawn import discard_prestarted, prestart  # noqa: PLC0415 - see above

    prestart()
    try:
        yield
    finally:
        discard_prestarted()


def _command(given: Sequence[str]) -> str:
    """Find the command among the options before it, roughly: a wrong guess costs time only."""
    words = iter(given)
    for word in words:
        if word in {"--config", "--workers"}:
            next(words, None)
        elif not word.startswith("-"):
            return word
    return ""


def _abandon_stdout() -> None:
    """Point stdout at nothing, so that the interpreter's last flush does not complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
