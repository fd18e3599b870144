"""A host that speaks raw lines with the real server process."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.protocol_schema import Witness

KEBAB = str(Path(sys.executable).with_name("kebab"))
SERVER = Path(__file__).parent / "memory_server.py"
WAIT_S = 30.0
CLIENT = {"name": "host", "version": "1"}


class Host:
    """Starts a server, sends it lines, and keeps every line that comes back."""

    def __init__(self, command: list[str], **options: Any) -> None:
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **options
        )
        self.lines: list[bytes] = []
        self._arrived: queue.Queue[bytes | None] = queue.Queue()
        self._next_id = 0
        self._witness = Witness()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self.lines.append(line)
            self._arrived.put(line)
        self._arrived.put(None)

    def send_line(self, line: bytes) -> None:
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def send(self, **fields: Any) -> None:
        message = {"jsonrpc": "2.0", **fields}
        self._witness.hear_client(message)  # it may be wrong on purpose
        self.send_line(json.dumps(message).encode())

    def receive(self) -> dict[str, Any]:
        line = self._arrived.get(timeout=WAIT_S)
        assert line is not None, "the server closed its output"
        message = json.loads(line)
        if self._witness.expects(message):  # lines that were sent raw are not heard
            assert self._witness.hear_server(message) == ""
        return message

    def ask(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        """Send a request; return its response, leaving out what else arrives."""
        self._next_id += 1
        self.send(id=self._next_id, method=method, **({} if params is None else {"params": params}))
        while True:
            message = self.receive()
            if message.get("id") == self._next_id:
                return message

    def shake_hands(self, version: str = "2025-11-25") -> dict[str, Any]:
        response = self.ask(
            "initialize", {"protocolVersion": version, "capabilities": {}, "clientInfo": CLIENT}
        )
        self.send(method="notifications/initialized")
        return response

    def answer(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool; return what its text says."""
        return json.loads(self.call(tool, **arguments)["content"][0]["text"])

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        response = self.ask("tools/call", {"name": tool, "arguments": arguments})
        return response["result"]

    def ask_modern(self, method: str, **params: Any) -> dict[str, Any]:
        envelope = {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": CLIENT,
        }
        return self.ask(method, {**params, "_meta": envelope})

    def close_input(self) -> None:
        self.process.stdin.close()

    def end(self, timeout_s: float = WAIT_S) -> int:
        status = self.process.wait(timeout_s)
        self._reader.join(timeout_s)
        return status

    def discard(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                with contextlib.suppress(BrokenPipeError):
                    stream.close()


def starting(folder: Path) -> Iterator[Callable[..., Host]]:
    hosts: list[Host] = []

    def start_one(*words: str, **options: Any) -> Host:
        options.setdefault("stderr", subprocess.DEVNULL)
        options.setdefault("cwd", folder)
        env = {**os.environ, "HOME": str(folder), **options.pop("env", {})}
        env = options.pop("whole_env", env)
        command = options.pop("command", None) or [sys.executable, str(SERVER), *words]
        host = Host(command, env=env, **options)
        hosts.append(host)
        return host

    yield start_one
    for host in hosts:
        host.discard()


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a base of three documents, with vectors that need no model; return its settings."""
    folder = tmp_path_factory.mktemp("base")
    (folder / "notes").mkdir()
    for name, words in (("a", "apples and pears"), ("b", "bread"), ("c", "사과와 배를 먹는다")):
        (folder / "notes" / f"{name}.md").write_text(f"# {name}\n\n{words}\n", encoding="utf-8")
    file = folder / "kebab.toml"
    file.write_text(
        '[storage]\ndata_dir = "data"\nstate_dir = "state"\n'
        '[embedding]\nprovider = "hashed"\ndimensions = 64\n[[sources]]\nroot = "notes"\n',
        encoding="utf-8",
    )
    command = [KEBAB, "ingest", "--config", str(file), "--json"]
    subprocess.run(command, check=True, capture_output=True, timeout=100)
    return file


@pytest.fixture
def serve(start: Callable[..., Host], config: Path) -> Callable[..., Host]:
    """Start `kebab mcp` over that base; words go to its command line."""

    def start_kebab(*words: str, **options: Any) -> Host:
        return start(command=[KEBAB, "mcp", "--config", str(config), *words], **options)

    return start_kebab


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Host]]:
    """Start a server over a base in memory; words are passed to it (see memory_server.py)."""
    yield from starting(tmp_path)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """Give a server that shook hands; the tests of a file share it."""
    for start_one in starting(tmp_path_factory.mktemp("host")):
        one = start_one()
        one.shake_hands()
        yield one


@pytest.fixture(scope="module")
def modern_host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """Give a server that speaks the modern era; the tests of a file share it."""
    for start_one in starting(tmp_path_factory.mktemp("modern")):
        one = start_one()
        one.ask_modern("server/discover")
        yield one
