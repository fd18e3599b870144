"""The tools that draw pages, write exports and convert."""

from __future__ import annotations

from kebab.errors import InvalidInputError
from kebab.mcp.tools.declaration import Base, CallContext, Result, number, switch, text
from kebab.mcp.tools.hwp.declare import (
    OUTPUT,
    OVERWRITE,
    PAGE,
    PATH,
    TABLE,
    HwpArguments,
    arguments,
    by_path,
    declare,
    for_worker,
    shown,
)
from kebab.wire.hwp.pictures import HwpPage, HwpThumbnail
from kebab.wire.hwp.tables import HwpCsv

_INTO = {"output": OUTPUT, "overwrite": OVERWRITE}
_RENDER = {
    "path": PATH,
    "page": PAGE,
    "format": {"type": "string", "enum": ["png", "svg"], "default": "png"},
    "scale": number("", 0.1, 4, whole=False) | {"default": 1.0},
    **_INTO,
}
_FOLDER = text("Absolute path of the folder to write into.", minLength=1, maxLength=4096)
_SVG = {
    "path": PATH,
    "output_dir": _FOLDER,
    "pages": {"type": "array", "items": {"type": "integer", "minimum": 0}, "default": []},
    "overwrite": OVERWRITE,
}
_MARKDOWN = {"path": PATH, "output_dir": _FOLDER, "overwrite": OVERWRITE}
_CONVERT = {"path": PATH, "output": OUTPUT, "overwrite": OVERWRITE}


async def _render(base: Base, request: HwpArguments, _context: CallContext) -> Result:
    given = arguments(_RENDER, request)
    exports = base.hwp().exports
    asked = for_worker(given)
    if given["output"]:
        answer = await exports.read_into(
            "render",
            given["path"],
            asked,
            HwpPage,
            output=given["output"],
            overwrite=given["overwrite"],
        )
        return answer.value
    if given["format"] == "svg":
        raise InvalidInputError(
            "an SVG page is written to a file, and output names none",
            hint="give output, or format png",
            details={"argument": "output"},
        )
    return shown(await exports.read("render", given["path"], asked, HwpPage))


async def _svg(base: Base, request: HwpArguments, _context: CallContext) -> Result:
    given = arguments(_SVG, request)
    return await base.hwp().exports.export(
        "render_svgs",
        given["path"],
        {"pages": given["pages"] or None},
        folder=given["output_dir"],
        overwrite=given["overwrite"],
    )


async def _markdown(base: Base, request: HwpArguments, _context: CallContext) -> Result:
    given = arguments(_MARKDOWN, request)
    return await base.hwp().exports.export(
        "markdown_files",
        given["path"],
        {},
        folder=given["output_dir"],
        overwrite=given["overwrite"],
    )


async def _to_hwpx(base: Base, request: HwpArguments, _context: CallContext) -> Result:
    return await _convert(base, request, "hwpx")


async def _to_hwp5(base: Base, request: HwpArguments, _context: CallContext) -> Result:
    return await _convert(base, request, "hwp5")


async def _convert(base: Base, request: HwpArguments, format_name: str) -> Result:
    given = arguments(_CONVERT, request)
    return await base.hwp().edits.convert(
        given["path"], given["output"], format_name, overwrite=given["overwrite"]
    )


RENDER = declare(
    "hwp_render_page",
    "Draw a page",
    "One page as PNG, or as SVG into a file. `fonts` says whether Hangul can be drawn.",
    _render,
    properties=_RENDER,
    required=("path", "page"),
    cli="render PATH",
    read_only=False,
)
EXPORT_SVG = declare(
    "hwp_export_svg",
    "Write pages as SVG",
    "One file a page into a folder.",
    _svg,
    properties=_SVG,
    required=("path", "output_dir"),
    cli="svg PATH OUTPUT_DIR",
    read_only=False,
)
EXPORT_MARKDOWN = declare(
    "hwp_export_markdown",
    "Write as Markdown with pictures",
    "document.md and its pictures into a folder.",
    _markdown,
    properties=_MARKDOWN,
    required=("path", "output_dir"),
    cli="markdown PATH OUTPUT_DIR",
    read_only=False,
)
TO_HWPX = declare(
    "hwp_convert_hwpx",
    "Convert to HWPX",
    "Write the document as .hwpx, compared line by line with the original.",
    _to_hwpx,
    properties=_CONVERT,
    required=("path", "output"),
    cli="to-hwpx PATH OUTPUT",
    read_only=False,
)
TO_HWP5 = declare(
    "hwp_convert_hwp5",
    "Convert to HWP 5",
    "Write the document as .hwp, compared line by line with the original.",
    _to_hwp5,
    properties=_CONVERT,
    required=("path", "output"),
    cli="to-hwp5 PATH OUTPUT",
    read_only=False,
)
THUMBNAIL = by_path(
    "hwp_thumbnail",
    "Show the embedded preview",
    "The picture of the first page that the word processor left in the file.",
    "thumbnail",
    HwpThumbnail,
    cli="thumbnail PATH",
    properties=_INTO,
)
TABLE_TO_CSV = by_path(
    "hwp_table_to_csv",
    "Read a table as CSV",
    "One table as CSV, or into a file.",
    "table_csv",
    HwpCsv,
    cli="table-csv PATH TABLE",
    properties={
        "table": TABLE,
        "bom": switch("For Excel.") | {"default": False},
        **_INTO,
    },
    required=("table",),
)
STATELESS = (RENDER, EXPORT_SVG, EXPORT_MARKDOWN, TO_HWPX, TO_HWP5, THUMBNAIL, TABLE_TO_CSV)
