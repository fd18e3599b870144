"""Where source code may be cut: between statements of the outermost block inside, after lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from workers.chunk import cuts

_WIDE_TAB = 8
_GOES_ON = re.compile(
    r"[)\]}>,;:.|&]|(?:else|elif|except|finally|catch|rescue|ensure|end|fi|done)\b"
)


def body(text: str) -> list[str]:
    """Cut a definition before the statements of its body; what stands above it stays with it."""
    rows = cuts.lines(text)
    indents = _indents(rows)
    outer = next((indent for indent in indents if indent is not None), 0)
    inner = min((i for i in indents if i is not None and i > outer), default=None)
    return [text] if inner is None else _cut(rows, indents, inner)


def statements(text: str) -> list[str]:
    """Cut before the least indented rows behind the first one, but not before what closes it."""
    rows = cuts.lines(text)
    indents = _indents(rows)
    inner = min((indent for indent in indents[1:] if indent is not None), default=None)
    return [text] if inner is None else _cut(rows, indents, inner)


def _cut(rows: Sequence[str], indents: Sequence[int | None], inner: int) -> list[str]:
    parts: list[str] = []
    for number, (row, indent) in enumerate(zip(rows, indents, strict=True)):
        if number and indent != inner:
            parts[-1] += row
        else:
            parts.append(row)
    return parts


def _indents(rows: Sequence[str]) -> list[int | None]:
    return [_indent(row) if _begins_statement(row) else None for row in rows]


def _begins_statement(row: str) -> bool:
    bare = row.strip()
    return bool(bare) and _GOES_ON.match(bare) is None


def _indent(row: str) -> int:
    expanded = row.expandtabs(_WIDE_TAB)
    return len(expanded) - len(expanded.lstrip())


_CUTS: tuple[cuts.Cut, ...] = (statements, statements, statements, cuts.lines, cuts.words)


def cuts_of(*, is_definition: bool) -> tuple[cuts.Cut, ...]:
    """Say how to cut a definition, or what stands beside definitions; the coarsest way first."""
    return (body, *_CUTS) if is_definition else _CUTS
