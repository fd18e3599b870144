"""A machine of its own for each test with the real command, and open bases that tests share."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from support.forks.commands import run_command

from kebab.ingest.scope import IngestOptions
from kebab.knowledge_base import KnowledgeBase
from kebab.mcp.opening import Opening
from kebab.mcp.tool import DeclaredTool, Service
from kebab.mcp.tools.catalogue import all_tools
from kebab.settings.load import load_settings
from kebab.wire.documents import FetchResult
from kebab.wire.ingest import IngestItem, IngestReport
from kebab.wire.inputs import FetchInput, ListInput
from kebab.wire.search import SearchInput, SearchResponse


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
        env = {**self.env, **(env or {})}
        return run_command(self.command(), *arguments, env=env, cwd=self.home, stdin=stdin)

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


class Shelf:
    """An open base over the folder `notes`, with real workers, asked in one event loop."""

    def __init__(self, folder: Path, workers: int, more_settings: str) -> None:
        self.folder = folder
        self.notes = folder / "notes"
        self.notes.mkdir()
        self.config = folder / "kebab.toml"
        self.config.write_text(
            '[storage]\ndata_dir = "data"\nstate_dir = "state"\n'
            f'[embedding]\nprovider = "hashed"\n[pool]\nworkers = {workers}\n'
            + (more_settings or '[[sources]]\nroot = "notes"\n'),
            "utf-8",
        )
        self.machine = Machine(folder)
        self._runner = asyncio.Runner()
        self._tools = {one.name: one for one in all_tools()}
        self._open()

    def _open(self) -> None:
        self.settings = load_settings(self.config, {}, {}).settings
        self._stack = AsyncExitStack()
        self.base = self.run(self._stack.enter_async_context(KnowledgeBase(self.settings)))
        self._opening = Opening(self._same_base)

    def reopen(self, old: str = "", new: str = "") -> None:
        """Close the base and open it again, with one thing changed in the settings."""
        self._close()
        text = self.config.read_text("utf-8")
        assert old in text
        self.config.write_text(text.replace(old, new) if old else text, "utf-8")
        self._open()

    @asynccontextmanager
    async def _same_base(self) -> AsyncIterator[KnowledgeBase]:
        yield self.base

    def run(self, coroutine: Any) -> Any:
        return self._runner.run(coroutine)

    def _close(self) -> None:
        self.run(self._opening.close())
        self.run(self._stack.aclose())

    def close(self) -> None:
        self._close()
        self._runner.close()

    def write(self, name: str, content: str | bytes) -> Path:
        """Write a file of the notes."""
        path = self.notes / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def ingest(self, **options: Any) -> IngestReport:
        return self.run(
            self.base.ingest(IngestOptions(**options), lambda _event: None, asyncio.Event())
        )

    def item(self, report: IngestReport, path: str) -> IngestItem:
        """Return what a run says of one file."""
        return next(item for item in report.items or [] if item.doc_path == path)

    def search(self, query: str, mode: str = "lexical", **options: Any) -> SearchResponse:
        return self.run(self.base.search(SearchInput(query=query, mode=mode, **options)))

    def found(self, query: str, mode: str = "lexical", **options: Any) -> list[str]:
        """Search, and return the paths of the hits in their order, each once."""
        hits = self.search(query, mode, **options).hits
        return list(dict.fromkeys(hit.doc_path for hit in hits))

    def fetch(self, **options: Any) -> FetchResult:
        return self.run(self.base.fetch(FetchInput(**options)))

    def paths(self) -> list[str]:
        """Return the paths of all documents."""
        page = self.run(self.base.list_docs(ListInput(limit=200)))
        return sorted(document.doc_path for document in page.documents)

    def tool(self, name: str, **arguments: Any) -> tuple[dict[str, Any], bool]:
        """Call a tool as a host does; return what it says, and whether it is an error."""
        result = self.run(self._answer(name, arguments))
        return json.loads(result["content"][0]["text"]), result.get("isError", False)

    async def _answer(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        async def unheard(_progress: float, _total: float | None, _message: str | None) -> None:
            return

        service = Service(self._opening, self.settings.mcp)
        return await DeclaredTool.of(self._tools[name], service, self._tools).answer(
            arguments, unheard
        )

    def command(self, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Run the real command on the same base."""
        return self.machine.run("--config", str(self.config), *arguments, stdin=stdin)


@pytest.fixture(scope="module")
def open_shelf(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Callable[..., Shelf]]:
    """Make bases from files; they are open until the last test of the file is over."""
    shelves: list[Shelf] = []

    def open_one(
        files: dict[str, str | bytes], *, workers: int = 1, more_settings: str = ""
    ) -> Shelf:
        shelf = Shelf(tmp_path_factory.mktemp("shelf"), workers, more_settings)
        shelves.append(shelf)
        for name, content in files.items():
            shelf.write(name, content)
        return shelf

    yield open_one
    for shelf in shelves:
        shelf.close()
