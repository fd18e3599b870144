"""Clients that send or read nothing are let go, and others are answered meanwhile."""

from __future__ import annotations

import contextlib
import json
import time

import pytest
from support.http_host import read_all, request

PING = request(1, "ping", {})
HURRY = {"idle_s": 0.5, "body_s": 0.5, "unread_s": 0.5}


@pytest.fixture(scope="module")
def hasty(serve_memory_in):
    """Give a server that has little patience."""
    with serve_memory_in(patience=HURRY) as site:
        yield site


def head(site, length):
    return (
        f"POST /mcp HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {site.token}\r\n"
        "accept: application/json, text/event-stream\r\ncontent-type: application/json\r\n"
        f"content-length: {length}\r\n\r\n"
    ).encode()


def send_for_ever(line, data):
    """Send until the server, which stops reading when its answers are not taken, hangs up."""
    while True:
        line.sendall(data)


def test_half_open_connections_do_not_keep_another_client_waiting(site):
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(site.connect()) for _ in range(200)]
        for line in lines:
            line.sendall(b"POST /mcp HTTP/1.1\r\nhost: localhost\r\nx: ")
        began = time.monotonic()
        for _ in range(10):
            assert site.call("search", query="x")["content"]

        assert time.monotonic() - began < 10


def test_too_many_half_open_connections_make_room_from_the_oldest_on(serve_memory_in):
    with serve_memory_in(patience={"max_waiting": 20}) as site, contextlib.ExitStack() as stack:
        first, *others = (stack.enter_context(site.connect()) for _ in range(22))

        assert read_all(first) == b""
        assert site.call("search", query="x")["content"]
        others[-1].sendall(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n")
        assert others[-1].recv(12) == b"HTTP/1.1 200"


@pytest.mark.parametrize("sent", [b"", b"P", b"POST /mcp HTTP/1.1\r\nhost: localhost\r\nx: y\r\n"])
def test_a_head_that_does_not_end_is_cut_off(hasty, sent):
    assert hasty.exchange(sent) == b""


def test_a_second_head_that_does_not_end_is_cut_off_too(hasty):
    whole = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n"

    assert hasty.exchange(whole + b"GET /hea").endswith(b"alive\n")


def test_a_body_that_does_not_end_is_given_up(hasty):
    answer = hasty.exchange(head(hasty, 100) + b'{"jsonrpc"')

    assert answer.startswith(b"HTTP/1.1 408")


def test_a_refused_body_that_never_comes_does_not_hold_the_connection(hasty):
    refused = head(hasty, 1000).replace(hasty.token.encode(), b"wrong")

    assert hasty.exchange(refused + b"{").startswith(b"HTTP/1.1 401")


def test_a_client_that_does_not_read_is_let_go(hasty):
    arguments = {"name": "search", "arguments": {"query": "huge"}}
    call = json.dumps(request(1, "tools/call", arguments)).encode()
    with hasty.connect() as line, pytest.raises(ConnectionError):
        send_for_ever(line, head(hasty, len(call)) + call)

    assert hasty.call("search", query="x")["content"]


def test_an_idle_connection_is_closed(hasty):
    answer = hasty.exchange(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n")

    assert answer.startswith(b"HTTP/1.1 200")
