"""The tools that read: the seven of rhwp, and those that come by path and in sessions."""

from __future__ import annotations

from typing import Any

from kebab.mcp.tools.declaration import ToolDeclaration, number, switch, text
from kebab.mcp.tools.hwp.declare import CURSOR, PAGE, TABLE, by_handle, by_path, limit
from kebab.wire.hwp.envelope import HwpObject
from kebab.wire.hwp.reading import (
    BLOCK_KINDS,
    HwpBlocks,
    HwpChunks,
    HwpData,
    HwpDigest,
    HwpInfo,
    HwpMarkup,
    HwpMatches,
    HwpStructure,
    HwpSummary,
    HwpText,
)
from kebab.wire.hwp.tables import HwpFields, HwpTables

SCOPE = {
    "type": "string",
    "enum": ["all", "body"],
    "description": "body leaves out cells, notes, headers, boxes and memos.",
    "default": "all",
}
_CHARS = number("", 1, 100_000)
_MARKUP = {"max_chars": _CHARS | {"default": 20_000}, "cursor": CURSOR}

SUMMARY = by_path(
    "parse_hwp_summary",
    "Sum up an HWP document",
    "Sections, pages and counts of a document.",
    "summary",
    HwpSummary,
    cli="summary PATH",
)

EXTRACT_TEXT = by_path(
    "extract_text",
    "Read the text",
    "The whole text of a document, with cells, notes and text boxes, in parts.",
    "text",
    HwpText,
    cli="extract-text PATH",
    properties={"max_chars": _CHARS | {"default": 20_000}, "cursor": CURSOR},
    fixed={"scope": "all", "page": None},
)

GET_IR = by_path(
    "get_ir",
    "Read the document tree",
    "The document as a flat list of blocks with addresses, in parts.",
    "blocks",
    HwpBlocks,
    cli="ir PATH",
    properties={"limit": limit(50, 500), "cursor": CURSOR},
    fixed={"kinds": [], "scope": "all"},
)

ITER_BLOCKS = by_path(
    "iter_blocks",
    "List blocks",
    "Blocks of some kinds, in order, also those in cells and notes.",
    "blocks",
    HwpBlocks,
    cli="blocks PATH",
    properties={
        "kind": {
            "type": "array",
            "items": {"type": "string", "enum": list(BLOCK_KINDS)},
            "default": [],
        },
        "scope": {"type": "string", "enum": ["body", "furniture", "all"], "default": "body"},
        "limit": limit(50, 500),
        "cursor": CURSOR,
    },
    renamed={"kind": "kinds"},
)

TO_MARKDOWN = by_path(
    "to_markdown",
    "Read as Markdown",
    "The document as Markdown, in parts.",
    "markup",
    HwpMarkup,
    cli="to-markdown PATH",
    properties=_MARKUP,
    fixed={"format": "markdown", "include_css": False},
)

TO_HTML = by_path(
    "to_html",
    "Read as HTML",
    "The document as HTML, in parts.",
    "markup",
    HwpMarkup,
    cli="to-html PATH",
    properties={"include_css": switch("") | {"default": False}, **_MARKUP},
    fixed={"format": "html"},
)

CHUNKS = by_path(
    "chunks",
    "Cut into passages",
    "Passages of about `size` characters with heading path and addresses.",
    "chunks",
    HwpChunks,
    cli="chunks PATH",
    properties={
        "mode": {
            "type": "string",
            "enum": ["paragraph", "single", "ir-blocks"],
            "description": "paragraph merges small ones, ir-blocks does not, single cuts nothing.",
            "default": "paragraph",
        },
        "size": number("Characters.", 50, 20_000) | {"default": 500},
        "overlap": number("", 0, 10_000) | {"default": 50},
        "include_furniture": switch("Page headers and footers.") | {"default": False},
        "limit": limit(50, 500),
        "cursor": CURSOR,
    },
)


