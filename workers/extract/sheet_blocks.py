"""Cuts the rows of a sheet into tables that know their rows. Pure.

A sheet may hold several tables, a line of words above one, and blank rows inside one. Blank rows
stay where the table goes on below them, so that a line of the table is a row of the sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from kebab.wire.place import Place
from workers.chunk.blocks import Kind
from workers.extract.canonical import CanonicalText
from workers.extract.markdown_table import cell_text, table_text

Row = tuple[int, Sequence[str]]  # its number from 1, and its cells as shown
_MAX_GAP = 2
_MAX_CAPTION_ROWS = 5  # more of them are a table of one column
_NUMBER = re.compile(r"[-+(]?[^\w\s]?\s*\d[\d.,:/\s-]*[%)]?\s*[^\W\d]?")


def add_rows(canonical: CanonicalText, rows: Iterable[Row], place: Place, division: int) -> None:
    """Add the tables of a sheet; `place` names the sheet. Blank rows may be left out of `rows`."""
    table: list[Row] = []
    for number, cells in rows:
        if not any(cell.strip() for cell in cells):
            continue
        if table and _starts_another(table, (number, cells)):
            _add_table(canonical, table, place, division)
            table = []
        if table:
            table += [(blank, ()) for blank in range(table[-1][0] + 1, number)]
        table.append((number, cells))
    _add_table(canonical, table, place, division)


def _starts_another(table: list[Row], row: Row) -> bool:
    last, cells = table[-1]
    gap = row[0] - last - 1
    if gap <= 0:
        return gap < 0  # a broken file has its rows in any order
    if gap > _MAX_GAP or len(_filled(table[0][1])) == 1:
        return True
    return not _has_number(row[1]) and (
        _has_number(cells) or len(_filled(row[1])) != len(_filled(table[0][1]))
    )


def _add_table(canonical: CanonicalText, table: Sequence[Row], place: Place, division: int) -> None:
    """Add one; rows with a single cell above it are its caption."""
    start = _caption_rows(table)
    for number, cells in table[:start]:
        here = replace(place, row=number, row_end=number)
        words = " ".join(cell.strip() for cell in _filled(cells))
        canonical.add(Kind.PARAGRAPH, words, place=here, division=division)
    if body := table[start:]:
        here = replace(place, row=body[0][0], row_end=body[-1][0])
        text = table_text([cells for _, cells in body])
        canonical.add(Kind.TABLE, text, place=here, division=division)


def _caption_rows(table: Sequence[Row]) -> int:
    """Count the rows at the top that are words above a table, or words alone."""
    wide = (place for place, (_, cells) in enumerate(table) if len(_filled(cells)) > 1)
    first = next(wide, len(table))
    return first if first <= _MAX_CAPTION_ROWS else 0


def _filled(cells: Sequence[str]) -> list[str]:
    return [cell for cell in cells if cell.strip()]


def _has_number(cells: Sequence[str]) -> bool:
    return any(_NUMBER.fullmatch(cell_text(cell)) for cell in cells)
