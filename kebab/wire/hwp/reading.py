"""What reading an HWP document gives: summary, text, blocks, markup, chunks, structure, data."""

from __future__ import annotations

from typing import Literal, get_args

from pydantic import Field

from kebab.wire.hwp.envelope import Fonts, HwpObject
from kebab.wire.wire_object import WireObject

BlockKind = Literal[
    "paragraph",
    "list_item",
    "table",
    "picture",
    "formula",
    "footnote",
    "endnote",
    "caption",
    "toc",
    "field",
    "text_box",
    "memo",
    "header",
    "footer",
]
BLOCK_KINDS: tuple[str, ...] = get_args(BlockKind)
Where = Literal["body", "cell", "note", "header", "text_box", "memo", "caption", "page"]


class HwpCounts(WireObject):
    """How many there are of each kind; `paragraphs` has those in cells, notes and boxes too."""

    paragraphs: int
    body_paragraphs: int
    tables: int
    pictures: int
    formulas: int
    footnotes: int
    endnotes: int
    fields: int
    text_boxes: int
    memos: int


class HwpSummary(HwpObject):
    """The size of a document. `text_found` is False where nothing readable is in it."""

    schema_version: Literal["hwp_summary.v1"] = "hwp_summary.v1"
    sections: int
    pages: int
    counts: HwpCounts
    text_found: bool
    rhwp_version: str


class HwpInfo(HwpObject):
    """All that is known of a document beside its text; what is not recorded is None."""

    schema_version: Literal["hwp_info.v1"] = "hwp_info.v1"
    title: str | None
    author: str | None
    subject: str | None
    keywords: str | None
    created: str | None
    modified: str | None
    last_saved_by: str | None
    sections: int
    pages: int
    counts: HwpCounts
    fonts: list[str]
    is_distribution: bool
    has_thumbnail: bool
    render: Fonts


class HwpText(HwpObject):
    """A part of a document's text, and the cursor of the next part.

    `page` is set where one page was asked for; its text is that of the laid-out page.
    """

    schema_version: Literal["hwp_text.v1"] = "hwp_text.v1"
    text: str
    chars: int = Field(ge=0, description="Characters of the whole text that was asked for.")
    page: int | None = None
    pages: int
    truncated: bool
    omitted_chars: int = Field(ge=0)
    next_cursor: str | None


class HwpBlock(WireObject):
    """One block. The address says where it stands: `s0/p3`, in a cell `s0/p3/t0/r2c1/p0`.

    `section` and `paragraph` are those of the paragraph of the body that it hangs on; `page` is
    None where it cannot be told. A table has `rows`, `cols` and `table`, its number.
    """

    address: str
    kind: BlockKind
    where: Where
    text: str
    section: int
    paragraph: int
    page: int | None = None
    level: int | None = None
    rows: int | None = None
    cols: int | None = None
    table: int | None = None
    number: int | None = None
    field_kind: str | None = None
    bin_id: int | None = None


class HwpBlocks(HwpObject):
    """Blocks in the order of the document, and the cursor of those that follow."""

    schema_version: Literal["hwp_blocks.v1"] = "hwp_blocks.v1"
    blocks: list[HwpBlock]
    total: int
    truncated: bool
    next_cursor: str | None


class HwpMarkup(HwpObject):
    """A part of the document as Markdown or HTML, cut between blocks where that can be."""

    schema_version: Literal["hwp_markup.v1"] = "hwp_markup.v1"
    format: Literal["markdown", "html"]
    text: str
    chars: int
    truncated: bool
    omitted_chars: int
    next_cursor: str | None


class HwpChunk(WireObject):
    """A passage of about the size asked for; small blocks are merged, a table row is not split."""

    text: str
    heading_path: list[str]
    addresses: list[str]
    page: int | None = None


class HwpChunks(HwpObject):
    """Passages in order, and the cursor of those that follow."""

    schema_version: Literal["hwp_chunks.v1"] = "hwp_chunks.v1"
    chunks: list[HwpChunk]
    total: int
    truncated: bool
    next_cursor: str | None


class HwpMatch(WireObject):
    """One occurrence. `char_offset` counts in the text of the block at `address`.

    `page_method` says how `page` was found: `unique` text on one page, or `none`.
    """

    address: str
    where: Where
    section: int
    paragraph: int
    char_offset: int
    length: int
    text: str
    context: str
    page: int | None = None
    page_method: Literal["unique", "none"] | None = None


class HwpMatches(HwpObject):
    """What a search found. `searched` names the kinds of text that were looked through."""

    schema_version: Literal["hwp_matches.v1"] = "hwp_matches.v1"
    query: str
    total_matches: int
    matches: list[HwpMatch]
    searched: list[Where]
    missing: list[Where]
    truncated: bool
    next_cursor: str | None


class HwpNode(WireObject):
    """One heading; `level` counts from 1."""

    level: int
    text: str
    address: str
    page: int | None = None


class HwpStructure(HwpObject):
    """The headings. `method` says what they rest on: styles of the outline, or a pattern."""

    schema_version: Literal["hwp_structure.v1"] = "hwp_structure.v1"
    method: Literal["outline", "pattern", "none"]
    nodes: list[HwpNode]
    node_count: int
    truncated: bool
    next_cursor: str | None


class HwpDigestSection(WireObject):
    """One part of a document and how it begins."""

    heading: str
    address: str
    chars: int
    excerpt: str


class HwpDigest(HwpObject):
    """A document in a few thousand characters; `next_step` names the call that reads on.

    `excerpt` is what stands before the first heading; the whole text where there are none.
    """

    schema_version: Literal["hwp_digest.v1"] = "hwp_digest.v1"
    title: str | None
    pages: int
    counts: HwpCounts
    method: Literal["outline", "pattern", "none"]
    sections: list[HwpDigestSection]
    excerpt: str
    truncated: bool
    next_step: str


class HwpDataItem(WireObject):
    """One value. `normalized` is ISO for a date, plain digits for a number; None where unsure."""

    kind: Literal["date", "amount", "number", "email", "phone"]
    raw: str
    normalized: str | None
    address: str
    context: str


class HwpData(HwpObject):
    """Values that were recognised, and how many there are of each kind."""

    schema_version: Literal["hwp_data.v1"] = "hwp_data.v1"
    items: list[HwpDataItem]
    counts: dict[str, int]
    truncated: bool
    next_cursor: str | None
