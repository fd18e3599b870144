"""What language model servers send, taken apart (lines, JSON objects, the thinking before it), and
how pictures are written for them.
"""

from __future__ import annotations

import base64
import json
from collections.abc import AsyncIterator
from typing import Any, Literal

from kebab.wire.picture import Picture

MAX_LINE_BYTES = 4 * 1024 * 1024
_OPEN, _CLOSE = "<think>", "</think>"


async def split_lines(pieces: AsyncIterator[bytes]) -> AsyncIterator[str]:
    """Give each line that holds something. Only a newline ends one, not U+2028 or U+0085."""
    pending = b""
    async for piece in pieces:
        *lines, pending = (pending + piece).split(b"\n")
        for line in lines:
            if line.strip():
                yield line.decode()
        if len(pending) > MAX_LINE_BYTES:
            raise ValueError("a line of it is too long")
    if pending.strip():
        yield pending.decode()


def read_object(text: str) -> dict[str, Any] | None:
    """Parse a JSON object; None for anything else."""
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def read_count(value: Any) -> int | None:
    """Take a number of tokens where there is one."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def in_base64(picture: Picture) -> str:
    """Write a picture as text."""
    return base64.b64encode(picture.data).decode("ascii")


class ThinkingFilter:
    """Leaves out the `<think>` block that some models write in front of their answer."""

    def __init__(self) -> None:
        self._held = ""
        self._state: Literal["start", "thinking", "gap", "answer"] = "start"

    def feed(self, text: str) -> str:
        """Take the next piece; give what of it belongs to the answer."""
        if self._state == "answer":
            return text
        self._held += text
        if self._state == "start":
            head = self._held.lstrip()
            if len(head) < len(_OPEN) and _OPEN.startswith(head):
                return ""
            self._state = "thinking" if head.startswith(_OPEN) else "answer"
        if self._state == "thinking":
            _, found, after = self._held.partition(_CLOSE)
            self._held = after if found else self._held
            self._state = "gap" if found else "thinking"
        if self._state == "gap":
            self._held = self._held.lstrip()
            self._state = "answer" if self._held else "gap"
        return self._release() if self._state == "answer" else ""

    def finish(self) -> str:
        """Give what was held back because a block might have begun."""
        return self._release() if self._state == "start" else ""

    def _release(self) -> str:
        text, self._held = self._held, ""
        return text
