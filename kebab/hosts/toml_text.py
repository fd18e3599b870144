"""Edits TOML through tomlkit, which keeps comments, order and blanks."""

from __future__ import annotations

import tomllib
from collections.abc import MutableMapping, Sequence
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from kebab.hosts.json_text import NotAnObjectError


def parse(text: str) -> Any:
    """Read it. Raises ValueError."""
    return tomllib.loads(text)


def put(text: str, path: Sequence[str], value: Any) -> str:
    """Set one value. Raises ValueError where the text, or what the path leads through, is wrong."""
    document = _open(text)
    table: Any = document
    for depth, name in enumerate(path[:-1]):
        if name not in table:
            # a table that only holds others needs no header of its own
            table[name] = tomlkit.table(is_super_table=depth == 0)
        table = table[name]
        if not isinstance(table, MutableMapping):
            raise NotAnObjectError(f"{name} is no table")
    name = path[-1]
    if name in table and tomlkit.item(table[name]).unwrap() == value:
        return text
    table[name] = value
    return _write(document, text)


def drop(text: str, path: Sequence[str]) -> str:
    """Take one value out, if it is there. Raises ValueError as `put`."""
    document = _open(text)
    table: Any = document
    for name in path[:-1]:
        if not isinstance(table, MutableMapping) or name not in table:
            return text
        table = table[name]
    if not isinstance(table, MutableMapping) or path[-1] not in table:
        return text
    del table[path[-1]]
    return _write(document, text)


def _open(text: str) -> tomlkit.TOMLDocument:
    try:
        return tomlkit.parse(text)
    except TOMLKitError as cause:
        raise ValueError(str(cause)) from cause


def _write(document: tomlkit.TOMLDocument, before: str) -> str:
    written = tomlkit.dumps(document)
    if "\r\n" in before:
        return written.replace("\r\n", "\n").replace("\n", "\r\n")
    return written
