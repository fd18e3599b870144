"""Reads the sheets of an Excel workbook: what its cells show, row by row.

openpyxl's read-only mode, as it alone streams the rows, and tells number formats and hidden sheets.
Formulas give the value that was stored with them.
"""

from __future__ import annotations

import re
import warnings
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from typing import Any

import openpyxl

from kebab.wire.place import Place
from workers.chunk.blocks import Kind
from workers.extract.canonical import Canonical, CanonicalText
from workers.extract.core_properties import properties_of, stated_title
from workers.extract.counted import counted, left_out
from workers.extract.foreign_errors import reading
from workers.extract.limits import Limits
from workers.extract.number_format import shown
from workers.extract.sheet_blocks import Row, add_rows
from workers.extract.xlsx_notes import Notes, notes_of
from workers.extract.zip_guard import open_archive

_WHAT = "Excel workbook"
_MAX_ROW = 1_048_576
_EMPTY_FORMULA = re.compile(rb"</f>(?:<v>\s*</v>|<v\s*/>)?</c>|<f\s[^>]*/>(?:<v\s*/>)?</c>")
_READ_BYTES = 1_000_000


def parse_xlsx(data: bytes, path: str, limits: Limits) -> Canonical:
    """Read every sheet in its order; hidden ones are read too, with a warning."""
    archive = open_archive(data, path, limits, _WHAT)
    with reading(path, _WHAT), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it tells of parts that it leaves alone
        workbook = openpyxl.load_workbook(
            BytesIO(data), read_only=True, data_only=True, keep_links=False
        )
        try:
            return _Reader(archive, path, limits).read(workbook)
        finally:
            workbook.close()


class _Reader:
    def __init__(self, archive: zipfile.ZipFile, path: str, limits: Limits) -> None:
        self._archive = archive
        self._path = path
        self._room = limits.max_cells
        self._limit = limits.max_cells
        self._canonical = CanonicalText()
        self._warnings: list[str] = []

    def read(self, workbook: Any) -> Canonical:
        for division, sheet in enumerate(workbook.worksheets, 1):
            self._sheet(sheet, division)
        hidden = [sheet.title for sheet in workbook.worksheets if sheet.sheet_state != "visible"]
        if hidden:
            self._warnings.append(f"hidden sheets were read too: {', '.join(hidden)}")
        if charts := len(getattr(workbook, "chartsheets", [])):
            self._warnings.append(left_out(charts, "chart sheet"))
        if images := sum(name.startswith("xl/media/") for name in self._archive.namelist()):
            self._warnings.append(left_out(images, "image"))
        metadata = properties_of(workbook.properties)
        return Canonical(
            blocks=self._canonical.blocks,
            lines=self._canonical.lines,
            title=stated_title(workbook.properties),
            metadata=metadata,
            warnings=tuple(self._warnings),
            is_named_by_file=True,
        )

    def _sheet(self, sheet: Any, division: int) -> None:
        part = sheet._worksheet_path  # noqa: SLF001 - nothing else tells where its comments are
        place = Place(kind="sheet", sheet=sheet.title)
        top = replace(place, row=1, row_end=1)
        self._canonical.add(Kind.HEADING, sheet.title, place=top, division=division, level=1)
        sheet.reset_dimensions()  # what a file states of its size need not be so
        rows = self._rows(sheet, notes_of(self._archive, part, self._path))
        add_rows(self._canonical, rows, place, division)
        if missing := self._formulas_without_value(part):
            self._warnings.append(
                f"{sheet.title}: {counted(missing, 'formula')} without a stored value; "
                "open the workbook in a spreadsheet program and save it"
            )

    def _rows(self, sheet: Any, notes: Notes) -> Iterator[Row]:
        for number, cells in enumerate(sheet.iter_rows(), 1):
            self._room -= len(cells)
            if self._room < 0 or number > _MAX_ROW:
                self._warnings.append(
                    f"{sheet.title}: cut at row {number}, after {self._limit} cells in all"
                )
                return
            texts = ["" if cell.value is None else _shown(cell) for cell in cells]
            yield number, _with_notes(texts, notes.pop(number, {}))
        for number in sorted(notes):  # below the last row, or on a sheet without any
            yield number, _with_notes([], notes[number])

    def _formulas_without_value(self, part: str) -> int:
        count, tail = 0, b""
        with self._archive.open(part) as file:
            while piece := file.read(_READ_BYTES):
                piece = tail + piece
                end = piece.rfind(b"</c>") + 4 if b"</c>" in piece else 0
                count += len(_EMPTY_FORMULA.findall(piece[:end]))
                tail = piece[end:][-_READ_BYTES:]
        return count


def _shown(cell: Any) -> str:
    value = cell.value
    if isinstance(value, str):
        return value
    return shown(value, cell.number_format or "General")


def _with_notes(texts: list[str], notes: dict[int, str]) -> list[str]:
    """Put the comments on a row into its cells."""
    for column, note in notes.items():
        texts += [""] * (column - len(texts))
        texts[column - 1] = f"{texts[column - 1]} [Comment: {note}]".strip()
    return texts
