"""Answers to requests that do not reach the protocol, and how a request is taken in as a whole."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any

from kebab.mcp.http.patience import Patience

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

TEXT = "text/plain; charset=utf-8"
JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole answer."""

    status: int
    text: str
    media: str = TEXT
    headers: tuple[tuple[str, str], ...] = ()

    async def send(self, send: Send) -> None:
        """Send it."""
        body = self.text.encode("utf-8", "backslashreplace")
        fields = {
            "content-type": self.media,
            "content-length": str(len(body)),
            "cache-control": "no-store",
            "x-content-type-options": "nosniff",
            **dict(self.headers),
        }
        headers = [(name.encode(), value.encode()) for name, value in fields.items()]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def values_of(scope: Scope, name: bytes) -> list[bytes]:
    """Give every value of a header."""
    return [value for key, value in scope["headers"] if key == name]


def declared_bytes(scope: Scope) -> int | None:
    """Return how long a request says it is; None where it does not say."""
    values = values_of(scope, b"content-length")
    return int(values[0]) if len(values) == 1 and values[0].isdigit() else None


async def read_body(receive: Receive, limit: int, patience: Patience) -> bytes | Reply | None:
    """Read a request to its end; a refusal where it is too long or too slow, None where it broke
    off.
    """
    body = bytearray()
    began = asyncio.get_running_loop().time()
    try:
        async with asyncio.timeout(patience.body_s) as deadline:
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    return None
                body += message.get("body", b"")
                if len(body) > limit:
                    return too_long(limit)
                if not message.get("more_body", False):
                    return bytes(body)
                deadline.reschedule(
                    began + patience.body_s + len(body) / patience.slowest_bytes_per_s
                )
    except TimeoutError:
        return Reply(
            408, "the request did not arrive in time\n", headers=(("connection", "close"),)
        )


def too_long(limit: int) -> Reply:
    """Refuse a request of more than the limit."""
    return Reply(413, f"a request may have {limit:,} bytes at most\n")


def replay(body: bytes, receive: Receive) -> Receive:
    """Give a body that was read already, and then what comes after it."""
    is_given = False

    async def give() -> Message:
        nonlocal is_given
        if is_given:
            return await receive()
        is_given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return give
