"""Write the passage that stands for a chunk in the vector space, and name it. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from blake3 import blake3

# What the embedded model takes, less its own marks and prefix.
_PASSAGE_TOKENS = 500
_LEAST_CONTEXT_TOKENS = 24
_KEY_BYTES = 16
# Below this code point a token of the embedded model is about three characters, above it one.
_WIDE_FROM = 0x2E80


def passage_text(title: str, heading_path: Sequence[str], text: str, token_count: int) -> str:
    """Put title and headings above a chunk's text, as far as the model has room for them.

    The text comes whole. A heading that the text starts with, or that is the title, is not said
    twice; where room is short the innermost headings are kept.
    """
    first_line = text.split("\n", 1)[0]
    names = [name for name in dict.fromkeys((title, *heading_path)) if name.strip()]
    names = [name for name in names if name not in first_line]
    room = max(_LEAST_CONTEXT_TOKENS, _PASSAGE_TOKENS - token_count)
    kept: list[str] = []
    for name in reversed(names):
        cost = _rough_tokens(name) + 1
        if cost > room:
            break
        room -= cost
        kept.insert(0, name)
    return "\n".join(part for part in (" > ".join(kept), text) if part)


def passage_key(passage: str) -> bytes:
    """Name a passage by its text: equal passages share one vector."""
    return blake3(passage.encode("utf-8", "surrogatepass")).digest(_KEY_BYTES)


def _rough_tokens(name: str) -> int:
    wide = sum(ord(character) >= _WIDE_FROM for character in name)
    return wide + (len(name) - wide) // 3 + 1
