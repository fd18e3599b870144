"""Start a worker process. The only file that knows multiprocess.

A worker is spawned, never forked: native libraries with threads do not survive a fork. The parent
keeps one end of a socket pair; the child reads requests from the other and ends when it closes.
On Linux the kernel kills the child when the thread that started it ends, so `start_process` is to
be called from the main thread.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import multiprocess as multiprocessing
from multiprocess.connection import Connection

from kebab.wire.worker import ExitStatus

_prestarted: list[WorkerProcess] = []


@dataclass(frozen=True, slots=True)
class WorkerProcess:
    """A started process, and our end of its pipe."""

    process: Any
    socket: socket.socket

    @property
    def pid(self) -> int:
        """Return its process id."""
        return int(self.process.pid)

    @property
    def sentinel(self) -> int:
        """Return a descriptor that becomes readable when the process has ended."""
        return int(self.process.sentinel)

    def kill(self) -> None:
        """Kill it at once; it may be gone already."""
        self.process.kill()

    def reap(self, timeout_s: float) -> str | None:
        """Wait for its end; return how it ended in words, None where it still runs."""
        self.process.join(timeout_s)
        status = self.process.exitcode
        return None if status is None else describe_exit(status)


def describe_exit(status: int) -> str:
    """Say how a process ended: `signal SIGSEGV`, `exit status 6 (out of memory)`."""
    if status < 0:
        try:
            return f"signal {signal.Signals(-status).name}"
        except ValueError:
            return f"signal {-status}"
    if status in set(ExitStatus):
        return f"exit status {status} ({ExitStatus(status).name.lower().replace('_', ' ')})"
    return f"exit status {status}"


def start_process() -> WorkerProcess:
    """Start one worker, or hand out one that was started early."""
    return _prestarted.pop() if _prestarted else _start()


def prestart(count: int = 1) -> None:
    """Have workers started before anything else is known: they boot while the front imports."""
    _prestarted.extend(_start() for _ in range(count - len(_prestarted)))


def discard_prestarted() -> None:
    """End the workers that nobody asked for."""
    while _prestarted:
        worker = _prestarted.pop()
        worker.kill()
        worker.socket.close()


def _start() -> WorkerProcess:
    # A server is started in somebody's project: without this a file named like a module of
    # Python's there would be run by the new interpreter in place of it.
    os.environ.setdefault("PYTHONSAFEPATH", "1")
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=True)
    process = context.Process(
        target=run_worker, args=(theirs, os.getpid()), daemon=True, name="kebab-worker"
    )
    with _without_main_module():
        process.start()
    theirs.close()
    end = socket.socket(fileno=os.dup(ours.fileno()))
    ours.close()
    end.setblocking(False)  # noqa: FBT003 - the socket API
    return WorkerProcess(process, end)


@contextmanager
def _without_main_module() -> Iterator[None]:
    """Hide the caller's main module: spawn would run it again in the worker, which needs nothing
    of it, and a script without a guard would start workers without end.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def run_worker(connection: Connection, parent_pid: int) -> None:
    """Run in the child: hand over to the package `workers`, by name.

    The folder that holds this kebab goes first on the path: a server is started in somebody's
    project, and a folder `workers` there must not be run in place of ours.
    """
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    import_module("workers.boot").main(connection, parent_pid)
