"""Cuts a list or a text to what was asked for, and says where the rest begins. Pure.

A cursor is an offset and the state of the document and the question that it belongs to: after an
edit it is stale.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from kebab.errors import StaleCursorError

T = TypeVar("T")
_CURSOR = re.compile(r"o(\d{1,12})-([0-9a-f]{8})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Cut(Generic[T]):
    """A piece of a list; `offset` is where it begins."""

    items: Sequence[T]
    offset: int
    next_cursor: str | None

    @property
    def truncated(self) -> bool:
        """Tell whether something follows."""
        return self.next_cursor is not None


def cut(items: Sequence[T], limit: int, cursor: str | None, state: str) -> Cut[T]:
    """Take `limit` items from where the cursor points; `state` is the document's fingerprint."""
    start = offset_of(cursor, state)
    end = min(len(items), start + limit)
    return Cut(items[start:end], start, cursor_at(end, state) if end < len(items) else None)


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A piece of a text, and how much of it comes after."""

    text: str
    omitted_chars: int
    next_cursor: str | None


def cut_text(
    text: str, max_chars: int, cursor: str | None, state: str, marks: Sequence[str] = ("\n",)
) -> TextPiece:
    """Take up to `max_chars`; cut after the last of the first mark that is there, if any is.

    The pieces of a walk are the text again, when they are put together.
    """
    start = offset_of(cursor, state)
    end = min(len(text), start + max_chars)
    if end < len(text):
        found = (text.rfind(mark, start, end) + len(mark) for mark in marks if mark in text)
        end = next((at for at in found if start + max_chars // 2 < at <= end), end)
    next_cursor = cursor_at(end, state) if end < len(text) else None
    return TextPiece(text[start:end], max(0, len(text) - end), next_cursor)


def offset_of(cursor: str | None, state: str) -> int:
    """Read a cursor. Raises StaleCursorError where it is none or belongs to another state."""
    if cursor is None:
        return 0
    match = _CURSOR.fullmatch(cursor)
    if match is None:
        raise _stale("the cursor is damaged")
    if match[2] != state:
        raise _stale(
            "the document has changed since the cursor was made, or the cursor is of another "
            "document or question"
        )
    return int(match[1])


def cursor_at(offset: int, state: str) -> str:
    """Write a cursor."""
    return f"o{offset}-{state}"


def _stale(reason: str) -> StaleCursorError:
    return StaleCursorError(
        reason, hint="leave cursor out to start over", details={"reason": reason}
    )
