"""What the tables and form fields of an HWP document hold."""

from __future__ import annotations

from typing import Literal

from kebab.wire.hwp.envelope import HwpObject
from kebab.wire.wire_object import WireObject


class HwpTable(WireObject):
    """One table. `index` is its number for the other tools; `nested_in` that of the one around."""

    index: int
    address: str
    section: int
    paragraph: int
    rows: int
    cols: int
    page: int | None = None
    nested_in: int | None = None
    caption: str | None = None
    preview: str


class HwpCell(WireObject):
    """One cell; those that another one covers are absent."""

    row: int
    col: int
    row_span: int
    col_span: int
    is_header: bool
    text: str
    nested: list[int]


class HwpTables(HwpObject):
    """The list of tables, or with `table` the cells of one."""

    schema_version: Literal["hwp_tables.v1"] = "hwp_tables.v1"
    total: int
    tables: list[HwpTable]
    table: int | None = None
    cells: list[HwpCell] | None = None
    truncated: bool
    next_cursor: str | None


class HwpCsv(HwpObject):
    """One table as CSV (RFC 4180); with an output it stands in that file."""

    schema_version: Literal["hwp_csv.v1"] = "hwp_csv.v1"
    table: int
    rows: int
    cols: int
    csv: str | None = None
    output: str | None = None
    bytes: int | None = None


class HwpField(WireObject):
    """One field of a form. `duplicates` is how many others have its name."""

    name: str
    value: str
    kind: str
    guide: str | None = None
    memo: str | None = None
    address: str | None = None
    duplicates: int


class HwpFields(HwpObject):
    """The fields in the order of the document."""

    schema_version: Literal["hwp_fields.v1"] = "hwp_fields.v1"
    fields: list[HwpField]
    field_count: int
    truncated: bool
    next_cursor: str | None
