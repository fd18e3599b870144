"""Put what a tool returned, or why it failed, into the result that a host reads.

The text is the exact JSON that the command line prints. `structuredContent` repeats it where the
settings want it; an error never has it, because some clients throw away an error whose structured
content does not match. An answer that is too long is not cut: it is asked for again, smaller.
"""

from __future__ import annotations

import json
from typing import Any

from kebab.errors import KebabError, TooLargeError
from kebab.wire.error import error_object
from kebab.wire.wire_object import to_json

# Between English (about 4) and JSON full of ids (about 3).
CHARS_PER_TOKEN = 3.5
# The budget is an estimate of the service; an answer is refused only where it is far off.
_SLACK = 2


def hard_limit(max_tokens: int) -> int:
    """Return how many characters an answer may have at most."""
    return int(max_tokens * CHARS_PER_TOKEN * _SLACK)


def success(text: str, *, structured: bool) -> dict[str, Any]:
    """Answer with the JSON text of a value."""
    result: dict[str, Any] = {"content": [{"type": "text", "text": text}]}
    if structured:
        result["structuredContent"] = json.loads(text)
    return result


def failure(error: KebabError) -> dict[str, Any]:
    """Answer with error.v1."""
    text = to_json(error_object(error))
    return {"content": [{"type": "text", "text": text}], "isError": True}


def too_large(tool: str, chars: int, limit: int, hint: str) -> TooLargeError:
    """Say that an answer is over the limit, and how to get it in parts."""
    return TooLargeError(
        f"the answer of {tool} has {chars:,} characters; the limit is {limit:,}",
        hint=hint,
        details={"chars": chars, "maximum": limit},
    )
