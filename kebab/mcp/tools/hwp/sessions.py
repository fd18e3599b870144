"""The tools of a session: a document is opened, worked on, saved, closed."""

from __future__ import annotations

from kebab.errors import EncryptedDocumentError
from kebab.mcp.tools.declaration import Base, CallContext, Result, number, switch, text
from kebab.mcp.tools.hwp.declare import (
    DOC,
    NEW_DOCUMENT,
    OVERWRITE,
    PAGE,
    PATH,
    TABLE,
    HwpArguments,
    arguments,
    by_handle,
    declare,
)
from kebab.wire.hwp.pictures import HwpPage

FILL_FIELDS = {
    "data": {
        "type": "object",
        "description": "Names from the list of fields, to texts; name{{1}} is its second.",
    },
    "all_duplicates": switch("Fill all fields of one name.") | {"default": False},
}
REPLACE = {
    "find": text(minLength=1, maxLength=10_000),
    "replace": text(maxLength=100_000),
    "case_sensitive": switch("") | {"default": True},
    "max_replacements": number("0 is all.", 0, 100_000) | {"default": 0},
}
CELL = {
    "table": TABLE,
    "row": number("Counts from 0.", 0, 100_000),
    "col": number("Counts from 0.", 0, 100_000),
    "text": text(maxLength=100_000),
}
FORMAT = {
    "type": "string",
    "enum": ["hwpx", "hwp5"],
    "description": "Needs no telling; where told, output has to end so.",
}
_OPEN = {
    "path": PATH,
    "password": text("Never shown or kept.", maxLength=1000, writeOnly=True),
}


async def _open(base: Base, request: HwpArguments, _context: CallContext) -> Result:
    given = arguments(_OPEN, request)
    try:
        return await base.hwp().sessions.open(given["path"])
    except EncryptedDocumentError as error:
        if given["password"]:
            error.details["password"] = "not tried: no library opens encrypted HWP"  # noqa: S105 - says so
        raise


async def _list(base: Base, _request: HwpArguments, _context: CallContext) -> Result:
    return await base.hwp().sessions.list_open()


_CLOSE = {"docId": DOC, "discard": switch("Lose edits that were not saved.") | {"default": False}}


async def _close(base: Base, request: HwpArguments, _context: CallContext) -> Result:
    given = arguments(_CLOSE, request)
    return await base.hwp().sessions.close(given["docId"], discard=given["discard"])


_SAVE = {
    "docId": DOC,
    "output": NEW_DOCUMENT,
    "format": FORMAT,
    "overwrite": OVERWRITE,
    "verify": switch("Read the result with another library.") | {"default": True},
}


async def _save(base: Base, request: HwpArguments, _context: CallContext) -> Result:
    given = arguments(_SAVE, request)
    service = base.hwp()
    return await service.edits.save(
        service.sessions.handle(given["docId"]),
        given["output"],
        format_name=given["format"] or "",
        overwrite=given["overwrite"],
        verify=given["verify"],
    )


OPEN = declare(
    "hwp_open",
    "Open an HWP document",
    "Keep a document open: faster for several calls, and the way to edit. Returns docId.",
    _open,
    properties=_OPEN,
    required=("path",),
)
LIST = declare(
    "hwp_list", "List open documents", "What is open, and unsaved.", _list, properties={}
)
CLOSE = declare(
    "hwp_close",
    "Open document: close",
    "Edits that were not saved need `discard`.",
    _close,
    properties=_CLOSE,
    required=("docId",),
    read_only=False,
)
SAVE = declare(
    "hwp_doc_save",
    "Open document: save",
    "Write it to a file, checked by reading it back. The only tool of a session that writes.",
    _save,
    properties=_SAVE,
    required=("docId", "output"),
    read_only=False,
)
RENDER = by_handle(
    "hwp_doc_render_page",
    "Open document: draw a page",
    "One page as PNG. `fonts` says whether Hangul can be drawn.",
    "render",
    HwpPage,
    properties={
        "page": PAGE,
        "scale": number("", 0.1, 4, whole=False) | {"default": 1.0},
    },
    required=("page",),
    fixed={"format": "png"},
)
