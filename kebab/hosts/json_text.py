"""Edits JSON with comments and trailing commas by the smallest span; the rest stays as it was.

Pygments tells what is a comment. Blanked out, in place, they leave JSON that Python reads, and the
places that it finds are those of the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

_BLANK = re.compile(r"[ \t\r\n]*")
_UNIT = "  "
_DECODER = json.JSONDecoder()


class NotAnObjectError(ValueError):
    """What has to hold others is a text, a number, a list."""


@dataclass(frozen=True, slots=True)
class _Member:
    name: str
    start: int
    value: int
    end: int


@dataclass(frozen=True, slots=True)
class _Object:
    start: int
    members: tuple[_Member, ...]
    end: int  # of its brace


@dataclass(frozen=True, slots=True)
class _Text:
    """A text, the same with spaces for what is no JSON, and where commas were that trail."""

    written: str
    plain: str
    trailing: frozenset[int]


def parse(text: str) -> Any:
    """Read it. Raises ValueError."""
    return json.loads(_understand(text).plain)


def put(text: str, path: Sequence[str], value: Any) -> str:
    """Set one value. Raises ValueError where the text, or what the path leads through, is wrong."""
    seen = _understand(text)
    found = _object_at(seen.plain, _skip(seen.plain, 0))
    for depth, name in enumerate(path):
        member = _member(found, name)
        if member is None:
            for inner in reversed(path[depth + 1 :]):
                value = {inner: value}
            return _insert(seen, found, name, value)
        if depth < len(path) - 1:
            found = _object_at(seen.plain, member.value)
            continue
        held = json.loads(seen.plain[member.value : member.end])
        if json.dumps(held) != json.dumps(value):
            indent = _indent_before(text, member.start)
            return text[: member.value] + _dump(text, value, indent) + text[member.end :]
    return text


def drop(text: str, path: Sequence[str]) -> str:
    """Take one value out, if it is there. Raises ValueError as `put`."""
    seen = _understand(text)
    found = _object_at(seen.plain, _skip(seen.plain, 0))
    for name in path[:-1]:
        member = _member(found, name)
        if member is None:
            return text
        found = _object_at(seen.plain, member.value)
    member = _member(found, path[-1])
    if member is None:
        return text
    where = found.members.index(member)
    if where > 0:
        start, end = found.members[where - 1].end, member.end
    elif len(found.members) > 1:
        start, end = member.start, found.members[1].start
    else:
        commas = [at for at in seen.trailing if member.end <= at < found.end]
        start, end = member.start, max(commas, default=member.end - 1) + 1
    return text[:start] + text[end:]


def _understand(text: str) -> _Text:
    try:
        json.loads(text)
    except ValueError:
        seen = _without_comments(text)
        json.loads(seen.plain)
        return seen
    return _Text(text, text, frozenset())


def _without_comments(text: str) -> _Text:
    from pygments.lexers.data import JsonLexer  # noqa: PLC0415 - few files have comments
    from pygments.token import Comment, Punctuation, Whitespace  # noqa: PLC0415 - see above

    letters, before, comma = list(text), "{", -1
    trailing: set[int] = set()
    for start, kind, part in JsonLexer().get_tokens_unprocessed(text):
        if kind in Comment:
            letters[start : start + len(part)] = [" " if c not in "\r\n" else c for c in part]
        elif kind not in Whitespace:
            marks = part if kind in Punctuation else "x"
            for at, mark in enumerate(marks, start):
                if mark in "}]" and before == "," and comma >= 0:
                    trailing.add(comma)
                comma = at if mark == "," and before not in "{[,:" else -1
                before = mark
    for at in trailing:
        letters[at] = " "
    return _Text(text, "".join(letters), frozenset(trailing))


def _object_at(plain: str, at: int) -> _Object:
    if plain[at] != "{":
        raise NotAnObjectError(f"no object begins at character {at}")
    start, members = at, []
    at = _skip(plain, at + 1)
    while plain[at] != "}":
        begin = at
        name, at = _DECODER.raw_decode(plain, at)
        value = _skip(plain, _skip(plain, at) + 1)
        _, end = _DECODER.raw_decode(plain, value)
        members.append(_Member(name, begin, value, end))
        at = _skip(plain, end)
        if plain[at] == ",":
            at = _skip(plain, at + 1)
    return _Object(start, tuple(members), at)


def _member(found: _Object, name: str) -> _Member | None:
    """Find it; of several with one name the last counts, as everywhere."""
    return next((m for m in reversed(found.members) if m.name == name), None)


def _insert(seen: _Text, found: _Object, name: str, value: Any) -> str:
    """Put a member behind the last one, and behind the comments that follow it."""
    text, newline = seen.written, _newline(seen.written)
    after = found.members[-1].end if found.members else found.start + 1
    rest = text[after : found.end]
    place = after + len(rest.rstrip())
    comma = any(after <= at < found.end for at in seen.trailing)
    outer = _indent_before(text, found.start)
    indent = outer + _unit(seen.plain)
    if found.members and newline in text[found.start : found.members[0].start]:
        indent = _indent_before(text, found.members[0].start)
    member = f"{newline}{indent}{json.dumps(name, ensure_ascii=False)}: "
    member += _dump(text, value, indent) + ("," if comma else "")
    closing = text[place : found.end]
    if "\n" not in closing:
        closing = newline + outer
    joint = "," if found.members and not comma else ""
    return text[:after] + joint + text[after:place] + member + closing + text[found.end :]


def _dump(text: str, value: Any, indent: str) -> str:
    written = json.dumps(value, ensure_ascii=False, indent=_unit(text))
    return written.replace("\n", _newline(text) + indent)


def _indent_before(text: str, at: int) -> str:
    """Return the blanks that the line begins with."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _unit(text: str) -> str:
    first = re.search(r"\{[ \t\r]*\n([ \t]+)\S", text)
    return first[1] if first else _UNIT


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _skip(plain: str, at: int) -> int:
    found = _BLANK.match(plain, at)
    return found.end() if found else at
