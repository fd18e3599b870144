"""How the server ends: soon, for every reason, and with nothing left unanswered."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from kebab.mcp.ending import PARENT_INTERVAL_S

SOON_S = 1.0
HELLO = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "h", "version": "1"},
}


def ended_after(host) -> tuple[int, float]:
    asked = time.monotonic()
    return host.end(), time.monotonic() - asked


def hang(host) -> None:
    host.send(
        id="h", method="tools/call", params={"name": "search", "arguments": {"query": "hang"}}
    )
    host.ask("ping")


def test_the_end_of_input_ends_an_idle_server(start):
    host = start()
    host.shake_hands()
    host.ask("ping")
    host.close_input()
    status, seconds = ended_after(host)

    assert status == 0
    assert seconds < SOON_S


def test_the_end_of_input_settles_a_call_that_hangs(start):
    host = start()
    host.shake_hands()
    hang(host)
    host.close_input()
    status, seconds = ended_after(host)

    assert status == 0
    assert seconds < SOON_S
    last = json.loads(host.lines[-1])
    assert last["id"] == "h"
    assert last["error"]["code"] == -32000


def test_the_end_of_input_before_anything_was_said_ends_at_once(start):
    host = start()
    host.close_input()

    assert host.end() == 0
    assert host.lines == []


@pytest.mark.parametrize("first_words", [(), ("notifications/initialized",)])
def test_the_end_of_input_right_after_the_handshake_is_not_kept_waiting(start, first_words):
    host = start()
    host.ask("initialize", HELLO)
    for method in first_words:
        host.send(method=method)
    host.close_input()
    status, seconds = ended_after(host)

    assert status == 0
    # Less than the imports take, which are under way.
    assert seconds < SOON_S / 2
    assert len(host.lines) == 1


def test_what_was_asked_right_after_the_handshake_is_answered_before_the_end(start):
    host = start()
    host.ask("initialize", HELLO)
    host.send(id="list", method="tools/list")
    host.send_line(b"no message")
    host.close_input()

    assert host.end() == 0
    assert sorted(str(json.loads(line)["id"]) for line in host.lines) == ["1", "None", "list"]


def test_two_requests_with_one_id_are_both_answered_before_the_end(start):
    host = start()
    host.shake_hands()
    host.ask("ping")
    hang(host)
    hang(host)
    host.send(id="h", method="ping")
    host.close_input()

    assert host.end() == 0
    replies = [json.loads(line) for line in host.lines]
    assert sum(reply["id"] == "h" for reply in replies) == 3


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
@pytest.mark.parametrize("busy", [False, True])
def test_a_signal_ends_the_server(start, name, busy):
    host = start()
    host.shake_hands()
    hang(host) if busy else host.ask("ping")
    number = signal.Signals[name]
    host.process.send_signal(number)
    status, seconds = ended_after(host)

    assert status == 128 + number
    assert seconds < SOON_S


def test_a_closed_output_ends_the_server(start):
    host = start()  # only for its command line
    reading, writing = os.pipe()
    process = subprocess.Popen(
        host.process.args, stdin=subprocess.PIPE, stdout=writing, stderr=subprocess.DEVNULL
    )
    os.close(writing)
    process.stdin.write(
        b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",'
        b'"capabilities":{},"clientInfo":{"name":"h","version":"1"}}}\n'
    )
    process.stdin.flush()
    assert os.read(reading, 65536)
    os.close(reading)
    with process.stdin:
        assert process.wait(30) == 1


def test_the_death_of_the_parent_ends_the_server(start, tmp_path):
    host = start()  # only for its command line
    launcher = (
        "import signal, subprocess, sys\n"
        "subprocess.Popen(sys.argv[1:], stdin=0, stdout=1)\n"
        "signal.pause()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", launcher, *host.process.args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=tmp_path,
    )
    process.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
    process.stdin.flush()
    process.stdout.readline()
    process.kill()
    process.wait()
    killed = time.monotonic()
    # Our ends of the pipes stay open: only the parent is gone. The pipe closes when the server is.
    assert process.stdout.read() == b""
    assert time.monotonic() - killed < PARENT_INTERVAL_S + SOON_S
    process.stdin.close()
    process.stdout.close()


def test_requests_piped_in_at_once_are_all_answered(start):
    host = start()
    host.send(
        id=1,
        method="initialize",
        params={
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "h", "version": "1"},
        },
    )
    host.send(method="notifications/initialized")
    host.send(id=2, method="tools/list")
    host.send(id=3, method="tools/call", params={"name": "search", "arguments": {"query": "x"}})
    host.close_input()

    assert host.end() == 0
    assert sorted(json.loads(line)["id"] for line in host.lines) == [1, 2, 3]
    assert all("result" in json.loads(line) for line in host.lines)


def test_requests_from_a_file_are_answered_into_a_file(start, tmp_path):
    script = tmp_path / "requests"
    script.write_bytes(
        b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",'
        b'"capabilities":{},"clientInfo":{"name":"h","version":"1"}}}\n'
        b'{"jsonrpc":"2.0","id":2,"method":"tools/list"}\n'
    )
    answers = tmp_path / "answers"
    command = start().process.args
    with script.open("rb") as requests, answers.open("wb") as output:
        subprocess.run(
            command,
            stdin=requests,
            stdout=output,
            stderr=subprocess.DEVNULL,
            check=True,
            timeout=30,
        )

    assert [json.loads(line)["id"] for line in answers.read_bytes().splitlines()] == [1, 2]


def test_a_stderr_that_nobody_reads_stops_nothing(start):
    host = start(stderr=subprocess.PIPE)
    host.shake_hands()
    for _ in range(300):
        assert host.call("search", query="crash")["isError"] is True
    host.close_input()

    assert host.end() == 0