def _twins(
    stateless: str,
    session: str,
    title: str,
    description: str,
    op: str,
    model: type[HwpObject],
    *,
    cli: str,
    properties: dict[str, dict[str, Any]] | None = None,
    required: tuple[str, ...] = (),
) -> tuple[ToolDeclaration, ToolDeclaration]:
    """Declare a tool that comes by path and in a session, with the same answers."""
    return (
        by_path(
            stateless,
            title,
            description,
            op,
            model,
            cli=cli,
            properties=properties,
            required=required,
        ),
        by_handle(
            session,
            f"Open document: {title[0].lower()}{title[1:]}",
            description,
            op,
            model,
            properties=properties,
            required=required,
        ),
    )


INFO, DOC_INFO = _twins(
    "hwp_info",
    "hwp_doc_info",
    "Describe a document",
    "Title, author, dates, fonts, pages, counts, and whether its pages can be drawn.",
    "info",
    HwpInfo,
    cli="info PATH",
)

EXPORT_TEXT, DOC_TEXT = _twins(
    "hwp_export_text",
    "hwp_doc_text",
    "Read text, or one page",
    "Text in parts; with `page`, that of one laid-out page.",
    "text",
    HwpText,
    cli="text PATH",
    properties={
        "page": PAGE,
        "scope": SCOPE,
        "max_chars": _CHARS | {"default": 8000},
        "cursor": CURSOR,
    },
)

SEARCH, DOC_SEARCH = _twins(
    "hwp_search",
    "hwp_doc_search",
    "Find text in a document",
    "Every occurrence with its address and context, also in cells, notes and text boxes.",
    "search",
    HwpMatches,
    cli="search PATH QUERY",
    properties={
        "query": text(minLength=1, maxLength=1000),
        "case_sensitive": switch("") | {"default": False},
        "regex": switch("") | {"default": False},
        "scope": SCOPE,
        "max_matches": limit(20, 200),
        "context_chars": number("", 0, 500) | {"default": 60},
        "with_page": switch("Name the page; slower.") | {"default": False},
        "cursor": CURSOR,
    },
    required=("query",),
)

FIELDS, DOC_FIELDS = _twins(
    "hwp_fields",
    "hwp_doc_fields",
    "List form fields",
    "Names, values and guides of the fields that can be filled, by these names.",
    "fields",
    HwpFields,
    cli="fields PATH",
    properties={"limit": limit(200, 1000), "cursor": CURSOR},
)

TABLES, DOC_TABLES = _twins(
    "hwp_export_tables",
    "hwp_doc_tables",
    "List tables, or read one",
    "Without `table`, a list with previews; with it, the cells of that one.",
    "tables",
    HwpTables,
    cli="tables PATH",
    properties={"table": TABLE, "limit": limit(50, 1000), "cursor": CURSOR},
)

DIGEST = by_path(
    "hwp_digest",
    "Skim a document",
    "Outline and how each part begins, in a few thousand characters.",
    "digest",
    HwpDigest,
    cli="digest PATH",
    properties={"max_chars": number("", 500, 50_000) | {"default": 4000}},
)

STRUCTURE = by_path(
    "hwp_export_structure",
    "Read the outline",
    "Headings by outline styles, or where there are none by their numbers (`clause`).",
    "structure",
    HwpStructure,
    cli="structure PATH",
    properties={
        "mode": {"type": "string", "enum": ["auto", "outline", "clause"], "default": "auto"},
        "limit": limit(200, 1000),
        "cursor": CURSOR,
    },
)

EXTRACT_DATA = by_path(
    "hwp_extract_data",
    "Find dates, amounts, numbers",
    "Values with their addresses and a normal form: 2026-01-05 for a date, digits for an amount"
    " (3천5백만원 is 35000000); null where it is unsure.",
    "extract_data",
    HwpData,
    cli="data PATH",
    properties={
        "kind": {
            "type": "string",
            "enum": ["all", "date", "amount", "number", "email", "phone"],
            "default": "all",
        },
        "limit": limit(100, 1000),
        "cursor": CURSOR,
    },
)

SEVEN = (SUMMARY, EXTRACT_TEXT, GET_IR, ITER_BLOCKS, TO_MARKDOWN, TO_HTML, CHUNKS)
STATELESS = (INFO, EXPORT_TEXT, SEARCH, FIELDS, TABLES, DIGEST, STRUCTURE, EXTRACT_DATA)
SESSION = (DOC_INFO, DOC_TEXT, DOC_SEARCH, DOC_FIELDS, DOC_TABLES)
