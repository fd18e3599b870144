"""Lone surrogates: halves of a character, which no UTF-8 text can hold.

Odd documents and file names that are not UTF-8 have them. They become U+FFFD on the way out.
"""

from __future__ import annotations

from typing import Any


def scrub(value: Any) -> Any:
    """Replace lone surrogates by U+FFFD, all the way down."""
    match value:
        case str():
            return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        case dict():
            return {scrub(key): scrub(item) for key, item in value.items()}
        case list() | tuple():
            return [scrub(item) for item in value]
        case _:
            return value
