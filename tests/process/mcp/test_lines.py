"""Lines that are no usable message: each is answered, and the next one works."""

from __future__ import annotations

import json
import random

import pytest

PING = b'{"jsonrpc":"2.0","id":"next","method":"ping"}'


def replies(host, line: bytes) -> list[dict]:
    """Send a line and a ping; return what comes back before the ping's answer."""
    host.send_line(line)
    host.send_line(PING)
    found = []
    while (message := host.receive()).get("id") != "next":
        found.append(message)
    return found


@pytest.mark.parametrize(
    ("line", "code", "request_id"),
    [
        (b"not json", -32700, None),
        (b'{"jsonrpc":"2.0","id":1,"method":', -32700, None),
        (b'{"jsonrpc":"2.0","id":1,"method":"\xff"}', -32700, None),
        (b"[" * 5000 + b"]" * 5000, -32700, None),
        (b'{"a":' * 5000 + b"1" + b"}" * 5000, -32700, None),
        (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600, None),
        (b'{"jsonrpc":"1.0","id":7,"method":"ping"}', -32600, 7),
        (b'{"jsonrpc":"2.0","id":"a","method":3}', -32600, "a"),
        (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', -32600, None),
        (b'"text"', -32600, None),
        (b"17", -32600, None),
    ],
)
def test_a_line_that_is_no_message_is_answered(host, line, code, request_id):
    (reply,) = replies(host, line)

    assert reply["error"]["code"] == code
    assert reply["id"] == request_id


@pytest.mark.parametrize("line", [b"", b"   ", b"\r"])
def test_an_empty_line_is_passed_over(host, line):
    assert replies(host, line) == []


def test_crlf_ends_a_line_too(host):
    assert replies(host, PING.replace(b"next", b"crlf") + b"\r")[0]["id"] == "crlf"


def test_a_lone_surrogate_in_an_argument_does_no_harm(host):
    line = (
        rb'{"jsonrpc":"2.0","id":"s","method":"tools/call",'
        rb'"params":{"name":"search","arguments":{"query":"\ud800"}}}'
    )
    (reply,) = replies(host, line)

    assert reply["id"] == "s"


def test_a_line_of_ten_megabytes_is_read(host):
    message = {"name": "ingest_stdin", "arguments": {"title": "t", "content": "x" * 10_000_000}}

    assert host.ask("tools/call", message)["result"].get("isError", False) is False


def test_a_line_over_the_limit_is_refused_and_skipped(start):
    host = start()
    host.shake_hands()
    (reply,) = replies(host, b'{"jsonrpc":"2.0","id":1,"x":"' + b"x" * (65 << 20) + b'"}')

    assert reply["error"]["code"] == -32600
    assert host.call("search", query="x")["content"]


def test_two_thousand_broken_lines_leave_the_server_working(host):
    chance = random.Random(20260101)  # noqa: S311 - the same lines every time
    whole = (
        b'{"jsonrpc":"2.0","id":5,"method":"tools/call",'
        b'"params":{"name":"search","arguments":{"query":"x","k":3}}}'
    )
    for _ in range(40):
        lines = []
        for _ in range(50):
            line = bytearray(whole)
            for _ in range(chance.randrange(1, 6)):
                where = chance.randrange(len(line))
                match chance.randrange(3):
                    case 0:
                        line[where] = chance.randrange(256)
                    case 1:
                        del line[where : where + chance.randrange(1, 20)]
                    case 2:
                        line[where:where] = bytes(chance.choices(b'{}[]",:0e\\u', k=3))
            lines.append(bytes(line).replace(b"\n", b" "))
        for reply in replies(host, b"\n".join(lines)):
            assert reply["jsonrpc"] == "2.0"

    assert json.loads(host.call("search", query="x")["content"][0]["text"])["hits"]
