"""Compare HTTP with stdio: latency, calls a second, memory after many sessions, an attack's effect.

    python tests/benchmarks/http_latency.py [--calls 2000] [--sessions 10000] [--json]

The base is the tests' small corpus with vectors that need no model, so that the way there is what
is timed. Of a client are many: on stdio that is as many calls in flight on one connection, over
HTTP as many connections. The attack is half-open requests and clients that do not read.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.http_host import LEGACY, Site, request, serving
from support.mcp_client import Client
from support.product import KEBAB, SUBJECTS, Product, corpus

HELLO = {
    "protocolVersion": LEGACY,
    "capabilities": {},
    "clientInfo": {"name": "benchmark", "version": "1"},
}
WORDS = [word for subject in SUBJECTS for word in subject]
HALF = b"POST /mcp HTTP/1.1\r\nhost: localhost\r\nx: "
Call = Callable[[str], Awaitable[None]]


class Line:
    """One connection that is kept, as light as can be: the client is not what is timed."""

    def __init__(self, site: Site, **headers: str) -> None:
        self._site = site
        shown = {**site.headers, "host": "localhost", **headers}
        self._head = "".join(f"{name}: {value}\r\n" for name, value in shown.items())
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, message: dict) -> tuple[bytes, bytes]:
        """Send a message; return the head and the rest of the answer."""
        if self._streams is None:
            self._streams = await asyncio.open_connection(
                "127.0.0.1", self._site.port, limit=1 << 24
            )
        reader, writer = self._streams
        writer.write(self.write(message))
        answer = await reader.readuntil(b"\r\n\r\n")
        assert answer.startswith((b"HTTP/1.1 200", b"HTTP/1.1 202")), answer
        if b"chunked" in answer:
            return answer, await reader.readuntil(b"\r\n0\r\n\r\n")
        length = answer.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
        return answer, await reader.readexactly(int(length or 0))

    def write(self, message: dict) -> bytes:
        """Write a request."""
        data = json.dumps(message).encode()
        head = f"POST /mcp HTTP/1.1\r\n{self._head}content-length: {len(data)}\r\n\r\n"
        return head.encode() + data

    async def search(self, query: str) -> None:
        """Make one call."""
        arguments = {"name": "search", "arguments": {"query": query}}
        _, body = await self.post(request(1, "tools/call", arguments))
        assert b"search_response.v1" in body

    def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            self._streams[1].close()


async def time_calls(callers: list[Call], calls: int) -> dict[str, float]:
    """Let each caller make its share, one call after the other."""
    words = itertools.cycle(WORDS)
    taken: list[float] = []

    async def make(call: Call) -> None:
        for _ in range(calls // len(callers)):
            began = time.perf_counter()
            await call(next(words))
            taken.append((time.perf_counter() - began) * 1000)

    began = time.perf_counter()
    await asyncio.gather(*(make(call) for call in callers))
    seconds = time.perf_counter() - began
    return {
        "p50_ms": round(statistics.median(taken), 2),
        "p95_ms": round(statistics.quantiles(taken, n=20)[-1], 2),
        "calls_per_s": round(len(taken) / seconds, 1),
    }


async def time_stdio(product: Product, calls: int) -> dict[str, dict[str, float]]:
    async with Client.over_stdio(product) as client:

        async def search(query: str) -> None:
            answer = await client.call("search", {"query": query})
            assert not answer.code, answer.text

        await time_calls([search], 50)
        return {str(count): await time_calls([search] * count, calls) for count in (1, 16)}


async def time_http(site: Site, calls: int) -> dict[str, dict[str, float]]:
    lines = [Line(site) for _ in range(16)]
    await time_calls([lines[0].search], 50)
    timed = {str(n): await time_calls([one.search for one in lines[:n]], calls) for n in (1, 16)}
    for line in lines:
        line.close()
    return timed


async def open_sessions(site: Site, count: int) -> dict[str, float]:
    """Shake hands and call once, again and again; return what the server holds before and after."""
    server = psutil.Process(site.process.pid)
    line = Line(site)
    await line.post(request(1, "initialize", HELLO))
    before = server.memory_info().rss
    for number in range(count):
        head, _ = await line.post(request(1, "initialize", HELLO))
        session = head.lower().partition(b"mcp-session-id: ")[2].partition(b"\r\n")[0].decode()
        held = Line(site, **({"mcp-session-id": session} if session else {}))
        held._streams = line._streams  # one connection for all: sockets are not what is counted
        await held.post({"jsonrpc": "2.0", "method": "notifications/initialized"})
        if number % 10 == 0:
            await held.search(WORDS[number % len(WORDS)])
    after = server.memory_info().rss
    line.close()
    return {
        "sessions": count,
        "before_mb": round(before / 2**20, 1),
        "after_mb": round(after / 2**20, 1),
        "bytes_a_session": round((after - before) / count),
    }


async def attack(site: Site, calls: int) -> dict[str, dict[str, float]]:
    """Time one client alone, beside half-open requests, and beside clients that do not read."""
    line = Line(site)
    unread = line.write(request(1, "tools/list", {})) * 20
    found = {"alone": await time_calls([line.search], calls)}
    for name, count, sent in (("half-open", 200, HALF), ("unread", 50, unread)):
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(count):
                _, writer = await asyncio.open_connection("127.0.0.1", site.port, limit=1 << 10)
                stack.callback(writer.close)
                writer.transport.pause_reading()
                writer.write(sent)
            found[name] = await time_calls([line.search], calls)
    line.close()
    return found


@contextlib.contextmanager
def start(product: Product, **env: str):
    """Start a server over HTTP."""
    product.env["KEBAB_HTTP_RATE_PER_MINUTE"] = "0"
    command = [*KEBAB, "mcp", "--http", "--port", "0"]
    token = product.folder / "state" / "http.token"
    with serving(command, product.env | env, product.folder, token) as site:
        yield site


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=2000)
    parser.add_argument("--sessions", type=int, default=10_000)
    parser.add_argument("--workers", default="2")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        product = Product(Path(folder), corpus())
        product.env["KEBAB_POOL_WORKERS"] = options.workers
        product.read("ingest", "--summary-only")
        found = {"stdio": asyncio.run(time_stdio(product, options.calls))}
        with start(product) as site:
            found["http"] = asyncio.run(time_http(site, options.calls))
            found["attack"] = asyncio.run(attack(site, options.calls // 4))
            found["stateless"] = asyncio.run(open_sessions(site, options.sessions))
        with start(product, KEBAB_HTTP_MAX_SESSIONS=str(options.sessions + 1)) as site:
            found["sessions"] = asyncio.run(open_sessions(site, options.sessions))
    if options.json:
        print(json.dumps(found))
        return
    for subject, figures in found.items():
        for name, value in figures.items():
            print(f"{subject:10} {name:16} {value}")


if __name__ == "__main__":
    main()
