"""Finds the rows where the top keys of a JSON text stand, comments and all."""

from __future__ import annotations

import json
import re

from workers.extract.code.symbols import Symbol

_PIECE = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?(?:\*/|\Z)|[{}\[\]]|:|\n', re.DOTALL)


def json_symbols(text: str) -> list[Symbol]:
    """Give the top keys; each reaches to the next one. Text that is no JSON does no harm."""
    found: list[tuple[int, str]] = []
    depth = row = 0
    last: tuple[int, str] | None = None
    for match in _PIECE.finditer(text):
        piece = match[0]
        if piece == "\n":
            row += 1
            continue
        if piece in "{[":
            depth += 1
        elif piece in "}]":
            depth -= 1
        elif piece == ":" and depth == 1 and last is not None:
            found.append(last)
        is_key = piece[0] == '"' and depth == 1
        last = (row, piece) if is_key else None
        row += piece.count("\n")
    ends = [*(start - 1 for start, _ in found[1:]), text.count("\n")]
    return [
        Symbol((_unquoted(piece),), start, start, end)
        for (start, piece), end in zip(found, ends, strict=False)
    ]


def _unquoted(piece: str) -> str:
    try:
        return str(json.loads(piece))
    except ValueError:
        return piece[1:-1]
