"""Finds hidden comments among the records of an HWP 5 section, which no conversion keeps. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from workers.hwp.records import records_of

_PARA_HEADER, _PARA_TEXT, _CTRL_HEADER = 66, 67, 71
_COMMENT = b"tcmt"[::-1]
_LINE_BREAK, _PARAGRAPH_END = 10, 13
_ONE_UNIT = frozenset((0, _LINE_BREAK, _PARAGRAPH_END, *range(24, 32)))
_FIRST_LETTER = 32
_UNITS = 8  # what any other control takes


def hidden_comments(data: bytes) -> Iterator[tuple[int, str]]:
    """Give each comment's text and the paragraph of the body that it hangs on, from 0."""
    paragraph, comment_level = -1, -1
    lines: list[str] = []
    for tag, level, body in records_of(data):
        if comment_level >= 0 and level <= comment_level:
            yield paragraph, "\n".join(lines)
            comment_level, lines = -1, []
        if tag == _PARA_HEADER and level == 0:
            paragraph += 1
        elif tag == _CTRL_HEADER and comment_level < 0 and bytes(body[:4]) == _COMMENT:
            comment_level = level
        elif tag == _PARA_TEXT and comment_level >= 0:
            lines.append(text_of(bytes(body)))
    if comment_level >= 0:
        yield paragraph, "\n".join(lines)


def text_of(body: bytes) -> str:
    """Read a paragraph's letters, without its controls."""
    units: list[bytes] = []
    at = 0
    while at + 1 < len(body):
        unit = body[at : at + 2]
        code = int.from_bytes(unit, "little")
        if code >= _FIRST_LETTER:
            units.append(unit)
        elif code == _LINE_BREAK:
            units.append(b" \0")
        at += 2 if code >= _FIRST_LETTER or code in _ONE_UNIT else 2 * _UNITS
    return b"".join(units).decode("utf-16-le", "replace")
