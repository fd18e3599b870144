"""`kebab mcp` itself, over a knowledge base on the disk."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

KEBAB = [sys.executable, "-c", "from kebab.entry import main; main()"]
GONE_S = 5.0


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a base of three documents, without a model."""
    folder = tmp_path_factory.mktemp("base")
    (folder / "notes").mkdir()
    for name, words in (("a", "apples and pears"), ("b", "bread"), ("c", "사과와 배를 먹는다")):
        (folder / "notes" / f"{name}.md").write_text(f"# {name}\n\n{words}\n", encoding="utf-8")
    file = folder / "kebab.toml"
    file.write_text(
        '[storage]\ndata_dir = "data"\nstate_dir = "state"\n'
        '[embedding]\nprovider = "none"\n[[sources]]\nroot = "notes"\n',
        encoding="utf-8",
    )
    subprocess.run(
        [*KEBAB, "ingest", "--config", str(file), "--json"],
        check=True,
        capture_output=True,
        timeout=100,
    )
    return file


@pytest.fixture
def serve(start, config):
    def start_kebab(*words: str):
        return start(command=[*KEBAB, "mcp", "--config", str(config), *words])

    return start_kebab


def payload(result: dict) -> dict:
    return json.loads(result["content"][0]["text"])


def wait_until_gone(processes: list[psutil.Process]) -> list[psutil.Process]:
    deadline = time.monotonic() + GONE_S
    _, alive = psutil.wait_procs(processes, timeout=deadline - time.monotonic())
    return [process for process in alive if process.status() != psutil.STATUS_ZOMBIE]


def test_the_greeting_tells_what_is_there_and_a_search_finds_it(serve):
    host = serve()
    hello = host.shake_hands()["result"]
    found = payload(host.call("search", query="apples"))

    assert "3 documents" in hello["instructions"]
    assert found["hits"][0]["doc_path"] == "a.md"
    assert payload(host.call("fetch", kind="doc", doc_id="a.md"))["text"].startswith("# a")
    assert payload(host.call("list_docs"))["total"] == 3
    assert payload(host.call("doctor"))["schema_version"] == "doctor.v1"


def test_the_tool_and_the_command_give_the_same_bytes(serve, config):
    host = serve()
    host.shake_hands()
    printed = subprocess.run(
        [*KEBAB, "list", "--config", str(config), "--json"],
        check=True,
        capture_output=True,
        timeout=60,
    ).stdout

    assert printed.decode() == host.call("list_docs")["content"][0]["text"] + "\n"


def test_a_read_only_server_refuses_to_write(serve):
    host = serve("--readonly")
    hello = host.shake_hands()["result"]
    result = host.call("ingest_stdin", content="# x\n\ny\n", title="x")

    assert "read-only" in hello["instructions"]
    assert result["isError"] is True
    assert payload(result)["code"] == "readonly_mode"


def test_a_missing_settings_file_is_every_tools_error(start, tmp_path):
    host = start(command=[*KEBAB, "mcp", "--config", str(tmp_path / "none.toml")])
    host.shake_hands()

    assert payload(host.call("search", query="x"))["code"] == "config_not_found"


@pytest.mark.parametrize("way", ["close", "terminate", "kill"])
def test_no_process_outlives_the_server(serve, way):
    host = serve("--workers", "2")
    host.shake_hands()
    host.call("search", query="apples")
    family = psutil.Process(host.process.pid).children(recursive=True)
    assert len(family) >= 2
    {"close": host.close_input, "terminate": host.process.terminate, "kill": host.process.kill}[
        way
    ]()
    host.end()

    assert wait_until_gone(family) == []


def test_a_killed_worker_costs_no_call(serve):
    host = serve("--workers", "1")
    host.shake_hands()
    host.call("search", query="apples")
    pid = payload(host.call("doctor"))["workers"][0]["pid"]
    os.kill(pid, 9)

    assert payload(host.call("search", query="apples"))["hits"]
