"""A request is taken in as a whole, in time, or not at all."""

from __future__ import annotations

import asyncio

import pytest

from kebab.mcp.http.patience import Patience
from kebab.mcp.http.replies import Reply, declared_bytes, read_body, replay

HURRY = Patience(body_s=0.05, slowest_bytes_per_s=1 << 30)


def part(body, *, more=True):
    return {"type": "http.request", "body": body, "more_body": more}


def receiving(*messages):
    """Give the messages one by one, and then nothing more."""
    left = list(messages)

    async def receive():
        if not left:
            await asyncio.Event().wait()
        return left.pop(0)

    return receive


def read(*messages, limit=100):
    return asyncio.run(read_body(receiving(*messages), limit, HURRY))


def test_parts_become_one():
    assert read(part(b"a"), part(b"b"), part(b"c", more=False)) == b"abc"
    assert read(part(b"", more=False)) == b""


def test_one_that_breaks_off_is_nothing():
    assert read(part(b"a"), {"type": "http.disconnect"}) is None


@pytest.mark.parametrize("more", [True, False])
def test_one_byte_too_many_is_refused_as_soon_as_it_comes(more):
    assert read(part(b"x" * 100, more=False)) == b"x" * 100
    assert read(part(b"x" * 101, more=more)).status == 413


def test_one_that_stops_is_refused():
    assert read(part(b"a")).status == 408
    assert read().status == 408


def test_what_was_read_is_given_once_and_then_what_comes():
    async def give():
        receive = replay(b"body", receiving({"type": "http.disconnect"}))
        return await receive(), await receive()

    assert asyncio.run(give()) == (part(b"body", more=False), {"type": "http.disconnect"})


@pytest.mark.parametrize(
    ("values", "size"), [([b"12"], 12), ([], None), ([b"-1"], None), ([b"1", b"2"], None)]
)
def test_a_length_is_believed_where_it_is_one(values, size):
    headers = [(b"content-length", value) for value in values]

    assert declared_bytes({"headers": headers}) == size


def test_a_reply_is_sent_whole():
    sent = []

    async def send(message):
        sent.append(message)

    asyncio.run(Reply(401, "odd \udcff\n", headers=(("x", "y"),)).send(send))

    headers = dict(sent[0]["headers"])
    assert sent[0]["status"] == 401
    assert int(headers[b"content-length"]) == len(sent[1]["body"])
    assert headers[b"x"] == b"y"
