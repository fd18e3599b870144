"""Edits one document in memory: each edit is worked out first, then made whole or not at all."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast, get_args

from kebab.errors import InvalidInputError
from workers.hwp.editing.csv_to_table import csv_to_table
from workers.hwp.editing.edited import EditedDocument, ReadTables
from workers.hwp.editing.fill_fields import fill_fields
from workers.hwp.editing.form_fields import list_fields
from workers.hwp.editing.hwpx_library import SaveFormat
from workers.hwp.editing.insert_image import insert_image
from workers.hwp.editing.places import inner_paragraphs
from workers.hwp.editing.plan import Plan
from workers.hwp.editing.redact import redact
from workers.hwp.editing.replace_text import replace_text
from workers.hwp.editing.sanitize import sanitize
from workers.hwp.editing.set_cell import set_cell
from workers.hwp.editing.set_checkbox import set_checkbox
from workers.hwp.editing.stretches import text_of

Args = Mapping[str, Any]
OPERATIONS: Mapping[str, Callable[[EditedDocument, Args], Plan]] = {
    "fill_fields": fill_fields,
    "replace_text": replace_text,
    "set_cell": set_cell,
    "set_checkbox": set_checkbox,
    "csv_to_table": csv_to_table,
    "insert_image": insert_image,
    "redact": redact,
    "sanitize": sanitize,
}


@dataclass(slots=True)
class Touched:
    """The lines that edits were to change: as they were, and as they became."""

    before: set[str] = field(default_factory=set)
    after: set[str] = field(default_factory=set)


class Editor:
    """The edits of one document. Its bytes have passed the preflight.

    `read_tables` gives rows and columns of each table as the reader numbers them: where the editor
    sees others, tables are not edited by number.
    """

    def __init__(self, data: bytes, path: str, read_tables: ReadTables | None = None) -> None:
        self._data = data
        self._path = path
        self._read_tables = read_tables
        self._document = self._opened()
        self._made: list[tuple[str, Args]] = []
        self._written: OrderedDict[SaveFormat, bytes] = OrderedDict()
        self.touched = Touched()

    @property
    def edit_count(self) -> int:
        """How many edits were made."""
        return len(self._made)

    @property
    def warnings(self) -> list[str]:
        """What of the file is lost as soon as it is saved."""
        left = self._document.file.left_behind
        named = ", ".join(f"{kind} ({count})" for kind, count in sorted(left.items()))
        return [f"a saved copy will lack what cannot be carried over: {named}"] if left else []

    def apply(self, operation: str, args: Args, *, dry_run: bool) -> dict[str, Any]:
        """Make an edit, or only look into it. Returns the fields of HwpEdit and `warnings`.

        `applied` is False where something stands in the way, where there is nothing to change, and
        for a dry run; then the document is as before. So it is after an error.
        """
        plan = self._plan(operation, args)
        applied = plan.make is not None and not dry_run
        if applied:
            self._make(operation, args, plan)
        return plan.to_fields(operation, applied=applied, dry_run=dry_run)

    def to_bytes(self, form: str) -> bytes:
        """Write the document with its edits as "hwpx" or "hwp5"."""
        if form not in get_args(SaveFormat):
            raise InvalidInputError(
                f"documents are saved as hwpx or hwp5, not as {form!r}",
                details={"argument": "format"},
            )
        wanted = cast("SaveFormat", form)
        if wanted not in self._written:
            self._written[wanted] = self._document.file.to_bytes(wanted)
        return self._written[wanted]

    def fields(self) -> list[dict[str, Any]]:
        """Return the fields of a form, each as the fields of HwpField."""
        return list_fields(self._document)

    def _opened(self) -> EditedDocument:
        return EditedDocument(self._data, self._path, self._read_tables)

    def _plan(self, operation: str, args: Args) -> Plan:
        if operation not in OPERATIONS:
            raise InvalidInputError(
                f"there is no edit {operation!r}; there are {', '.join(OPERATIONS)}",
                details={"argument": "operation"},
            )
        return OPERATIONS[operation](self._document, args)

    def _make(self, operation: str, args: Args, plan: Plan) -> None:
        before = _lines(plan)
        try:
            _carry_out(plan)
        except BaseException:
            self._start_again()
            raise
        self._made.append((operation, args))
        self._written.clear()
        self.touched.before |= before | plan.marks
        self.touched.after |= _lines(plan) | plan.marks

    def _start_again(self) -> None:
        """Bring back the state before an edit that failed half-way."""
        self._document = self._opened()
        for operation, args in self._made:
            _carry_out(self._plan(operation, args))


def _carry_out(plan: Plan) -> None:
    if plan.make is not None:
        plan.make()


def _lines(plan: Plan) -> set[str]:
    """Collect the lines of all that an edit touches."""
    paragraphs = (one for element in plan.touched for one in inner_paragraphs(element))
    return {line for one in paragraphs for line in text_of(one).split("\n")}
