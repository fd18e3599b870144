"""Finds what is named in files that are read row by row: YAML, TOML, INI, Dockerfile, Makefile."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from workers.extract.code.symbols import Symbol

_YAML_KEY = re.compile(
    r"(?:\"([^\"]+)\"|'([^']+)'|([^\s#\"'{\[&*!|>%@`-][^#]*?|-[^\s#][^#]*?)):(?:\s|$)"
)
_YAML_INNER = re.compile(r"\s+(name|namespace):\s*[\"']?([^\s\"'#]+)")
_TABLE = re.compile(r"\s*\[{1,2}([^\[\]]+)\]{1,2}\s*(?:[#;].*)?")
_TOML_KEY = re.compile(r"([\w.\"'-]+)\s*=")
_MULTILINE = re.compile(r'"""|\'\'\'')
_FROM = re.compile(r"\s*FROM\s+(?:--\S+\s+)*(\S+)(?:\s+AS\s+(\S+))?", re.IGNORECASE)
_TARGET = re.compile(r"([\w./%$(){}-]+)(?: +[\w./%$(){}-]+)*[ \t]*::?(?![=:])")
_COMMENT = re.compile(r"\s*[#;]")


def yaml_symbols(lines: Sequence[str]) -> list[Symbol]:
    """Give the top keys of each document; those of a Kubernetes resource stand under its name."""
    symbols: list[Symbol] = []
    starts = [0, *(i + 1 for i, line in enumerate(lines) if line.startswith("---")), len(lines) + 1]
    for start, behind in pairwise(starts):
        end = behind - 2
        keys = [
            (row, (match[1] or match[2] or match[3]).strip())
            for row in range(start, end + 1)
            if (match := _YAML_KEY.match(lines[row]))
        ]
        if resource := _resource(lines, keys, end):
            # The row of a document's mark, or the one before the file, is where a resource begins.
            symbols.append(Symbol(resource, max(0, start - 1), start - 1, end, is_container=True))
        symbols += _spans(lines, [(row, (key,)) for row, key in keys], end)
    return symbols


def _resource(lines: Sequence[str], keys: Sequence[tuple[int, str]], end: int) -> tuple[str, ...]:
    rows = {key: row for row, key in reversed(keys)}
    if not {"apiVersion", "kind"} <= rows.keys():
        return ()
    kind = lines[rows["kind"]].partition(":")[2].partition("#")[0].strip().strip("\"'")
    named: dict[str, str] = {}
    if "metadata" in rows:
        below = [row for row, _ in keys if row > rows["metadata"]]
        first_indent = None
        for line in lines[rows["metadata"] + 1 : min([*below, end + 1])]:
            indent = len(line) - len(line.lstrip())
            if line.strip() and first_indent is None:
                first_indent = indent
            if indent == first_indent and (match := _YAML_INNER.match(line)):
                named.setdefault(match[1], match[2])
    parts = (kind, named.get("namespace", ""), named.get("name", ""))
    return ("/".join(part for part in parts if part),)


def table_symbols(lines: Sequence[str]) -> list[Symbol]:
    """Give the tables of TOML, or the sections of an INI file, and the keys before the first."""
    starts: list[tuple[int, tuple[str, ...]]] = []
    is_open = False
    for row, line in enumerate(lines):
        if not is_open and (match := _TABLE.fullmatch(line)):
            starts.append((row, _dotted(match[1].strip())))
        elif not starts and not is_open and (key := _TOML_KEY.match(line)):
            starts += [(row, (key[1],))] if line.rstrip().endswith("[") else []
        is_open ^= len(_MULTILINE.findall(line)) % 2 == 1
    return _spans(lines, starts, len(lines) - 1)


def _dotted(name: str) -> tuple[str, ...]:
    pieces = (name,) if '"' in name or "'" in name or "/" in name else tuple(name.split("."))
    return tuple(piece.strip(" \"'") for piece in pieces)


def stage_symbols(lines: Sequence[str]) -> list[Symbol]:
    """Give the stages of a Dockerfile, each by its name, or by its image."""
    starts = [
        (row, (match[2] or match[1],))
        for row, line in enumerate(lines)
        if (match := _FROM.match(line))
    ]
    return _spans(lines, starts, len(lines) - 1)


def target_symbols(lines: Sequence[str]) -> list[Symbol]:
    """Give the targets of a Makefile."""
    starts = [
        (row, (match[1],))
        for row, line in enumerate(lines)
        if (match := _TARGET.match(line)) and not line.startswith(".PHONY")
    ]
    return _spans(lines, starts, len(lines) - 1)


def _spans(
    lines: Sequence[str], starts: Sequence[tuple[int, tuple[str, ...]]], end: int
) -> list[Symbol]:
    """Let each symbol reach to the next one; comments right above it belong to it."""
    return list(_reaching(lines, starts, end))


def _reaching(
    lines: Sequence[str], starts: Sequence[tuple[int, tuple[str, ...]]], end: int
) -> Iterator[Symbol]:
    if not starts:
        return
    firsts: list[int] = []
    for row, _ in starts:
        first = row
        while first - 1 > (firsts[-1] if firsts else -1) and _COMMENT.match(lines[first - 1]):
            first -= 1
        firsts.append(first)
    for (row, names), first, behind in zip(starts, firsts, [*firsts[1:], end + 1], strict=True):
        yield Symbol(names, first, row, behind - 1, head=lines[row].rstrip())
