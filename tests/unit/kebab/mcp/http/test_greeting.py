"""What a host is told of the documents is looked up again, and not for every request."""

from __future__ import annotations

import asyncio

from mcp.server.lowlevel.server import Server

from kebab.mcp.http.greeting import SAID_S, Greeting

HELLO = b'{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}'
DISCOVER = HELLO.replace(b"initialize", b"server/discover")


class Library:
    """Says how often it was looked at."""

    def __init__(self):
        self.now_s = 0.0
        self.looks = 0

    def introduce(self):
        self.looks += 1
        return f"look {self.looks}"


def said_after(*requests):
    """Return the instructions after requests that come at their seconds."""

    async def take_in():
        library, low = Library(), Server("kebab", instructions="at the start")
        greeting = Greeting(low, library.introduce, lambda: library.now_s)
        for second, body in requests:
            library.now_s = second
            await greeting.prepare(body)
        return low.instructions

    return asyncio.run(take_in())


def test_a_first_request_is_told_what_is_there_now():
    assert said_after((SAID_S + 1, HELLO)) == "look 1"
    assert said_after((SAID_S + 1, DISCOVER)) == "look 1"


def test_many_in_a_moment_are_told_the_same():
    assert said_after((1, HELLO)) == "at the start"
    assert said_after((10, HELLO), (11, HELLO), (12, DISCOVER)) == "look 1"
    assert said_after((10, HELLO), (20, HELLO)) == "look 2"


def test_other_requests_and_long_ones_cost_no_look():
    assert said_after((10, HELLO.replace(b"initialize", b"tools/call"))) == "at the start"
    assert said_after((10, HELLO + b" " * 20_000)) == "at the start"
