"""Runs kebab's commands in forks of one process that has imported it, for tests of what they do.

A command costs the time of its work, not of its imports; the process, its streams, its exit status
and the worker beside it are real. What a start itself does is for tests that start the program.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import IO, Self

_STARTER = Path(__file__).with_name("starter.py")
_PATIENCE_S = 100.0
_NUMBER_BYTES = 32
# Read when an interpreter starts: not by a fork. LD_LIBRARY_PATH is left out: OpenCV sets it in the
# process that imports it, a test too.
_EARLY = ("PYTHON", "LC_", "LANG", "LD_PRELOAD")
_OWN = "PYTHONSAFEPATH"  # kebab sets it in any process that starts a worker, a test's too


class Fork:
    """A command that runs: what a Popen would tell of it."""

    def __init__(self, channel: socket.socket, arguments: tuple[str, ...]) -> None:
        self._channel = channel
        self._arguments = arguments
        self._status: int | None = None
        self.stdin: IO[str] | None = None
        self.stdout: IO[str] | None = None
        self.pid = int(channel.recv(_NUMBER_BYTES))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._channel.close()

    def wait(self, timeout: float) -> int:
        """Wait for its end; return its exit status. It is killed where it takes too long."""
        self._channel.settimeout(timeout)
        try:
            self._status = int(self._channel.recv(_NUMBER_BYTES))
        except TimeoutError:
            self.kill()
            raise subprocess.TimeoutExpired(self._arguments, timeout) from None
        return self._status

    def kill(self) -> None:
        """Kill it where it runs still, and what it has started."""
        if self._status is None:
            with suppress(ProcessLookupError):
                try:
                    os.killpg(self.pid, signal.SIGKILL)
                except ProcessLookupError:  # it has not come to have a group of its own
                    os.kill(self.pid, signal.SIGKILL)


class Forks:
    """The process that has imported kebab, with what an interpreter reads when it starts."""

    def __init__(self, env: dict[str, str], *modules: str) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._jobs = ours
        self._early = _read_early(env)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", _STARTER, *modules],
                stdin=theirs,
                stdout=subprocess.DEVNULL,
                env=env,
            )

    def suits(self, env: dict[str, str]) -> bool:
        """Tell whether a fork is what an interpreter started with this environment would be."""
        return _read_early(env) == self._early

    def run(
        self,
        *arguments: str,
        env: dict[str, str],
        cwd: Path,
        stdin: str = "",
        timeout: float = _PATIENCE_S,
    ) -> subprocess.CompletedProcess[str]:
        """Run one command to its end."""
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            with tempfile.TemporaryFile() as given:
                given.write(stdin.encode())
                given.seek(0)
                command = self._send(
                    arguments, env, cwd, given.fileno(), out.fileno(), err.fileno()
                )
            with command:
                status = command.wait(timeout)
            printed = [_read(file) for file in (out, err)]
        return subprocess.CompletedProcess(list(arguments), status, *printed)

    @contextmanager
    def start(self, *arguments: str, env: dict[str, str], cwd: Path) -> Iterator[Fork]:
        """Start a command with pipes for its stdin and its stdout. It is killed at the end."""
        (given, stdin), (stdout, out) = os.pipe(), os.pipe()
        with Path(os.devnull).open("wb") as nothing:
            command = self._send(arguments, env, cwd, given, out, nothing.fileno())
        os.close(given)
        os.close(out)
        with command, os.fdopen(stdout, encoding="utf-8") as command.stdout:
            try:
                with os.fdopen(stdin, "w", encoding="utf-8") as command.stdin:
                    yield command
            finally:
                command.kill()

    def _send(
        self, arguments: tuple[str, ...], env: dict[str, str], cwd: Path, *streams: int
    ) -> Fork:
        job = {"arguments": arguments, "env": env, "cwd": str(cwd), "umask": _umask()}
        channel, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            descriptors = [*streams, theirs.fileno()]
            socket.send_fds(self._jobs, [json.dumps(job).encode()], descriptors)
        return Fork(channel, arguments)

    def close(self) -> None:
        """End the process, which waits for what it has started."""
        self._jobs.close()
        try:
            self._process.wait(_PATIENCE_S)
        finally:
            self._process.kill()


def _read_early(env: dict[str, str]) -> dict[str, str]:
    found = {name: value for name, value in env.items() if name.startswith(_EARLY)}
    found.pop(_OWN, None)
    return found


def _umask() -> int:
    """Read what a child would inherit, without a moment in which it is another."""
    status = Path("/proc/self/status").read_text("ascii", "replace")
    return int(status.partition("Umask:")[2].split()[0], 8)


def _read(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode().replace("\r\n", "\n")


@cache
def shared_forks(*modules: str) -> Forks | None:
    """Give the process that all tests share; None where forks cannot be trusted."""
    if sys.platform != "linux" or os.environ.get("TESTS_START_EVERYTHING"):
        return None
    forks = Forks(dict(os.environ), *modules)
    atexit.register(forks.close)
    return forks


def server_forks(env: dict[str, str]) -> Forks | None:
    """Give the one that has imported the server too; None where it has to be started."""
    forks = shared_forks("kebab.mcp.run", "kebab.mcp.serving", "kebab.mcp.server")
    return forks if forks is not None and forks.suits(env) else None


def run_command(
    command: list[str], *arguments: str, env: dict[str, str], cwd: Path, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run a command of kebab to its end; `command` starts the program where a fork will not do."""
    forks = shared_forks()
    if forks is not None and forks.suits(env):
        return forks.run(*arguments, env=env, cwd=cwd, stdin=stdin)
    return start_command(command, *arguments, env=env, cwd=cwd, stdin=stdin)


def start_command(
    command: list[str], *arguments: str, env: dict[str, str], cwd: Path, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    """Start the program and run a command to its end."""
    return subprocess.run(
        [*command, *arguments],
        input=stdin,
        env=env,
        cwd=cwd,
        capture_output=True,
        encoding="utf-8",
        timeout=_PATIENCE_S,
        check=False,
    )
