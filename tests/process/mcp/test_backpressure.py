"""More work than can be done: refused at once or answered later, in memory that has a bound."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import psutil
import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is told by /proc here")

CALLS = 1000
MAX_GROWTH = 60 << 20
MEGABYTE = 1 << 20
SOON_S = 2.0  # one is promised; the rest is for a machine that is busy
# A server that takes nothing for so long has stopped to take anything.
PATIENCE_S = 1.0


def held_bytes(pid: int) -> int:
    return psutil.Process(pid).memory_full_info().pss


def peak_bytes(pid: int) -> int:
    """Read the most memory that a process ever had."""
    lines = Path(f"/proc/{pid}/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM"))


def request(number: int | str, method: str, **params: Any) -> bytes:
    message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    return json.dumps(message).encode()


def search(number: int) -> bytes:
    arguments = {"query": f"apples and pears {number}", "k": 10}
    return request(number, "tools/call", name="search", arguments=arguments)


# Short questions, long answers; the blanks make the questions more than the pipes can hold.
LISTINGS = [request(number, "tools/list") + b" " * 500 for number in range(3000)]


def outcome_of(reply: dict) -> str:
    result = reply["result"]
    body = json.loads(result["content"][0]["text"])
    if not result.get("isError"):
        return body["schema_version"]
    assert body["hint"]
    return body["code"]


def take(host, count: int) -> dict[int, str]:
    """Take so many answers; return how each call came out."""
    outcomes: dict[int, str] = {}
    for _ in range(count):
        reply = host.receive()
        assert reply["id"] not in outcomes
        outcomes[reply["id"]] = outcome_of(reply)
    return outcomes


@pytest.fixture
def warm(serve):
    """Give a server that has done everything once."""
    host = serve("--workers", "2")
    host.shake_hands()
    host.call("search", query="apples")
    host.call("doctor")
    return host


def test_a_thousand_calls_in_flight_are_each_answered_once_in_bounded_memory(warm):
    before = held_bytes(warm.process.pid)
    warm.send_line(b"\n".join(map(search, range(10_000, 10_000 + CALLS))))
    outcomes = take(warm, CALLS)

    assert sorted(outcomes) == list(range(10_000, 10_000 + CALLS))
    kinds = Counter(outcomes.values())
    assert kinds.keys() <= {"search_response.v1", "overloaded"}
    assert kinds["search_response.v1"] > 100
    assert warm.call("search", query="apples").get("isError", False) is False
    assert held_bytes(warm.process.pid) - before < MAX_GROWTH


def test_a_thousand_calls_to_workers_that_hang_are_refused_at_once_or_answered_later(warm):
    before = held_bytes(warm.process.pid)
    pids = [worker["pid"] for worker in warm.answer("doctor")["workers"]]
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    warm.send_line(b"\n".join(map(search, range(10_000, 10_000 + CALLS))))
    # None of these can be the work of a worker: they have all stopped.
    refused = take(warm, CALLS // 2 - 20)
    grown = held_bytes(warm.process.pid) - before
    for pid in pids:
        os.kill(pid, signal.SIGCONT)
    rest = take(warm, CALLS - len(refused))

    assert set(refused.values()) == {"overloaded"}
    assert sorted([*refused, *rest]) == list(range(10_000, 10_000 + CALLS))
    assert set(rest.values()) <= {"search_response.v1", "overloaded"}
    assert grown < MAX_GROWTH
    assert warm.call("search", query="apples").get("isError", False) is False


class SilentHost:
    """Sends what it has while the server takes it, and reads nothing before it is told to."""

    def __init__(self, process: subprocess.Popen, lines: list[bytes]) -> None:
        self._input = process.stdin.fileno()
        self._output = process.stdout.fileno()
        os.set_blocking(self._input, False)
        self.unsent = bytearray(b"\n".join(lines) + b"\n")

    def send_until_stuck(self) -> None:
        while self.unsent and select.select([], [self._input], [], PATIENCE_S)[1]:
            self._send()

    def _send(self) -> None:
        del self.unsent[: os.write(self._input, self.unsent[: select.PIPE_BUF])]

    def read(self, count: int) -> list[bytes]:
        """Send the rest and read so many answers."""
        came: list[bytes] = []
        while count > 0:
            sending = [self._input] if self.unsent else []
            readable, writable, _ = select.select([self._output], sending, [], 30)
            assert readable or writable, "the server does not go on"
            if writable:
                self._send()
            if readable:
                came.append(os.read(self._output, 1 << 20))
                count -= came[-1].count(b"\n")
        return b"".join(came).splitlines()


@pytest.fixture
def silent(config, tmp_path):
    """Start `kebab mcp` and read nothing but the answer to its handshake."""
    process = subprocess.Popen(
        [Path(sys.executable).with_name("kebab"), "mcp", "--config", config, "--workers", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "HOME": str(tmp_path)},
    )
    client = {"name": "host", "version": "1"}
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client}
    for line in (request("i", "initialize", **hello), request("t", "tools/list")):
        process.stdin.write(line + b"\n")
        process.stdin.flush()
        process.stdout.readline()
    yield process
    process.kill()
    process.wait()
    process.stdout.close()
    process.stdin.close()


def test_answers_that_nobody_reads_take_bounded_memory_and_come_once_when_read(silent):
    before = held_bytes(silent.pid)
    host = SilentHost(silent, LISTINGS)
    host.send_until_stuck()
    left = len(host.unsent)
    grown = held_bytes(silent.pid) - before
    answers = host.read(len(LISTINGS))

    assert sum(map(len, answers)) > 20 * MEGABYTE
    assert left > 0
    assert grown < 20 * MEGABYTE
    assert Counter(json.loads(a)["id"] for a in answers) == Counter(range(len(LISTINGS)))


def test_a_host_that_neither_reads_nor_stays_is_not_waited_for(silent):
    host = SilentHost(silent, LISTINGS)
    host.send_until_stuck()
    silent.stdin.close()

    assert silent.wait(SOON_S) == 0


def test_a_line_without_end_takes_bounded_memory_and_the_next_call_works(warm):
    before = held_bytes(warm.process.pid)
    piece = b"x" * MEGABYTE
    for _ in range(200):
        warm.process.stdin.write(piece)
    warm.send_line(b"")
    refusal = warm.receive()
    found = warm.call("search", query="apples")

    assert refusal["error"]["code"] == -32600
    assert found.get("isError", False) is False
    assert peak_bytes(warm.process.pid) - before < 120 * MEGABYTE
    assert held_bytes(warm.process.pid) - before < 20 * MEGABYTE
