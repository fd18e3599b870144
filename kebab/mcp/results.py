"""Put what a tool returned, or why it failed, into the result that a host reads.

The text is the exact JSON that the command line prints. `structuredContent` repeats it where the
settings want it; an error never has it, because some clients throw away an error whose structured
content does not match. An answer that is too long is not cut: it is asked for again, smaller.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Container
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


def success(
    text: str, *, structured: bool, picture: tuple[str, bytes] | None = None
) -> dict[str, Any]:
    """Answer with the JSON text of a value, and the picture that belongs to it, by type."""
    content: list[dict[str, Any]] = [{"type": "text", "text": text}]
    if picture is not None:
        mime, data = picture
        encoded = base64.b64encode(data).decode("ascii")
        content.append({"type": "image", "data": encoded, "mimeType": mime})
    result: dict[str, Any] = {"content": content}
    if structured:
        result["structuredContent"] = json.loads(text)
    return result


def failure(error: KebabError, served: Container[str]) -> dict[str, Any]:
    """Answer with error.v1. A next call that names a tool which is not served is left out."""
    call = error.details.get("next_call")
    if call is not None and call["name"] not in served:
        del error.details["next_call"]
    text = to_json(error_object(error))
    return {"content": [{"type": "text", "text": text}], "isError": True}


def too_large(tool: str, chars: int, limit: int, hint: str) -> TooLargeError:
    """Say that an answer is over the limit, and how to get it in parts."""
    return TooLargeError(
        f"the answer of {tool} has {chars:,} characters; the limit is {limit:,}",
        hint=hint,
        details={"chars": chars, "maximum": limit},
    )
