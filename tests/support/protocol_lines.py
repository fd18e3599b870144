"""Lines of the protocol in both eras, and what can go wrong with them on the way, by a seed."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

Message = dict[str, Any]

CLIENT = {"name": "host", "version": "1"}
HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": CLIENT}
ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": CLIENT,
}
DOC = "0" * 31 + "1"
REQUESTS: tuple[tuple[str, Message | None], ...] = (
    ("ping", None),
    ("ping", {}),
    ("initialize", HELLO),
    ("server/discover", {"_meta": ENVELOPE}),
    ("tools/list", {}),
    ("tools/list", {"cursor": "x"}),
    ("tools/call", {"name": "search", "arguments": {"query": "pears", "k": 2}}),
    ("tools/call", {"name": "fetch", "arguments": {"kind": "doc", "doc_id": DOC}}),
    ("tools/call", {"name": "list_docs", "arguments": {"path_glob": "*.md"}}),
    ("tools/call", {"name": "schema", "arguments": {}, "_meta": {"progressToken": 7}}),
    ("tools/call", {"name": "no_such_tool"}),
    ("resources/list", {}),
    ("resources/templates/list", {}),
    ("resources/read", {"uri": f"kebab://doc/{DOC}"}),
    ("prompts/list", {}),
    ("logging/setLevel", {"level": "info"}),
    ("completion/complete", {"ref": {"type": "ref/prompt", "name": "p"}, "argument": {}}),
    ("no/such/method", {"a": [1, 2.5, None, True, "ä"]}),
)
NOTIFICATIONS: tuple[tuple[str, Message | None], ...] = (
    ("notifications/initialized", None),
    ("notifications/cancelled", {"requestId": "gone", "reason": "changed my mind"}),
    ("notifications/cancelled", {"requestId": 99_999_999}),
    ("notifications/cancelled", {"requestId": True}),
    ("notifications/cancelled", {}),
    ("notifications/progress", {"progressToken": 1, "progress": 0.5}),
    ("notifications/roots/list_changed", {}),
    ("notifications/no/such", {"deep": {"er": [[]]}}),
)
RESPONSES: tuple[Message, ...] = (
    {"id": 1, "result": {"roots": []}},
    {"id": "a", "error": {"code": -1, "message": "no"}},
    {"id": None, "error": {"code": -32700, "message": "no"}},
)
ODD_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1.5, 1e300, 2**31, 2**53, 2**64, 10**300, "", "a", "7",
    "ä\u2028\u2029", "\x00", "x" * 5000, [], [1], {}, {"a": {}}, "2.0", "1.0", [[]], {"id": 1},
    "notifications/x",
)  # fmt: skip
KEYS = ("jsonrpc", "id", "method", "params", "result", "error", "name", "arguments", "_meta", "x")
TEXTS = (b"NaN", b"Infinity", b"-Infinity", rb'"\ud800"', rb'"\udfff\ud800"', b"-0", b"1e999",
         b"01", b"1.", b"'a'", b'"\x01"', b'"\\u0000"', b"9" * 400, b"9" * 5000, b"1,", b"{}{}",
         b"[" * 300 + b"]" * 300, b"[" * 3000, b'{"a":' * 90 + b"1" + b"}" * 90)  # fmt: skip


def draw(chance: Random, number: int, *, is_modern: bool) -> bytes:
    """Make one line with up to three things wrong; `number` makes its id its own."""
    message = deepcopy(_whole(chance, number, is_modern=is_modern))
    for _ in range(chance.choice((0, 0, 1, 1, 2))):
        chance.choice(ON_VALUES)(chance, message)
    line = json.dumps(message, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")
    for _ in range(chance.choice((0, 0, 1, 1, 2))):
        line = chance.choice(ON_BYTES)(chance, line)
    return line.replace(b"\n", b" ")


def _whole(chance: Random, number: int, *, is_modern: bool) -> Message:
    kind = chance.random()
    if kind < 0.1:
        return {"jsonrpc": "2.0", **chance.choice(RESPONSES)}
    head: Message = {"jsonrpc": "2.0"}
    if kind < 0.3:
        method, params = chance.choice(NOTIFICATIONS)
    else:
        method, params = chance.choice(REQUESTS)
        head["id"] = number if chance.random() < 0.5 else f"n{number}"
    head["method"] = method
    if params is not None or is_modern:
        meta = {**(params or {}).get("_meta", {}), **ENVELOPE}
        enveloped = is_modern and method != "initialize"
        head["params"] = {**(params or {}), **({"_meta": meta} if enveloped else {})}
    return head


# --- what happens to values


def _put_odd_value(chance: Random, message: Message) -> None:
    target = _somewhere(chance, message)
    target[chance.choice(list(target) or ["x"])] = _odd(chance)


def _odd(chance: Random) -> Any:
    return deepcopy(chance.choice(ODD_VALUES))


def _remove_key(chance: Random, message: Message) -> None:
    target = _somewhere(chance, message)
    if target:
        del target[chance.choice(list(target))]


def _add_key(chance: Random, message: Message) -> None:
    _somewhere(chance, message)[chance.choice(KEYS)] = _odd(chance)


def _swap_values(chance: Random, message: Message) -> None:
    target = _somewhere(chance, message)
    if len(target) > 1:
        one, other = chance.sample(list(target), 2)
        target[one], target[other] = target[other], target[one]


def _rename_key(chance: Random, message: Message) -> None:
    target = _somewhere(chance, message)
    if target:
        target[chance.choice(KEYS)] = target.pop(chance.choice(list(target)))


def _nest(chance: Random, message: Message) -> None:
    value: Any = 1
    for _ in range(chance.choice((10, 50, 150, 250, 900))):
        value = [value] if chance.random() < 0.5 else {"a": value}
    _somewhere(chance, message)["deep"] = value


def _somewhere(chance: Random, message: Message) -> Message:
    target = message
    while chance.random() < 0.4:
        inner = [value for value in target.values() if isinstance(value, dict)]
        if not inner:
            break
        target = chance.choice(inner)
    return target


# --- what happens to bytes


def _flip(chance: Random, line: bytes) -> bytes:
    changed = bytearray(line)
    for _ in range(chance.randrange(1, 4)):
        if changed:
            changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def _cut(chance: Random, line: bytes) -> bytes:
    start, end = sorted(chance.choices(range(len(line) + 1), k=2))
    return chance.choice((line[:end], line[start:], line[:start] + line[end:]))


def _repeat(chance: Random, line: bytes) -> bytes:
    start, end = sorted(chance.choices(range(len(line) + 1), k=2))
    return chance.choice((line + line, line[:end] + line[start:]))


def _insert(chance: Random, line: bytes) -> bytes:
    where = chance.randrange(len(line) + 1)
    odd = chance.choices(b'{}[]",:0e\\u\x00\x7f\xff\xc3\t\r \xe2\x80\xa8', k=chance.randrange(1, 5))
    return line[:where] + bytes(odd) + line[where:]


def _put_odd_text(chance: Random, line: bytes) -> bytes:
    """Put what no dump would write in the place of a value."""
    colons = [at for at in range(len(line)) if line[at : at + 1] == b":"]
    if not colons:
        return line
    after = chance.choice(colons) + 1
    ends = [at for at in (line.find(b",", after), line.find(b"}", after)) if at >= 0]
    return line[:after] + chance.choice(TEXTS) + line[min(ends, default=len(line)) :]


def _repeat_key(chance: Random, line: bytes) -> bytes:
    pair = chance.choice((b'"id":1', b'"id":null', b'"jsonrpc":"1.0"', b'"method":"ping"'))
    return line.replace(b"{", b"{" + pair + b",", 1) if line.startswith(b'{"') else line


def _wrap(chance: Random, line: bytes) -> bytes:
    before, after = chance.choice(
        ((b"[", b"]"), (b"[", b",1]"), (b"\xef\xbb\xbf", b""), (b"", b"\r"), (b"\t ", b" \r"),
         (b"", b"\x00"), (b"\x1e", b""), (b"Content-Length: 5\r ", b""), (b"", b"//"),
         (b"\xff\xfe", b""), (b'"', b'"'))
    )  # fmt: skip
    return before + line + after


def _pad(chance: Random, line: bytes) -> bytes:
    return line + b" " * chance.choice((1, 100, 70_000)) if chance.random() < 0.05 else line


def _replace(chance: Random, _line: bytes) -> bytes:
    return chance.choice(
        (b"", b" ", b"\r", b"\x0b\x0c", b"null", b"true", b"17", b'"text"', b"[]", b"{}", b"\x00",
         b"\xff", chance.randbytes(chance.randrange(60)), b"[" * 5000, b'{"jsonrpc":"2.0"}')
    )  # fmt: skip


def _as_utf16(_chance: Random, line: bytes) -> bytes:
    return line.decode("utf-8", "replace").encode("utf-16-le", "replace")


ON_VALUES: tuple[Callable[[Random, Message], None], ...] = (
    _put_odd_value, _put_odd_value, _remove_key, _add_key, _swap_values, _rename_key, _nest,
)  # fmt: skip
ON_BYTES: tuple[Callable[[Random, bytes], bytes], ...] = (
    _flip, _flip, _cut, _repeat, _insert, _put_odd_text, _repeat_key, _wrap, _pad, _replace,
    _as_utf16,
)  # fmt: skip
