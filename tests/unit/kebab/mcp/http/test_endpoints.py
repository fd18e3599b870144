"""The paths, and how many bytes may be on their way at once."""

from __future__ import annotations

import asyncio

from mcp.server.lowlevel.server import Server

from kebab.mcp.http.endpoints import Endpoints, Parts
from kebab.mcp.http.greeting import Greeting
from kebab.mcp.http.metrics import Metrics
from kebab.mcp.http.patience import Patience
from kebab.mcp.http.readiness import Readiness, Verdict
from kebab.mcp.http.replies import Reply

LIMIT = 64 << 20


async def protocol(_scope, receive, send):
    """Answer with what was received, as the SDK would."""
    message = await receive()
    await Reply(200, message["body"].decode()).send(send)


async def full(_scope, _receive, send):
    await Reply(503, "Too many open sessions").send(send)


async def check():
    return Verdict(is_ready=False, text="{}")


def make(app=protocol, *, has_sessions=False):
    def clock():
        return 0.0

    greeting = Greeting(Server("kebab"), str, clock)
    readiness = Readiness(check, clock)
    metrics = Metrics(list)
    return Endpoints(Parts(app, greeting, readiness, metrics, LIMIT, has_sessions, Patience()))


async def ask(app, method="POST", path="/mcp", body=b"{}", length=None):
    """Make a request; without a body it stays on its way. Return the status and the headers."""
    size = len(body or b"") if length is None else length
    headers = [(b"content-length", str(size).encode())]
    sent = []

    async def receive():
        if body is None:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message):
        sent.append(message)

    await app({"method": method, "path": path, "headers": headers}, receive, send)
    return sent[0]["status"], dict(sent[0]["headers"])


def test_the_protocol_gets_the_whole_request():
    assert asyncio.run(ask(make()))[0] == 200
    assert asyncio.run(ask(make(), path="/mcp/"))[0] == 200


def test_without_sessions_there_is_no_stream_to_wait_at():
    status, headers = asyncio.run(ask(make(), "GET"))

    assert (status, headers[b"allow"]) == (405, b"POST")
    assert asyncio.run(ask(make(has_sessions=True), "DELETE"))[0] == 200


def test_what_watches_over_the_server_can_only_be_read():
    for path, status in (("/healthz", 200), ("/readyz", 503), ("/metrics", 200), ("/x", 404)):
        assert asyncio.run(ask(make(), "GET", path))[0] == status
        assert asyncio.run(ask(make(), "HEAD", path))[0] == status
    assert asyncio.run(ask(make(), "POST", "/healthz"))[0] == 405


def test_too_many_sessions_are_told_with_when_to_try_again():
    status, headers = asyncio.run(ask(make(full, has_sessions=True)))

    assert (status, headers[b"retry-after"]) == (429, b"60")


def test_more_bytes_than_fit_are_refused_until_the_others_are_done():
    async def fill():
        app = make()
        waiting = [asyncio.create_task(ask(app, body=None, length=LIMIT)) for _ in range(2)]
        await asyncio.sleep(0)
        busy = await ask(app)
        for task in waiting:
            task.cancel()
        await asyncio.wait(waiting)
        return busy, await ask(app), await ask(app, length=LIMIT + 1)

    busy, after, too_long = asyncio.run(fill())

    assert (busy[0], busy[1][b"retry-after"]) == (503, b"1")
    assert after[0] == 200
    assert too_long[0] == 413
