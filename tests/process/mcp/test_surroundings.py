"""`kebab mcp` where hosts start it: hostile folders, bare environments, streams nobody reads."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

TRAP = "import os; os._exit(99)\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Make somebody's project, with files that are named like modules of ours and of Python's."""
    folder = tmp_path / "project"
    for package in ("workers", "kebab", "multiprocess", "fastmcp", "dill"):
        (folder / package).mkdir(parents=True)
        (folder / package / "__init__.py").write_text(TRAP, encoding="utf-8")
    for module in sys.stdlib_module_names | {"tantivy", "numpy", "msgpack", "sitecustomize"}:
        (folder / f"{module}.py").write_text(TRAP, encoding="utf-8")
    (folder / ".env").write_text(
        "FASTMCP_TRANSPORT=http\nFASTMCP_PORT=1\nFASTMCP_LOG_LEVEL=DEBUG\n", encoding="utf-8"
    )
    (folder / "kebab.toml").write_text("not = [settings", encoding="utf-8")
    return folder


def paths_found(host, query: str = "apples") -> list[str]:
    host.shake_hands()
    return [hit["doc_path"] for hit in host.answer("search", query=query)["hits"]]


def test_a_working_directory_full_of_traps_changes_nothing(serve, project):
    host = serve("--workers", "2", cwd=project, env={"FASTMCP_TRANSPORT": "http"})

    assert paths_found(host)[0] == "a.md"
    assert len(host.answer("doctor")["workers"]) == 2


def test_the_root_as_working_directory_changes_nothing(serve):
    assert paths_found(serve(cwd="/"))[0] == "a.md"


def test_a_relative_path_is_refused_because_the_working_directory_is_the_hosts(serve):
    host = serve(cwd="/")
    host.shake_hands()
    result = host.call("ingest_file", path="notes/a.md")

    assert result["isError"] is True
    assert json.loads(result["content"][0]["text"])["details"]["argument"] == "path"


def test_an_empty_environment_is_enough(serve):
    host = serve(whole_env={}, cwd="/")

    assert paths_found(host)[0] == "a.md"


@pytest.mark.skipif(sys.platform == "win32", reason="there is one code page for all")
def test_another_encoding_of_the_surroundings_changes_nothing(serve):
    encoding = {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0", "LC_ALL": "C"}
    host = serve(env=encoding)
    host.shake_hands()
    result = host.call("search", query="사과")

    assert "사과와 배를" in result["content"][0]["text"]


def test_lines_that_end_in_crlf_are_read_from_the_first_on(serve):
    host = serve()
    for number, method in ((1, "initialize"), (2, "tools/list")):
        params = {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "h", "version": "1"},
        }
        message = {"jsonrpc": "2.0", "id": number, "method": method}
        message["params"] = params if number == 1 else {}
        host.send_line(json.dumps(message).encode() + b"\r")

    assert [host.receive()["id"], host.receive()["id"]] == [1, 2]


def test_five_hundred_failing_calls_do_not_fill_a_stderr_that_nobody_reads(serve, tmp_path):
    host = serve(stderr=subprocess.PIPE)
    host.shake_hands()
    for _ in range(500):
        assert host.call("fetch", kind="chunk", chunk_id="0" * 32)["isError"] is True
    host.send_line(b"no message")
    assert host.receive()["error"]["code"] == -32700
    host.close_input()

    assert host.end() == 0
    assert host.process.stderr.read() == b""


def test_every_line_on_stdout_is_a_message(serve):
    host = serve("--workers", "2", env={"PYTHONWARNINGS": "always", "PYTHONDEVMODE": "1"})
    paths_found(host)
    host.call("doctor")
    host.close_input()
    host.end()

    assert {json.loads(line)["jsonrpc"] for line in host.lines} == {"2.0"}


def test_a_stderr_that_is_closed_is_missed_by_nobody(serve):
    reading, writing = os.pipe()
    os.close(reading)
    host = serve(stderr=writing)
    os.close(writing)

    assert paths_found(host)[0] == "a.md"
