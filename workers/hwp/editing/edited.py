"""A document that is being edited, with its places and tables as the reader numbers them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kebab.errors import CellOutOfRangeError, UnreadableDocumentError
from workers.hwp.editing.hwpx_library import HwpxFile, digits_of
from workers.hwp.editing.places import Found, TablePlace, find
from workers.hwp.file_format import Format, recognise

Shape = tuple[int, int]
ReadTables = Callable[[], Sequence[Shape]]


class EditedDocument:
    """One document and where everything in it stands."""

    def __init__(self, data: bytes, path: str, read_tables: ReadTables | None = None) -> None:
        self.path = path
        self.file = HwpxFile(data, path)
        self._format = recognise(data)
        self._read_tables = read_tables
        self._tables: tuple[TablePlace, ...] | None = None

    def find(self) -> Found:
        """Walk the document as it is now."""
        return find(self.file.sections(), self.file.master_pages())

    def table(self, index: int) -> TablePlace:
        """Return a table by its number for the reading tools."""
        tables = self.tables()
        if not 0 <= index < len(tables):
            raise CellOutOfRangeError(
                f"there is no table {index}: {self.path} has {len(tables)}",
                hint="Tables count from 0; list them first.",
                details={"table": index, "tables": len(tables)},
            )
        return tables[index]

    def images(self) -> dict[int, str]:
        """Return the items of pictures by the reader's number for them.

        In HWP 5 that is their place in the list; in HWPX it stands in their name.
        """
        ids = self.file.image_ids()
        numbers = [int(digits) for one in ids if (digits := digits_of(one))]
        by_place = self._format is Format.HWP5 or len(set(numbers)) < len(ids)
        return dict(zip(range(1, len(ids) + 1) if by_place else numbers, ids, strict=True))

    def tables(self) -> tuple[TablePlace, ...]:
        """Return all tables as they are numbered. Edits neither add nor remove one."""
        if self._tables is None:
            found = self.find().tables
            if self._read_tables is not None:
                _check([table.shape for table in found], list(self._read_tables()), self.path)
            self._tables = found
        return self._tables


def _check(written: Sequence[Shape], read: Sequence[Shape], path: str) -> None:
    """Refuse to write by number where reader and editor do not see the same tables."""
    if list(written) != list(read):
        raise UnreadableDocumentError(
            f"the tables of {path} cannot be edited by number: its reader sees {len(read)} of them "
            f"and its editor {len(written)}, or of other sizes",
            hint="Use replace_text, or fields, for this document.",
            details={"path": path, "reason": "tables_differ", "reader": len(read)},
        )
