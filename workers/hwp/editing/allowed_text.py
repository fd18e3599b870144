"""Lets text into a document that its XML can hold. Pure."""

from __future__ import annotations

import re

from kebab.errors import InvalidInputError

_FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_MAX_CHARS = 1_000_000


def allowed(text: str, name: str) -> str:
    """Return a text with its line ends made one kind, or say what may not stand in it."""
    if found := _FORBIDDEN.search(text):
        raise InvalidInputError(
            f"{name} holds the control character U+{ord(found[0]):04X}, which no document can hold",
            hint="leave it out; lines end with a line feed",
            details={"argument": name, "position": found.start()},
        )
    if len(text) > _MAX_CHARS:
        raise InvalidInputError(
            f"{name} has {len(text)} characters; {_MAX_CHARS} are the most",
            hint="give a shorter text",
            details={"argument": name},
        )
    return text.replace("\r\n", "\n").replace("\r", "\n")
