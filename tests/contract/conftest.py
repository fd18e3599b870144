"""Real commands and a real server on one small base, for what both of them promise."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

KEBAB = [sys.executable, "-c", "from kebab.entry import main; main()"]
CLIENT = {"name": "contract", "version": "1"}
TOPICS = (
    ("falcon", "The falcon dives on its prey from a great height."),
    ("harbour", "Ships wait in the harbour until the tide turns."),
    ("backup", "A backup of the database is made every night at three."),
    ("invoice", "The invoice is due within thirty days of the order."),
    ("백업", "데이터베이스 백업은 매일 밤 세 시에 만든다."),
    ("여행", "부산으로 가는 기차는 서울역에서 아침 일찍 떠난다."),
)


class Server:
    """A started `kebab mcp`, asked one request at a time."""

    def __init__(self, command: list[str], env: dict[str, str], cwd: Path) -> None:
        self.process = subprocess.Popen(
            command,
            env=env,
            cwd=cwd,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )
        self._last_id = 0
        self.hello = self.ask(
            "initialize",
            {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": CLIENT},
        )["result"]
        self._send({"method": "notifications/initialized"})

    def _send(self, message: dict[str, Any]) -> None:
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.process.stdin.flush()

    def ask(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        """Send a request; return its response, leaving out what else arrives."""
        self._last_id += 1
        self._send({"id": self._last_id, "method": method, "params": params or {}})
        for line in self.process.stdout:
            message = json.loads(line)
            if message.get("id") == self._last_id:
                return message
        raise AssertionError("the server closed its output")

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Return the result of a tool."""
        return self.ask("tools/call", {"name": tool, "arguments": arguments})["result"]

    def text(self, tool: str, **arguments: Any) -> str:
        """Return the text that a tool answers with."""
        (block,) = self.call(tool, **arguments)["content"]
        return block["text"]

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait(30)
        self.process.stdout.close()


class Place:
    """A folder with settings, notes and a base, and what runs there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.notes = folder / "notes"
        self.notes.mkdir(parents=True)
        self.config = folder / "kebab.toml"
        self.config.write_text(
            '[storage]\ndata_dir = "data"\nstate_dir = "state"\nshards = 4\n'
            '[pool]\nworkers = 1\n[embedding]\nprovider = "hashed"\n'
            '[[sources]]\nid = "notes"\nroot = "notes"\n',
            "utf-8",
        )
        kept = {name: text for name, text in os.environ.items() if not name.startswith("KEBAB_")}
        self._env = {**kept, "HOME": str(folder), "KEBAB_CONFIG": str(self.config)}
        self._servers: list[Server] = []

    def write(self, name: str, text: str | bytes) -> Path:
        """Write a file of the notes."""
        path = self.notes / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def run(self, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Run one command to its end."""
        return subprocess.run(
            [*KEBAB, *arguments],
            input=stdin,
            env=self._env,
            cwd=self.folder,
            capture_output=True,
            encoding="utf-8",
            timeout=100,
            check=False,
        )

    def json(self, *arguments: str, stdin: str = "", status: int = 0) -> str:
        """Run one command with --json; return its output."""
        ran = self.run(*arguments, "--json", stdin=stdin)
        assert (ran.returncode, ran.stderr) == (status, ""), ran
        return ran.stdout

    def serve(self, *words: str) -> Server:
        """Start a server; it ends with the tests."""
        server = Server([*KEBAB, "mcp", *words], self._env, self.folder)
        self._servers.append(server)
        return server

    def close(self) -> None:
        for server in self._servers:
            server.close()


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """Make an empty place; what happens there is the test's business."""
    one = Place(tmp_path_factory.mktemp("place"))
    yield one
    one.close()


@pytest.fixture(scope="session")
def library(tmp_path_factory):
    """Fill a base of sixty documents in four shards once, for tests that only read."""
    filled = Place(tmp_path_factory.mktemp("library"))
    for number in range(60):
        word, sentence = TOPICS[number % len(TOPICS)]
        neighbour = TOPICS[(number * 7 + number // 6) % len(TOPICS)][1]
        lines = [f"# {word} {number}", "", sentence, "", "## More", "", neighbour * (number % 3)]
        head = ["---", f"tags: [tag{number % 4}]", "---"] if number % 2 else []
        suffix = "txt" if number % 10 == 0 else "md"
        filled.write(f"{word}/{number:02}.{suffix}", "\n".join([*head, *lines]) + "\n")
    filled.json("ingest", "--summary-only")
    yield filled
    filled.close()


@pytest.fixture(scope="session")
def server(library):
    """Serve the library."""
    return library.serve()
