"""Reads a CSV or TSV file as one table whose rows are its records."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from io import StringIO
from typing import Literal

from kebab.wire.place import Place
from workers.extract.canonical import Canonical, CanonicalText
from workers.extract.encoding import decode
from workers.extract.foreign_errors import reading
from workers.extract.limits import Limits
from workers.extract.sheet_blocks import Row, add_rows

_DELIMITERS = ",\t;|"
_SAMPLE_LINES = 50
_MAX_RECORD_LINES = 500
csv.field_size_limit(min(sys.maxsize, 2**31 - 1))  # the size of the file is the limit


def parse_csv(data: bytes, path: str, limits: Limits) -> Canonical:
    """Read the records; the first one is the head."""
    decoded = decode(data, path)
    text, stated = _without_separator_line(decoded.text)
    delimiter = stated or _delimiter_of(path, text)
    table = _Table(path, text, delimiter, limits.max_cells, 1 if stated else 0)
    canonical = CanonicalText()
    add_rows(canonical, table.rows(), Place(kind="sheet"), 1)
    return Canonical(
        blocks=canonical.blocks,
        lines=canonical.lines,
        encoding=decoded.encoding,
        warnings=(*decoded.warnings, *table.warnings),
        is_named_by_file=True,
    )


class _Table:
    def __init__(self, path: str, text: str, delimiter: str, max_cells: int, first: int) -> None:
        self._path = path
        self._text = text
        self._delimiter = delimiter
        self._max_cells = max_cells
        self._first = first
        self.warnings: list[str] = []

    def rows(self) -> Iterator[Row]:
        quoting: Literal[0, 3] = csv.QUOTE_MINIMAL
        if _has_open_quote(self._text, self._delimiter):
            quoting = csv.QUOTE_NONE
            self.warnings.append("a quote is never closed; quotes were read as plain characters")
        room = self._max_cells
        with reading(self._path, "table"):
            reader = csv.reader(
                StringIO(self._text, newline=""), delimiter=self._delimiter, quoting=quoting
            )
            for number, cells in enumerate(reader, 1 + self._first):
                room -= len(cells)
                if room < 0:
                    self.warnings.append(f"cut at row {number}, after {self._max_cells} cells")
                    return
                yield number, cells


def _has_open_quote(text: str, delimiter: str) -> bool:
    """Tell whether a record swallows more lines than any that somebody meant."""
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 0
    try:
        for _ in reader:
            if reader.line_num - line > _MAX_RECORD_LINES:
                return True
            line = reader.line_num
    except csv.Error as cause:
        is_long = reader.line_num - line > _MAX_RECORD_LINES
        return is_long or "unexpected end of data" in str(cause)
    return False


def _without_separator_line(text: str) -> tuple[str, str]:
    """Take off the line by which Excel states the delimiter."""
    line, _, rest = text.partition("\n")
    name, _, delimiter = line.strip("\r ").partition("=")
    if name == "sep" and len(delimiter) == 1:
        return rest, delimiter
    return text, ""


def _delimiter_of(path: str, text: str) -> str:
    """Choose the one that cuts the first lines into the most columns of equal number."""
    if path.lower().endswith((".tsv", ".tab")):
        return "\t"
    sample = "\n".join(text.split("\n", _SAMPLE_LINES)[:_SAMPLE_LINES])
    return max(_DELIMITERS, key=lambda delimiter: _agreement(sample, delimiter))


def _agreement(sample: str, delimiter: str) -> float:
    rows = csv.reader(StringIO(sample, newline=""), delimiter=delimiter)
    widths = [len(row) for row in rows if row]
    usual = max(set(widths), key=widths.count, default=1)
    return (usual > 1) * widths.count(usual) / max(1, len(widths)) * (1 + usual / 1000)
