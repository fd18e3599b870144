"""uvicorn with what it lacks: limits on clients that send or read nothing, and room for others.

It waits for ever for the rest of a request's head, and for a client that does not take its answer.
Neither costs a worker here, and each ends: a connection that is not being served has a deadline,
and where too many wait, the one that has waited longest makes room.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import socket
import ssl
from collections.abc import Iterator
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from kebab.mcp.http.patience import Patience
from kebab.mcp.http.replies import App

MAX_HEAD_BYTES = 32 << 10


class Lobby:
    """The connections that are not being served, in the order in which they began to wait."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._waiting: dict[Connection, None] = {}

    def enter(self, connection: Connection) -> None:
        """Let one wait; where there are too many, the first one has to go."""
        self._waiting.setdefault(connection)
        if len(self._waiting) > self._limit:
            first = next(iter(self._waiting))
            self.leave(first)
            first.transport.abort()

    def leave(self, connection: Connection) -> None:
        """Forget one that is served now, or gone."""
        self._waiting.pop(connection, None)


class Connection(H11Protocol):
    """One connection of a client."""

    def __init__(self, lobby: Lobby, patience: Patience, **options: Any) -> None:
        super().__init__(**options)
        self._lobby = lobby
        self._patience = patience
        self._idle: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Go on with a request; one that has its head is served."""
        super().data_received(data)
        if self._is_served():
            self._stop_waiting()
        elif self._idle is None and not self.transport.is_closing():
            self._wait()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._stop_waiting()
        super().on_response_complete()
        if not self.transport.is_closing():
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self._stop_waiting()
        self.resume_writing()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Give a client that does not read some time."""
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(self._patience.unread_s, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on: it reads."""
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
        super().resume_writing()

    def _is_served(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle  # none before the first request
        return cycle is not None and not cycle.response_complete

    def _wait(self) -> None:
        self._idle = self.loop.call_later(self._patience.idle_s, self.transport.abort)
        self._lobby.enter(self)

    def _stop_waiting(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None
        self._lobby.leave(self)


class Listener(uvicorn.Server):
    """Accepts connections; leaves the signals to whoever started it."""

    def __init__(
        self, config: uvicorn.Config, tls: ssl.SSLContext | None, patience: Patience
    ) -> None:
        super().__init__(config)
        self._tls = tls
        self._patience = patience

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        loop = asyncio.get_running_loop()
        lobby, patience = Lobby(self._patience.max_waiting), self._patience
        self.servers = [
            await loop.create_server(
                lambda: Connection(
                    lobby,
                    patience,
                    config=self.config,
                    server_state=self.server_state,
                    app_state={},
                ),
                sock=one,
                ssl=self._tls,
                ssl_handshake_timeout=patience.handshake_s if self._tls is not None else None,
            )
            for one in sockets or ()
        ]
        self.started = True

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take none."""
        yield


def make_listener(app: App, tls: ssl.SSLContext | None, patience: Patience) -> Listener:
    """Prepare to serve an app."""
    config = uvicorn.Config(
        app,
        http=Connection,
        ws="none",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=math.ceil(patience.idle_s),
        h11_max_incomplete_event_size=MAX_HEAD_BYTES,
    )
    return Listener(config, tls, patience)
