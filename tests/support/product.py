"""The whole product on a folder of its own: the real command, the real server, and a corpus."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from support.forks.commands import Fork, run_command, server_forks, start_command
from support.protocol_schema import Witness

KEBAB = [sys.executable, "-c", "from kebab.entry import main; main()"]
SETTINGS = """[storage]
data_dir = "base"
state_dir = "state"
shards = 4
[embedding]
provider = "hashed"
[[sources]]
id = "notes"
root = "notes"
[[sources]]
id = "manual"
root = "manual"
trust_level = "secondary"
source_type = "reference"
"""
SUBJECTS = (
    ("apple", "사과", "orchard"), ("backup", "백업", "night"), ("bridge", "다리", "river"),
    ("contract", "계약", "lawyer"), ("garden", "정원", "spring"), ("harbour", "항구", "ship"),
    ("insurance", "보험", "claim"), ("library", "도서관", "shelf"), ("memory", "기억", "cache"),
    ("network", "네트워크", "router"), ("pension", "연금", "salary"), ("recipe", "요리법", "oven"),
)  # fmt: skip


def corpus() -> dict[str, str]:
    """Write sixty documents in English and Korean, some of them alike, so that scores tie."""
    files: dict[str, str] = {}
    for number, (english, korean, near) in enumerate(SUBJECTS):
        level = ("primary", "secondary", "generated")[number % 3]
        files[f"notes/en/{english}.md"] = (
            f"---\ntags: [{english}, group-{number % 4}]\ntrust_level: {level}\n---\n"
            f"# The {english}\n\nHow a {english} is kept, and what the {near} has to do with it.\n"
            f"\n## Rules\n\nAsk for the {english} before the {near} is closed.\n"
        )
        files[f"notes/ko/{korean}.md"] = (
            f"# {korean} 안내\n\n{korean}의 관리 방법과 규칙을 설명한다.\n\n"
            f"## 규칙\n\n{korean}은 {number + 1}일 안에 확인한다. See {english}.\n"
        )
        files[f"notes/log/{number:02}.txt"] = f"Day {number}: nothing happened at the {near}.\n"
        files[f"manual/{english}.md"] = (
            f"# {english} manual\n\nThe rules are the same everywhere.\n"
        )
        files[f"manual/{korean}.md"] = f"# {korean} 설명서\n\n규칙은 어디서나 같다. {near}\n"
    return files


class Product:
    """Runs kebab where nothing but the test's own files can be seen."""

    def __init__(
        self,
        folder: Path,
        files: dict[str, str],
        settings: str = SETTINGS,
        *,
        in_forks: bool = True,
    ) -> None:
        self.folder = folder
        self._in_forks = in_forks
        self.config = self.write("kebab.toml", settings)
        for name in ("notes", "manual"):
            (folder / name).mkdir(exist_ok=True)
        for name, text in files.items():
            self.write(name, text)
        kept = {name: text for name, text in os.environ.items() if not name.startswith("KEBAB_")}
        self.env = {
            **kept,
            "HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_DATA_HOME": str(folder / "data"),
            "XDG_STATE_HOME": str(folder / "state"),
            "KEBAB_CONFIG": str(self.config),
            "KEBAB_POOL_WORKERS": "1",
        }

    def write(self, name: str, text: str) -> Path:
        """Write a file."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return path

    def run(
        self, *arguments: str, stdin: str = "", env: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run one command to its end."""
        env = {**self.env, **(env or {})}
        run = run_command if self._in_forks else start_command
        return run(KEBAB, *arguments, env=env, cwd=self.folder, stdin=stdin)

    def read(self, *arguments: str, stdin: str = "") -> Any:
        """Run a command with --json, and return what its last line says."""
        ran = self.run(*arguments, "--json", stdin=stdin)
        assert ran.returncode == 0, ran.stderr
        return json.loads(ran.stdout.splitlines()[-1])

    @contextlib.contextmanager
    def serve(self, *words: str, env: dict[str, str] | None = None) -> Iterator[Server]:
        """Start `kebab mcp`, shake hands, and end it."""
        env = {**self.env, **(env or {})}
        forks = server_forks(env) if self._in_forks else None
        if forks is None:
            starting = self._start_server(words, env)
        else:
            starting = forks.start("mcp", *words, env=env, cwd=self.folder)
        with starting as process:
            yield Server(process)
            process.stdin.close()
            assert process.wait(30) == 0

    @contextlib.contextmanager
    def _start_server(
        self, words: tuple[str, ...], env: dict[str, str]
    ) -> Iterator[subprocess.Popen[str]]:
        with subprocess.Popen(
            [*KEBAB, "mcp", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=env,
            cwd=self.folder,
            encoding="utf-8",
        ) as process:
            try:
                yield process
            finally:
                process.kill()


class Server:
    """A host's end of the pipe: one request after the other."""

    def __init__(self, process: subprocess.Popen[str] | Fork) -> None:
        self._process = process
        self._witness = Witness()
        self._last_id = 0
        client = {"name": "host", "version": "1"}
        self.ask("initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo=client)
        self._send(method="notifications/initialized")

    def _send(self, **fields: Any) -> None:
        message = {"jsonrpc": "2.0", **fields}
        assert self._witness.hear_client(message) == ""
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a request; return its result, leaving out what else arrives."""
        self._last_id += 1
        self._send(id=self._last_id, method=method, params=params)
        for line in self._process.stdout:
            message = json.loads(line)
            assert self._witness.hear_server(message) == ""
            if message.get("id") == self._last_id:
                return message["result"]
        raise AssertionError("the server closed its output")

    def call(self, tool: str, **arguments: Any) -> tuple[str, bool]:
        """Call a tool; return its text, and whether it is an error. A picture may follow it."""
        result = self.ask("tools/call", name=tool, arguments=arguments)
        kinds = [block["type"] for block in result["content"]]
        assert kinds in (["text"], ["text", "image"])
        return result["content"][0]["text"], result.get("isError", False)
