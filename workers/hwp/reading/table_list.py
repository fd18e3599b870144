"""The tables of a document: all of them as a list, one with its cells, one as CSV."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from typing import Any

from kebab.errors import CellOutOfRangeError
from workers.hwp.blocks import NumberedTable
from workers.hwp.cursors import cut
from workers.hwp.document import HwpDocument
from workers.hwp.elements import Cell
from workers.hwp.open_document import OpenDocument
from workers.hwp.outcome import Args, Attachment, Outcome
from workers.hwp.plain import lines_of
from workers.hwp.reading.previews import preview_of

_BYTE_ORDER_MARK = "\ufeff"
Nested = dict[tuple[int | None, int | None, int | None], list[int]]


def tables(document: OpenDocument, args: Args) -> Outcome:
    """List the tables, or with `table` give the cells of that one."""
    view, number = document.view, args["table"]
    places = _places(view)
    listed = list(view.tables) if number is None else [table_numbered(document, number)]
    cells: list[dict[str, Any]] | None = None
    if number is None:
        piece = cut(listed, args["limit"], args["cursor"], document.fingerprint)
        shown, cut_off = piece.items, piece.next_cursor
    else:
        of_table = cut(listed[0].table.cells, args["limit"], args["cursor"], document.fingerprint)
        nested = _nested(view)
        cells = [_cell(cell, nested[(number, cell.row, cell.column)]) for cell in of_table.items]
        shown, cut_off = listed, of_table.next_cursor
    result = {
        "total": len(view.tables),
        "tables": [_fields(one, view.block_pages[places[one.index]]) for one in shown],
        "table": number,
        "cells": cells,
        "truncated": cut_off is not None,
        "next_cursor": cut_off,
    }
    return Outcome(result)


def table_csv(document: OpenDocument, args: Args) -> Outcome:
    """Give one table as CSV; a cell that covers several fields stands in the first of them."""
    numbered = table_numbered(document, args["table"])
    table = numbered.table
    fields = {(cell.row, cell.column): text_of_cell(cell) for cell in table.cells}
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\r\n")
    for row in range(table.rows):
        writer.writerow([fields.get((row, column), "") for column in range(table.columns)])
    text = (_BYTE_ORDER_MARK if args["bom"] else "") + written.getvalue()
    data = text.encode()
    result = {
        "table": numbered.index,
        "rows": table.rows,
        "cols": table.columns,
        "csv": text,
        "bytes": len(data),
    }
    return Outcome(result, Attachment("text/csv", data))


def table_numbered(document: OpenDocument, number: int) -> NumberedTable:
    """Find a table by its number. Raises CellOutOfRangeError where there is none."""
    found = document.view.tables
    if not 0 <= number < len(found):
        raise CellOutOfRangeError(
            f"{document.path} has no table {number}: it has {len(found)}, counted from 0",
            hint="List the tables without naming one; `index` is the number.",
            details={"path": document.path, "table": number, "tables": len(found)},
        )
    return found[number]


def text_of_cell(cell: Cell) -> str:
    """Give a cell's text, a line for each of its paragraphs."""
    return "\n".join(lines_of(cell.content))


def _places(view: HwpDocument) -> dict[int, int]:
    """Give the first block that says something in each table, else the table's own."""
    places: dict[int, int] = {}
    empty: set[int] = set()
    for index, block in enumerate(view.blocks):
        if block.table is not None:
            places[block.table] = index
            empty.add(block.table)
        elif block.in_table in empty and block.text.strip():
            places[block.in_table] = index
            empty.discard(block.in_table)
    return places


def _nested(view: HwpDocument) -> Nested:
    """Group the numbers of nested tables by the table, row and column that they stand in."""
    nested: Nested = defaultdict(list)
    for one in view.tables:
        nested[(one.nested_in, one.block.row, one.block.col)].append(one.index)
    return nested


def _fields(one: NumberedTable, page: int | None) -> dict[str, Any]:
    return {
        "index": one.index,
        "address": one.block.address,
        "section": one.block.section,
        "paragraph": one.block.paragraph,
        "rows": one.table.rows,
        "cols": one.table.columns,
        "page": page,
        "nested_in": one.nested_in,
        "caption": one.caption or None,
        "preview": preview_of(one.table),
    }


def _cell(cell: Cell, nested: list[int]) -> dict[str, Any]:
    return {
        "row": cell.row,
        "col": cell.column,
        "row_span": cell.row_span,
        "col_span": cell.column_span,
        "is_header": cell.is_header,
        "text": text_of_cell(cell),
        "nested": nested,
    }
