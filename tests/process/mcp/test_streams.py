"""The standard streams of `kebab mcp`: closed, full or noisy, none stops it or speaks for it."""

from __future__ import annotations

import json
import os
import select
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="descriptors are POSIX here")

KEBAB = str(Path(sys.executable).with_name("kebab"))
# Prints from the first line of every interpreter: in front even before the first line of kebab's.
AT_START = "import os\nos.write(1, b'noise at the start\\n')\n"
# Prints whenever a file is opened, in front once it serves, and in a worker from its first line.
AT_WORK = """
import os, sys

def print_much(event, arguments):
    if event == "open" and not sys.modules.keys().isdisjoint({"kebab.mcp.serving", "workers"}):
        os.write(1, b"noise on 1" * 100 + b"\\n")
        os.write(2, b"noise on 2" * 100 + b"\\n")

sys.addaudithook(print_much)
"""


@pytest.fixture
def noisy(tmp_path):
    """Give a function that returns an environment whose interpreters all run this first."""

    def make(code: str) -> dict[str, str]:
        folder = tmp_path / "noise"
        folder.mkdir()
        (folder / "sitecustomize.py").write_text(code, encoding="utf-8")
        path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
        return {"PYTHONPATH": path, "KEBAB_STORAGE_STATE_DIR": str(tmp_path / "state")}

    return make


@pytest.fixture
def full_pipe():
    """Give the writing end of a pipe that takes nothing more."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    while select.select([], [writing], [], 0)[1]:
        os.write(writing, b"x" * 512)
    os.set_blocking(writing, True)
    yield writing
    os.close(reading)
    os.close(writing)


def use(host) -> None:
    host.shake_hands()
    assert host.answer("search", query="apples")["hits"]
    assert len(host.answer("doctor")["workers"]) == 2
    assert (
        host.call("ingest_stdin", title="t", content="# t\n\nwords").get("isError", False) is False
    )


def test_what_libraries_print_in_front_and_workers_never_reaches_stdout(serve, noisy, tmp_path):
    host = serve("--workers", "2", env=noisy(AT_WORK))
    use(host)
    host.close_input()
    host.end()

    assert {json.loads(line)["jsonrpc"] for line in host.lines} == {"2.0"}
    logs = {path.name: path.read_bytes() for path in (tmp_path / "state").iterdir()}
    assert b"noise on 1" in logs["kebab.log"]
    assert b"noise on 2" in logs["worker-0.log"]


def test_of_noise_before_our_first_line_only_the_fronts_own_is_heard(serve, noisy):
    host = serve("--workers", "2", env=noisy(AT_START))
    first = host._arrived.get(timeout=30)
    host.shake_hands()
    assert len(host.answer("doctor")["workers"]) == 2
    host.close_input()
    host.end()

    assert first == b"noise at the start\n"
    assert {json.loads(line)["jsonrpc"] for line in host.lines[1:]} == {"2.0"}


def test_a_full_stderr_stops_neither_the_front_nor_a_worker(serve, noisy, full_pipe):
    env = {**noisy(AT_WORK), "KEBAB_LOGGING_LEVEL": "debug"}
    host = serve("--workers", "2", env=env, stderr=full_pipe)
    use(host)
    host.send_line(b"no message")
    assert host.receive()["error"]["code"] == -32700
    host.close_input()

    assert host.end() == 0


@pytest.fixture
def serve_without(start, config):
    """Start `kebab mcp` with one of its descriptors closed."""

    def start_kebab(closed: str):
        words = [KEBAB, "mcp", "--config", str(config), "--workers", "2"]
        return start(command=["/bin/sh", "-c", f'exec "$@" {closed}', "sh", *words])

    return start_kebab


def test_a_stderr_that_was_closed_from_the_start_is_missed_by_nobody(serve_without):
    use(serve_without("2>&-"))


def test_a_stdin_that_was_closed_from_the_start_ends_it_at_once(serve_without):
    host = serve_without("0<&-")

    assert host.end() == 0
    assert host.lines == []


def test_a_stdout_that_was_closed_from_the_start_ends_it_at_once(serve_without):
    assert serve_without("1>&-").end() == 1
