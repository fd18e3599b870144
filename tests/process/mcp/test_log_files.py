"""The log files: they name the call, stay short, and hold nothing of documents and secrets."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

KEBAB = str(Path(sys.executable).with_name("kebab"))
TEXT, SECRET = "zyzzogeton", "sk-quetzalcoatlus"
MAX_BYTES = 10_000


@pytest.fixture
def logged(serve, tmp_path):
    """Start a server that logs all it can; return it and the folder of its logs."""
    state = tmp_path / "state"
    env = {"KEBAB_STORAGE_STATE_DIR": str(state), "KEBAB_LOGGING_LEVEL": "debug"}

    def start(**more: str):
        host = serve("--workers", "1", env={**env, **more}, stderr=subprocess.PIPE)
        host.shake_hands()
        return host, state

    return start


def call(host, request_id, tool: str, **arguments) -> dict:
    host.send(id=request_id, method="tools/call", params={"name": tool, "arguments": arguments})
    while (message := host.receive()).get("id") != request_id:
        pass
    return message


def lines_of(path: Path, request_id: str) -> list[str]:
    return re.findall(rf"^.* call={request_id} .*$", path.read_text("utf-8"), re.MULTILINE)


def test_front_and_worker_name_the_call_that_a_line_is_about(logged):
    host, state = logged()
    call(host, "trace-1", "search", query="apples")
    call(host, 42, "search", query="bread")
    call(host, "odd\nid", "search", query="pears")
    host.close_input()
    host.end()

    for file in ("kebab.log", "worker-0.log"):
        assert lines_of(state / file, "trace-1")
        assert lines_of(state / file, "42")
        assert lines_of(state / file, "odd")


def test_the_death_of_a_worker_names_the_call_that_it_had(logged):
    host, state = logged()
    pid = host.answer("doctor")["workers"][0]["pid"]
    os.kill(pid, signal.SIGSTOP)
    arguments = {"name": "search", "arguments": {"query": "pears"}}
    host.send(id="killer", method="tools/call", params=arguments)
    host.ask("ping")
    os.kill(pid, signal.SIGKILL)
    while host.receive().get("id") != "killer":
        pass
    host.close_input()
    host.end()

    assert any("SIGKILL" in line for line in lines_of(state / "kebab.log", "killer"))


def test_what_is_read_and_what_is_secret_is_in_no_log(logged, tmp_path):
    secrets = dict.fromkeys(("THE_KEY", "OPENAI_API_KEY", "HF_TOKEN"), SECRET)
    secrets["KEBAB_LLM_API_KEY_ENV"] = "THE_KEY"
    host, state = logged(**secrets, PYTHONWARNINGS="always", PYTHONFAULTHANDLER="1")
    odd = tmp_path / "odd.md"
    odd.write_bytes(b"---\ntitle: [" + TEXT.encode() + b"\n---\n# " + TEXT.encode() + b"\n\xff\xfe")
    for tool, arguments in (
        ("ingest_stdin", {"title": TEXT, "content": f"# {TEXT}\n\n{TEXT} says it all."}),
        ("ingest_file", {"path": str(odd)}),
        ("search", {"query": TEXT}),
        ("search", {"query": f'"{TEXT} AND (', "k": 3}),
        ("bulk_search", {"queries": [{"query": TEXT}, {"query": 3}, TEXT]}),
        ("fetch", {"kind": "chunk", "chunk_id": TEXT}),
        ("fetch", {"kind": "doc", "doc_id": TEXT}),
        ("list_docs", {"cursor": TEXT}),
        ("doctor", {}),
    ):
        host.call(tool, **arguments)
    host.send_line(f'{{"jsonrpc": "2.0", "id": 1, "{TEXT}"'.encode())
    host.receive()
    host.send(method="notifications/cancelled", params={"requestId": [TEXT]})
    host.ask("tools/call", {"name": TEXT, "arguments": TEXT})
    host.ask("resources/read", {"uri": f"kebab://doc/{TEXT}"})
    host.close_input()
    host.end()

    written = [host.process.stderr.read(), *(path.read_bytes() for path in state.iterdir())]
    assert len(written) > 2
    for text in (TEXT, SECRET):
        assert not [found for found in written if text.encode() in found]


def test_a_key_where_the_name_of_its_variable_belongs_is_told_to_nobody(logged):
    host, state = logged(KEBAB_LLM_API_KEY_ENV=SECRET)
    told = json.dumps(host.call("search", query="apples"))
    host.close_input()
    host.end()

    assert "config_invalid" in told
    assert SECRET not in told
    written = [host.process.stderr.read(), *(path.read_bytes() for path in state.glob("*"))]
    assert not [found for found in written if SECRET.encode() in found]


def test_the_files_are_put_aside_when_they_grow_and_stay_few(logged):
    host, state = logged(KEBAB_LOGGING_MAX_BYTES=str(MAX_BYTES), KEBAB_LOGGING_KEEP_FILES="2")
    for number in range(400):
        host.call("search", query=f"apples {number}", k=1)
    host.close_input()
    host.end()

    sizes = {path.name: path.stat().st_size for path in state.iterdir()}
    assert sorted(sizes) == [
        "kebab.log", "kebab.log.1", "kebab.log.2", "worker-0.log", "worker-0.log.1"
    ]  # fmt: skip
    assert all(size < MAX_BYTES + 500 for size in sizes.values())


def test_by_default_nothing_is_written_of_calls_that_went_well(logged):
    host, state = logged(KEBAB_LOGGING_LEVEL="warning")
    for number in range(10):
        assert json.loads(host.call("search", query=f"bread {number}")["content"][0]["text"])
    host.close_input()
    host.end()

    assert b"".join(path.read_bytes() for path in state.iterdir()) == b""
