"""Instants of time, as wire v1 writes and reads them: RFC 3339, milliseconds since 1970 inside."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import lru_cache

from kebab.errors import InvalidInputError

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


@lru_cache(maxsize=512)  # the hits of an answer share a few instants
def rfc3339(milliseconds: int) -> str:
    """Write an instant in UTC, to the millisecond."""
    instant = _EPOCH + milliseconds * _MILLISECOND
    return instant.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def milliseconds_of(text: str, argument: str) -> int:
    """Read an instant with whatever offset it has; a date, or a time without offset, is in UTC."""
    try:
        instant = datetime.fromisoformat(text.strip().upper())
    except ValueError as cause:
        raise InvalidInputError(
            f"{argument} is no RFC 3339 time: {text[:80]!r}",
            hint="write it like 2026-01-31T09:30:00Z or 2026-01-31T18:30:00+09:00",
            details={"argument": argument, "given": text[:80]},
        ) from cause
    if instant.tzinfo is None:
        instant = instant.replace(tzinfo=UTC)
    return (instant - _EPOCH) // _MILLISECOND
