"""Holds the records of an HWP 5 section against the limits, without reading its text. Pure.

A record is a head of 32 bits (10 of tag, 10 of level, 12 of size, all ones for a longer one) and
its body, as Hancom's "HWP document file formats 5.0" says.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from workers.hwp.demands import Demands

_PARA_TEXT, _LIST_HEADER, _TABLE, _EQUATION = 67, 72, 77, 88
_LONG = 0xFFF
_TABLE_SIZE = struct.Struct("<4xHH")
_CELL_SPAN = struct.Struct("<12xHH")
_SCRIPT_LENGTH = struct.Struct("<4xH")


def check_records(data: bytes, demands: Demands) -> None:
    """Add a section's tables, cells and equations to the demands."""
    tables: list[int] = []
    for tag, level, body in records_of(data):
        while tables and tables[-1] > level:
            tables.pop()
        if tag == _TABLE and len(body) >= _TABLE_SIZE.size:
            rows, columns = _TABLE_SIZE.unpack_from(body)
            demands.table(rows, columns)
            tables = [*(one for one in tables if one < level), level]
            demands.nesting(len(tables))
        elif tag == _LIST_HEADER and tables[-1:] == [level] and len(body) >= _CELL_SPAN.size:
            columns, rows = _CELL_SPAN.unpack_from(body)
            demands.span(rows, columns)
        elif tag == _PARA_TEXT:
            demands.paragraph(len(body) // 2)
        elif tag == _EQUATION and len(body) >= _SCRIPT_LENGTH.size:
            (length,) = _SCRIPT_LENGTH.unpack_from(body)
            script = body[_SCRIPT_LENGTH.size : _SCRIPT_LENGTH.size + 2 * length]
            demands.equation(bytes(script).decode("utf-16-le", "replace"))


def records_of(data: bytes) -> Iterator[tuple[int, int, memoryview]]:
    """Cut records up to the first that does not end within the section."""
    view, at = memoryview(data), 0
    while at + 4 <= len(data):
        head = int.from_bytes(view[at : at + 4], "little")
        tag, level, size = head & 0x3FF, head >> 10 & 0x3FF, head >> 20
        at += 4
        if size == _LONG:
            size = int.from_bytes(view[at : at + 4], "little")
            at += 4
        if at + size > len(data):
            return
        yield tag, level, view[at : at + size]
        at += size
