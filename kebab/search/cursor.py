"""Where the next page starts, as an opaque text. A cursor fits one state of one call only."""

from __future__ import annotations

import base64
import binascii
import json
from dataclasses import dataclass
from typing import Any

from kebab.errors import StaleCursorError

_MAX_CHARS = 20_000


@dataclass(frozen=True, slots=True)
class Cursor:
    """An offset, and what has to be as it was: the arguments and the revision.

    `basis` is the caller's own: how a search was answered, or the place within a line.
    """

    offset: int
    fingerprint: str
    revision: int
    basis: str = ""


def encode(cursor: Cursor) -> str:
    """Write a cursor."""
    fields = [cursor.offset, cursor.revision, cursor.fingerprint, cursor.basis]
    text = json.dumps(fields, separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(text).decode().rstrip("=")


def decode(text: str, *, fingerprint: str, revision: int) -> Cursor:
    """Read a cursor. Raises StaleCursorError where it is damaged or belongs elsewhere."""
    cursor = _read(text)
    if cursor is None:
        raise stale("the cursor is damaged")
    if cursor.fingerprint != fingerprint:
        raise stale("the cursor belongs to a call with other arguments")
    if cursor.revision != revision:
        raise stale("what the cursor leads through has changed since it was made")
    return cursor


def stale(reason: str) -> StaleCursorError:
    """Say why a cursor cannot be used."""
    return StaleCursorError(
        reason, hint="leave cursor out to start over at the first page", details={"reason": reason}
    )


def _read(text: str) -> Cursor | None:
    if len(text) > _MAX_CHARS:
        return None
    try:
        padded = text.encode("ascii") + b"=" * (-len(text) % 4)
        fields: Any = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
    except (ValueError, binascii.Error, RecursionError):
        return None
    match fields:
        case [int(offset), int(revision), str(fingerprint), str(basis)] if (
            offset > 0 and not isinstance(offset, bool) and not isinstance(revision, bool)
        ):
            return Cursor(offset, fingerprint, revision, basis)
        case _:
            return None
