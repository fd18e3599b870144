"""The tools that edit: in a session, or from one file into another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kebab.errors import InvalidInputError
from kebab.hwp.csv_text import decoded
from kebab.mcp.tools.declaration import (
    Base,
    CallContext,
    Result,
    ToolDeclaration,
    number,
    switch,
    text,
)
from kebab.mcp.tools.hwp.declare import (
    DOC,
    DRY_RUN,
    NEW_DOCUMENT,
    OVERWRITE,
    PATH,
    TABLE,
    HwpArguments,
    arguments,
    declare,
    for_worker,
)
from kebab.mcp.tools.hwp.sessions import CELL, FILL_FIELDS, REPLACE

_WHERE = {"output": NEW_DOCUMENT, "overwrite": OVERWRITE, "dry_run": DRY_RUN}
_FILES = ("image", "csv_file")


def _in_session(
    name: str,
    title: str,
    description: str,
    operation: str,
    properties: Mapping[str, dict[str, Any]],
    required: tuple[str, ...],
    *,
    idempotent: bool = True,
) -> ToolDeclaration:
    described = {"docId": DOC, **properties, "dry_run": DRY_RUN}

    async def run(base: Base, request: HwpArguments, _context: CallContext) -> Result:
        given = arguments(described, request)
        service = base.hwp()
        args = for_worker({name: given[name] for name in properties})
        return await service.edits.edit_session(
            service.sessions.handle(given["docId"]), operation, args, dry_run=given["dry_run"]
        )

    return declare(
        name,
        title,
        description,
        run,
        properties=described,
        required=("docId", *required),
        read_only=False,
        idempotent=idempotent,
    )


def operation_properties() -> dict[str, dict[str, dict[str, Any]]]:
    """Return what each operation takes, as a step of a plan may name it."""
    return {
        "fill_fields": FILL_FIELDS,
        "replace_text": REPLACE,
        "set_cell": CELL,
        "csv_to_table": {name: schema for name, schema in _CSV.items() if name != "csv_file"},
        "set_checkbox": _CHECKBOX,
        "redact": _REDACT,
        "sanitize": _SANITIZE,
    }


def _into_file(
    name: str,
    title: str,
    description: str,
    operation: str,
    properties: Mapping[str, dict[str, Any]],
    required: tuple[str, ...],
    *,
    cli: str,
    idempotent: bool = True,
) -> ToolDeclaration:
    described = {"path": PATH, **properties, **_WHERE}

    async def run(base: Base, request: HwpArguments, _context: CallContext) -> Result:
        given = arguments(described, request)
        return await base.hwp().edits.edit_file(
            given["path"],
            operation,
            await _with_files(base, {name: given[name] for name in properties}),
            dry_run=given["dry_run"],
            output=given["output"] or "",
            overwrite=given["overwrite"],
        )

    return declare(
        name,
        title,
        description,
        run,
        properties=described,
        required=("path", *required),
        cli=cli,
        read_only=False,
        idempotent=idempotent,
    )


async def _with_files(base: Base, args: dict[str, Any]) -> dict[str, Any]:
    """Read the files that go into the document: a picture, a table."""
    for name in _FILES:
        if name not in args:
            continue
        path = args.pop(name)
        if not path:
            continue
        data = await base.hwp().exports.input_bytes(path)
        args |= {"image": data} if name == "image" else {"csv": _decoded(data, path)}
    if "csv" in args and args["csv"] is None:
        raise InvalidInputError(
            "the rows are missing: neither csv nor csv_file is given",
            hint="give csv, or the path of a file as csv_file",
            details={"argument": "csv"},
        )
    return args


def _decoded(data: bytes, path: str) -> str:
    try:
        return decoded(data)
    except UnicodeDecodeError as cause:
        raise InvalidInputError(
            f"{path} is neither UTF-8 nor CP949",
            hint="save the table as CSV in UTF-8",
            details={"path": path},
        ) from cause


_FILL = (
    "Fill fields by name. All are looked up first: where one is in `not_found` or `ambiguous`,"
    " nothing changes; `confusable` has names like it."
)
_REPLACE = "Replace text everywhere, also in cells, notes and text boxes."
_CELL = "Put text into one cell of a table."
_CSV = {
    "table": TABLE,
    "csv": text("The table itself,", maxLength=2_000_000),
    "csv_file": text("or a file that holds it.", maxLength=4096),
    "start_row": number("Row of the table that takes the first line.", 0, 100_000) | {"default": 0},
    "has_header": switch("Leave the first line of the CSV out.") | {"default": False},
    "add_rows": switch("Add rows that are missing.") | {"default": False},
}
_CHECKBOX = {
    "occurrence": number("From 0, in the order of hwp_search with regex [□■☐☑☒].", 0, 100_000),
    "checked": switch("") | {"default": True},
    "mark": {
        "type": "string",
        "enum": ["", "☑", "☒", "■"],
        "description": "The ticked box; else □ becomes ■ and ☐ becomes ☑.",
        "default": "",
    },
}
_PERSONAL = ["all", "phone", "email", "rrn", "card", "account"]
_REDACT = {
    "kinds": {
        "type": "array",
        "items": {"type": "string", "enum": _PERSONAL},
        "default": ["all"],
    },
    "mask": text(minLength=1, maxLength=1) | {"default": "●"},
}
_SANITIZE = {
    "metadata": switch("") | {"default": True},
    "preview": switch("") | {"default": True},
    "memos": switch("") | {"default": False},
}

DOC_FILL = _in_session(
    "hwp_doc_fill_fields",
    "Open document: fill the form",
    _FILL,
    "fill_fields",
    FILL_FIELDS,
    ("data",),
)
DOC_REPLACE = _in_session(
    "hwp_doc_replace_text",
    "Open document: replace text",
    _REPLACE,
    "replace_text",
    REPLACE,
    ("find", "replace"),
    idempotent=False,
)
DOC_CELL = _in_session(
    "hwp_doc_set_cell",
    "Open document: set a cell",
    _CELL,
    "set_cell",
    CELL,
    ("table", "row", "col", "text"),
)
FILL = _into_file(
    "hwp_fill_fields",
    "Fill a form into a new file",
    _FILL,
    "fill_fields",
    FILL_FIELDS,
    ("data",),
    cli="fill PATH",
)
REPLACE_TEXT = _into_file(
    "hwp_replace_text",
    "Replace text into a new file",
    _REPLACE,
    "replace_text",
    REPLACE,
    ("find", "replace"),
    cli="replace PATH FIND REPLACE",
    idempotent=False,
)
SET_CELL = _into_file(
    "hwp_set_cell",
    "Set a cell into a new file",
    _CELL,
    "set_cell",
    CELL,
    ("table", "row", "col", "text"),
    cli="set-cell PATH TABLE ROW COL TEXT",
)
CSV_TO_TABLE = _into_file(
    "hwp_csv_to_table",
    "Fill a table from CSV",
    "Put rows of CSV into the cells of a table; what does not fit is named, and nothing changes.",
    "csv_to_table",
    _CSV,
    ("table",),
    cli="csv-to-table PATH TABLE",
)
CHECKBOX = _into_file(
    "hwp_set_checkbox",
    "Tick a box",
    "Tick or clear one of the box characters (□ ☐ ■ ☑ ☒); dry_run shows which it is.",
    "set_checkbox",
    _CHECKBOX,
    ("occurrence",),
    cli="checkbox PATH OCCURRENCE",
)
INSERT_IMAGE = _into_file(
    "hwp_insert_image",
    "Insert or replace a picture",
    "Put a picture at the end, into a paragraph, or in place of the one with number `bin_id`.",
    "insert_image",
    {
        "image": text("Absolute path of a png, jpg, gif or bmp.", minLength=1, maxLength=4096),
        "bin_id": number("", 0, 100_000),
        "address": text("The paragraph to put it into, such as s0/p3.", maxLength=200),
        "width_mm": number("", 1, 2000, whole=False),
        "height_mm": number("", 1, 2000, whole=False),
    },
    ("image",),
    cli="insert-image PATH IMAGE",
)
REDACT = _into_file(
    "hwp_redact",
    "Mask personal data",
    "Mask phone numbers, e-mail addresses, resident numbers, cards and accounts.",
    "redact",
    _REDACT,
    (),
    cli="redact PATH",
)
SANITIZE = _into_file(
    "hwp_sanitize",
    "Remove what a document tells of its author",
    "Remove author, dates and preview; with `memos`, comments too.",
    "sanitize",
    _SANITIZE,
    (),
    cli="sanitize PATH",
)
SESSION = (DOC_FILL, DOC_REPLACE, DOC_CELL)
STATELESS = (
    *(FILL, REPLACE_TEXT, SET_CELL, CSV_TO_TABLE, CHECKBOX),
    *(INSERT_IMAGE, REDACT, SANITIZE),
)
