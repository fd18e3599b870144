"""How long a client may take: with none of it is a worker kept waiting, and each of it ends."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds, and how many may try it at once.

    `idle_s` is for the head of a request, and between two requests of a connection; `body_s` for
    the rest of it, and as much more as a slow line needs; `unread_s` for a client to take what was
    sent. Of the connections that have no request, `max_waiting` may be open.
    """

    idle_s: float = 15.0
    body_s: float = 10.0
    unread_s: float = 30.0
    handshake_s: float = 10.0
    max_waiting: int = 256
    slowest_bytes_per_s: int = 64 << 10
