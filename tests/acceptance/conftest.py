"""A machine of its own for each test: its home, its folders, and the real command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


class Machine:
    """Runs `kebab` where nothing but the test's own files can be seen."""

    def __init__(self, home: Path) -> None:
        self.home = home
        kept = {name: text for name, text in os.environ.items() if not name.startswith("KEBAB_")}
        self.env = {
            **kept,
            "HOME": str(home),
            "XDG_CONFIG_HOME": str(home / ".config"),
            "XDG_DATA_HOME": str(home / ".local" / "share"),
            "XDG_STATE_HOME": str(home / ".local" / "state"),
            "KEBAB_POOL_WORKERS": "1",
            "KEBAB_EMBEDDING_PROVIDER": "hashed",
        }
        self.config = home / ".config" / "kebab" / "kebab.toml"
        self.data = home / ".local" / "share" / "kebab"

    def command(self, *arguments: str) -> list[str]:
        """Write the whole command line."""
        script = Path(sys.executable).with_name("kebab")
        if script.exists():
            return [str(script), *arguments]
        return [sys.executable, "-c", "from kebab.entry import main; main()", *arguments]

    def run(
        self, *arguments: str, stdin: str = "", env: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run one command to its end."""
        return subprocess.run(
            self.command(*arguments),
            input=stdin,
            env={**self.env, **(env or {})},
            cwd=self.home,
            capture_output=True,
            encoding="utf-8",
            timeout=100,
            check=False,
        )

    def write(self, name: str, text: str) -> Path:
        """Write a file below home."""
        path = self.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return path


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """Fill a base once for all tests of a file that only read."""
    filled = Machine(tmp_path_factory.mktemp("library"))
    filled.write(
        "notes/guide/start.md", "# Start\n\nWelcome.\n\n## Install\n\nRun `pip install`.\n"
    )
    filled.write("notes/guide/한글 문서.md", "# 데이터베이스 백업\n\n매일 밤 백업을 만든다.\n")
    filled.write("notes/log.txt", "The zebra crossed the road at noon.\n")
    for number in range(12):
        filled.write(
            f"notes/many/{number:02}.md", f"# Page {number}\n\nA walrus, number {number}.\n"
        )
    assert filled.run("init", "notes").returncode == 0
    ran = filled.run("ingest")
    assert ran.returncode == 0, ran.stderr
    return filled
