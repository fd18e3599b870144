"""Say what a server has to do with a line, by the words of JSON-RPC and MCP and nothing of kebab's.

It reads with the standard library's parser, and where parsers may honestly differ (NaN, a lone
surrogate, a repeated key, very deep nesting) it leaves the choice between the two right reactions.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

Id = str | int | None
# All parsers go at least so deep.
SHALLOW = 60
# More digits than Python turns into a number (sys.int_info.default_max_str_digits).
_MOST_DIGITS = 4000


@dataclass(frozen=True, slots=True)
class Reaction:
    """The ids of which exactly one reply may carry one; none: the line has to be met by silence.

    `or_silence` allows both. `cancels` is the id of a request that need not be answered any more.
    """

    ids: frozenset[Id] = frozenset()
    or_silence: bool = False
    cancels: str | int | None = None


SILENCE = Reaction()
REFUSAL = Reaction(frozenset({None}))


class _NotJsonError(ValueError):
    """Python reads it, but it is not JSON."""


class _Object(dict[str, Any]):
    """An object that knows whether a key came twice, and every id it was given."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.is_repetitive = len(self) < len(pairs)
        self.ids = [value for key, value in pairs if key == "id"]


def expect(line: bytes) -> Reaction:
    """Decide what has to come back for one line, without its end."""
    if not line.strip():
        return SILENCE
    try:
        message = _parse(line.decode("utf-8"), strict=True)
    except (ValueError, RecursionError):
        return _unreadable(line)
    if not isinstance(message, _Object):
        return REFUSAL
    return _doubtful(message) if message.is_repetitive else _of_object(message)


def _of_object(message: _Object) -> Reaction:
    well_formed = message.get("jsonrpc") == "2.0"
    if "method" in message:
        takes = isinstance(message["method"], str) and _is_object(message.get("params"))
        if "id" not in message:
            return _notification(message) if well_formed and takes else REFUSAL
        if not _is_id(message["id"]):
            return REFUSAL
        if well_formed and takes and message.keys().isdisjoint({"result", "error"}):
            return Reaction(frozenset({message["id"]}))
        return _either(message)
    if well_formed and _is_response(message):
        return SILENCE
    # A response that is not quite one: nobody waits for anything.
    looks_like_one = not message.keys().isdisjoint({"result", "error"})
    return replace(_either(message), or_silence=looks_like_one)


def _notification(message: _Object) -> Reaction:
    params = message.get("params") or {}
    if message["method"] == "notifications/cancelled" and _is_id(params.get("requestId")):
        return Reaction(cancels=params["requestId"])
    return SILENCE


def _is_response(message: _Object) -> bool:
    if isinstance(message.get("result"), dict):
        return _is_id(message.get("id"))
    error = message.get("error")
    return (
        isinstance(error, dict)
        and "id" in message
        and (message["id"] is None or _is_id(message["id"]))
        and isinstance(error.get("message"), str)
        and isinstance(error.get("code"), int)
        and not isinstance(error["code"], bool)
    )


def _either(message: _Object) -> Reaction:
    """Allow the reply to a wrong message to name it or not."""
    return Reaction(frozenset({None, *filter(_is_id, message.ids)}))


def _unreadable(line: bytes) -> Reaction:
    """Allow a lenient parser to name what a strict one cannot read."""
    try:
        message = _parse(line, strict=False)
    except (ValueError, RecursionError):
        return REFUSAL
    return _doubtful(message) if isinstance(message, _Object) else REFUSAL


def _doubtful(message: _Object) -> Reaction:
    """Allow it to be refused, or to be taken for what it looks like."""
    taken = _of_object(message)
    silence = taken.or_silence or not taken.ids
    return Reaction(_either(message).ids | taken.ids, silence, taken.cancels)


def _parse(text: str | bytes, *, strict: bool) -> Any:
    if not strict:
        return json.loads(text, object_pairs_hook=_Object)
    value = json.loads(text, object_pairs_hook=_Object, parse_constant=_refuse, parse_int=_integer)
    if _depth(value) > SHALLOW:
        raise _NotJsonError("too deep for some")
    str(text).encode("utf-8")
    json.dumps(value, ensure_ascii=False).encode("utf-8")  # fails for a lone surrogate
    return value


def _refuse(constant: str) -> Any:
    raise _NotJsonError(constant)


def _integer(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise _NotJsonError("more digits than some take")
    return int(digits)


def _depth(value: Any) -> int:
    depth = -1
    level: list[Any] = [[value]]
    while level and depth <= SHALLOW + 1:
        inner = (v.values() if isinstance(v, dict) else v for v in level)
        level = [w for v in inner for w in v if isinstance(w, dict | list)]
        depth += 1
    return depth


def _is_id(value: Any) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _is_object(params: Any) -> bool:
    return params is None or isinstance(params, dict)
