"""Makes JSON values of bounded size out of whatever a YAML or TOML parser gives."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Mapping
from datetime import date, time
from itertools import islice
from typing import Any

_MAX_NODES = 500
_MAX_DEPTH = 8
_MAX_TEXT = 2_000
_MAX_KEY = 200
_MAX_INTEGER = 2**63 - 1


def to_plain(value: Any) -> tuple[Any, bool]:
    """Return the value as JSON has it, and whether something had to be cut off.

    A few lines of YAML aliases can stand for billions of nodes; no more than a bound are made.
    """
    budget = _Budget(_MAX_NODES)
    return budget.plain(value, 0), budget.is_cut


def to_text(value: str) -> str:
    """Return text that can be stored as UTF-8, in NFC, without NUL."""
    sound = value.replace("\0", "\ufffd").encode(errors="replace").decode()
    return unicodedata.normalize("NFC", sound)


class _Budget:
    def __init__(self, nodes: int) -> None:
        self._left = nodes
        self.is_cut = False

    def plain(self, value: Any, depth: int) -> Any:
        self._left -= 1
        made: Any
        match value:
            case None | bool():
                made = value
            case int():  # Python refuses to write very long ones in decimal
                made = value if abs(value) <= _MAX_INTEGER else self._text(hex(value), _MAX_TEXT)
            case float():
                made = value if math.isfinite(value) else str(value)
            case date() | time():  # a datetime is a date
                made = value.isoformat()
            case Mapping():
                made = self._mapping(value, depth)
            case list() | tuple() | set() | frozenset():
                made = self._list(value, depth)
            case bytes():
                made = self._text(value.decode("latin-1"), _MAX_TEXT)
            case _:
                made = self._text(str(value), _MAX_TEXT)
        return made

    def _mapping(self, value: Mapping[Any, Any], depth: int) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for key, item in islice(value.items(), self._room(len(value), depth)):
            if self._left <= 0:
                self.is_cut = True
                break
            made[self._text(_key(key), _MAX_KEY)] = self.plain(item, depth + 1)
        return made

    def _list(self, value: Iterable[Any], depth: int) -> list[Any]:
        items = list(value)
        made: list[Any] = []
        for item in items[: self._room(len(items), depth)]:
            if self._left <= 0:
                self.is_cut = True
                break
            made.append(self.plain(item, depth + 1))
        return made

    def _room(self, wanted: int, depth: int) -> int:
        room = self._left if depth < _MAX_DEPTH else 0
        self.is_cut |= wanted > room
        return max(0, min(wanted, room))

    def _text(self, value: str, limit: int) -> str:
        self.is_cut |= len(value) > limit
        return to_text(value[:limit])


def _key(key: object) -> str:
    return key.isoformat() if isinstance(key, date) else str(key)
