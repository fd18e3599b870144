"""Writes the text of one cell of a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workers.hwp.editing.allowed_text import allowed
from workers.hwp.editing.edited import EditedDocument
from workers.hwp.editing.grid import Grid
from workers.hwp.editing.plan import Change, Plan
from workers.hwp.editing.stretches import children, text_of


def set_cell(document: EditedDocument, args: Mapping[str, Any]) -> Plan:
    """Plan to write `text` into the cell at `row`, `col` of `table`; its shape stays."""
    number, row, col = int(args["table"]), int(args["row"]), int(args["col"])
    text = allowed(args["text"], "text")
    table = document.table(number)
    cell = Grid(table).cell(row, col, number)
    before = text_of_cell(cell)
    name = f"table {number}, row {row}, column {col}"

    def make() -> None:
        document.file.set_cell(cell, table.element, table.part, text)

    return Plan(
        changes=(Change(f"{table.address}/r{row}c{col}", before, text),) if before != text else (),
        make=make if before != text else None,
        touched=(cell,),
        unchanged=(name,) if before == text else (),
    )


def text_of_cell(cell: Any) -> str:
    """Return a cell's own paragraphs, a line each; those of a table in it are not among them."""
    return "\n".join(text_of(paragraph) for paragraph in children(cell, "subList", "p"))
