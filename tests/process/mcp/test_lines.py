"""Lines that are no usable message: each is answered, and the next one works."""

from __future__ import annotations

import json

import pytest

TEN_MEGABYTES = 10_000_000
SEARCH = {"name": "search", "arguments": {"query": "x"}}
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
        (b'{"jsonrpc":"2.0","id":"b","method":"ping","result":{}}', -32600, "b"),
        (b'{"jsonrpc":"2.0","id":8,"method":1,"error":{"code":1,"message":"m"}}', -32600, 8),
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


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"x" * TEN_MEGABYTES, -32700),
        (b'{"jsonrpc":"2.0","id":"long","method":"' + b"x" * TEN_MEGABYTES, -32700),
        (b'{"jsonrpc":"2.0","id":"long","x":"' + b"x" * TEN_MEGABYTES + b'"}', -32600),
        (b"[" + b"[]," * (TEN_MEGABYTES // 3) + b"1]", -32600),
        (b'{"id":"' + b"x" * TEN_MEGABYTES + b'","jsonrpc":"2.0","method":1}', -32600),
        (b" " * TEN_MEGABYTES + b"\xff", -32700),
    ],
    ids=["no JSON", "cut", "no method", "nested", "long id", "blank"],
)
def test_ten_megabytes_that_are_no_message_are_answered(host, line, code):
    (reply,) = replies(host, line)

    assert reply["error"]["code"] == code


def test_a_request_nested_five_thousand_deep_is_refused(host):
    deep = b"[" * 5000 + b"]" * 5000
    (reply,) = replies(
        host, b'{"jsonrpc":"2.0","id":"d","method":"ping","params":{"x":' + deep + b"}}"
    )

    assert reply["error"]["code"] in {-32700, -32600}


def test_requests_in_flight_with_one_id_are_all_answered(host):
    for _ in range(5):
        host.send(id="twin", method="tools/call", params=SEARCH)
    answers = [host.receive() for _ in range(5)]

    assert [answer["id"] for answer in answers] == ["twin"] * 5
    assert all("result" in answer for answer in answers)
    assert replies(host, b"") == []


@pytest.mark.parametrize(
    "request_id", [b"99", b'"nobody"', b"true", b"null", b"1.5", b"[1]", b"{}"]
)
def test_a_cancel_of_what_is_not_in_flight_is_passed_over(host, request_id):
    params = b'{"requestId":' + request_id + b"}"
    line = b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":' + params + b"}"

    assert replies(host, line) == []


def test_requests_before_initialize_are_each_refused_or_answered_and_none_is_lost(start):
    host = start()
    for number, method in enumerate(("tools/list", "ping", "tools/call", "no/such", "ping")):
        host.send(id=f"early {number}", method=method, params=SEARCH)
    host.shake_hands()
    early = [json.loads(line) for line in host.lines if b"early" in line]

    assert sorted(message["id"] for message in early) == [f"early {n}" for n in range(5)]
    assert {message["id"] for message in early if "result" in message} == {"early 1", "early 4"}
    assert host.call("search", query="x")["content"]
