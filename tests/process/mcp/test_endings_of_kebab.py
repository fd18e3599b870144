"""`kebab mcp` and its workers are gone soon after any end, whatever the workers are doing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

KEBAB = str(Path(sys.executable).with_name("kebab"))
# One second is what is promised; the rest is for a machine that is busy with other tests.
SOON_S = 2.0
WAYS = ["eof", "SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"]
DOCTOR = {"name": "doctor", "arguments": {}}


@pytest.fixture
def left(tmp_path):
    """Give a function that waits for the end of every process of the test, and names the others.

    A process of the test is known by its home, which it has from its server: none can slip away
    by being started late.
    """

    def is_ours(process: psutil.Process) -> bool:
        with suppress(psutil.Error):
            if process.status() != psutil.STATUS_ZOMBIE:
                return process.environ().get("HOME") == str(tmp_path)
        return False

    def wait() -> list[psutil.Process]:
        deadline = time.monotonic() + SOON_S
        ours = list(filter(is_ours, psutil.process_iter()))
        while ours and time.monotonic() < deadline:
            psutil.wait_procs(ours, timeout=0.05)
            ours = list(filter(is_ours, psutil.process_iter()))
        return ours

    return wait


def end_by(host, way: str) -> None:
    if way == "eof":
        host.close_input()
    else:
        host.process.send_signal(signal.Signals[way])


def workers_of(host) -> list[int]:
    return [worker["pid"] for worker in host.answer("doctor")["workers"]]


def stop_all(pids: list[int]) -> None:
    assert len(pids) == 2
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)


def ask_for_a_search(host, request_id: str = "busy") -> None:
    arguments = {"query": f"apples {request_id}"}
    host.send(id=request_id, method="tools/call", params={"name": "search", "arguments": arguments})


@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_left_when_the_workers_hang_in_a_call(serve, left, way):
    host = serve("--workers", "2")
    host.shake_hands()
    stop_all(workers_of(host))
    ask_for_a_search(host)
    host.ask("ping")
    end_by(host, way)

    assert left() == []


@pytest.mark.parametrize("way", ["eof", "SIGTERM", "SIGKILL"])
def test_nothing_is_left_when_a_worker_is_at_work(serve, left, way):
    host = serve("--workers", "2")
    host.shake_hands()
    content = "\n\n".join(f"# {n}\n\nA line about the number {n}." for n in range(20_000))
    call = {"name": "ingest_stdin", "arguments": {"content": content, "title": way}}
    call["_meta"] = {"progressToken": "p"}
    host.send(id="busy", method="tools/call", params=call)
    assert host.receive()["method"] == "notifications/progress"
    end_by(host, way)

    assert left() == []


@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_left_of_a_server_that_is_still_starting(serve, left, way):
    host = serve("--workers", "2")
    host.shake_hands()
    end_by(host, way)

    assert left() == []


@pytest.mark.parametrize("way", ["eof", "SIGHUP", "SIGKILL"])
def test_nothing_is_left_when_nothing_is_to_be_done(serve, left, way):
    host = serve("--workers", "2")
    host.shake_hands()
    assert len(workers_of(host)) == 2
    end_by(host, way)

    assert left() == []


@pytest.mark.parametrize("way", ["eof", "SIGTERM", "SIGKILL"])
def test_nothing_is_left_when_workers_are_booting(serve, left, way):
    host = serve("--workers", "2")
    host.shake_hands()
    for pid in workers_of(host):
        os.kill(pid, signal.SIGKILL)
    ask_for_a_search(host)
    host.ask("ping")
    end_by(host, way)

    assert left() == []


def test_nothing_is_left_when_the_host_stops_reading(config, tmp_path, left):
    reading, writing = os.pipe()
    server = subprocess.Popen(
        [KEBAB, "mcp", "--config", config, "--workers", "2"],
        stdin=subprocess.PIPE,
        stdout=writing,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "HOME": str(tmp_path)},
    )
    os.close(writing)
    with server.stdin, os.fdopen(reading, "rb") as answers:
        client = {"name": "host", "version": "1"}
        hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client}
        for number, method, params in ((1, "initialize", hello), (2, "tools/call", DOCTOR)):
            request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            server.stdin.write(json.dumps(request).encode() + b"\n")
            server.stdin.flush()
            answer = json.loads(answers.readline())
        report = json.loads(answer["result"]["content"][0]["text"])
        stop_all([worker["pid"] for worker in report["workers"]])
        answers.close()

        assert left() == []
        server.wait()


def test_nothing_is_left_when_the_launcher_is_killed(start, config, left):
    launcher = (
        "import signal, subprocess, sys\n"
        "subprocess.Popen(sys.argv[1:], stdin=0, stdout=1)\n"
        "signal.pause()\n"
    )
    server = [KEBAB, "mcp", "--config", str(config), "--workers", "2"]
    host = start(command=[sys.executable, "-c", launcher, *server])
    host.shake_hands()
    stop_all(workers_of(host))
    ask_for_a_search(host)
    host.process.kill()

    # Our ends of the pipes stay open: only the parent is gone.
    assert left() == []


def test_calls_outlive_the_workers_that_had_them(serve):
    host = serve("--workers", "2")
    host.shake_hands()
    pids = workers_of(host)
    stop_all(pids)
    asked = {f"q{n}" for n in range(20)}
    for request_id in asked:
        ask_for_a_search(host, request_id)
    host.ask("ping")
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
    answered = [host.receive() for _ in asked]

    assert {message["id"] for message in answered} == asked
    assert not [message for message in answered if message["result"].get("isError")]
