"""Cuts the text of a chunk into blocks that a quotation must not tear apart. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token


class Form(Enum):
    """What a block is."""

    PROSE = "prose"
    ITEM = "item"
    ROW = "row"
    CODE = "code"
    HEADING = "heading"


@dataclass(frozen=True, slots=True)
class Block:
    """Characters `start` to `end` of a text. Blocks of one `group` are one list or table."""

    form: Form
    start: int
    end: int
    group: int


_FORMS = {
    "heading_open": Form.HEADING,
    "paragraph_open": Form.PROSE,
    "fence": Form.CODE,
    "html_block": Form.PROSE,
}
_LISTS = {"bullet_list_open", "ordered_list_open"}
_BLANK = re.compile(r"\n[^\S\n]*\n")
# Part of a code block that was too long for one chunk comes without its fence.
_CODE_LINE = re.compile(
    r"^\s*(?:[\w.\"'-]+:(?:\s|$)|- [\w.-]+:\s|[}\])]+[,;]?$|[$#] |--?[\w-]+(?:\s|=|$)"
    r"|\S.*\S {4,}\S|.*[{;]$|@\w+"
    r"|(?:def|class|import|from|return|if|for|func|var|const|let|kubectl|sudo|pip|docker|curl)\b"
    r".*[\w)\"'{:;]$)"
)
_FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,})")
_FEW_LINES = 3


def blocks_of(text: str, *, is_markdown: bool) -> list[Block]:
    """List the blocks of a text in its order."""
    if is_markdown:
        return [
            Block(Form.CODE, block.start, block.end, block.group)
            if block.form is Form.PROSE and _is_code(text[block.start : block.end])
            else block
            for block in _markdown_blocks(text)
        ]
    return list(_plain_blocks(text))


def _plain_blocks(text: str) -> Iterator[Block]:
    start = 0
    for group, match in enumerate([*_BLANK.finditer(text), None]):
        end = match.start() if match else len(text)
        if text[start:end].strip():
            yield Block(Form.PROSE, start, end, group)
        start = match.end() if match else end


def _markdown_blocks(text: str) -> Iterator[Block]:
    lines = text.replace("\r", " ").split("\n")  # the parser takes a CR for the end of a line
    offsets = [0, *accumulate(len(line) + 1 for line in lines)]
    if _begins_in_code(lines):
        end = next(n for n, line in enumerate(lines) if _FENCE.match(line))
        yield Block(Form.CODE, 0, offsets[end + 1] - 1, -1)
        lines[: end + 1] = [""] * (end + 1)
    tokens = _parser().parse("\n".join(lines))
    for place, token in enumerate(tokens):
        if token.level or token.map is None or token.nesting < 0:
            continue
        for form, first, last in _parts(tokens, place):
            end = last
            while end > first and not lines[end - 1].strip():
                end -= 1
            if end > first:
                yield Block(form, offsets[first], offsets[end] - 1, place)


def _begins_in_code(lines: Sequence[str]) -> bool:
    """Tell whether the first fence closes a block whose beginning is in another chunk."""
    fences = [line.strip() for line in lines if _FENCE.match(line)]
    return len(fences) % 2 == 1 and not fences[0].strip("`~")


def _parts(tokens: list[Token], place: int) -> Iterator[tuple[Form, int, int]]:
    """Give the form and the lines of what is quoted apart: items of the outermost list, rows."""
    token = tokens[place]
    first, last = token.map or [0, 0]
    if token.type in _LISTS:
        yield from ((Form.ITEM, *map_) for map_ in _inner(tokens, place, "list_item_open", 1))
    elif token.type == "table_open":
        rows = list(_inner(tokens, place, "tr_open", 2))
        yield from ((Form.ROW, start, end) for start, end in rows)
    elif token.type == "blockquote_open":
        yield Form.PROSE, first, last
    elif token.type in _FORMS:
        yield _FORMS[token.type], first, last


def _inner(tokens: list[Token], place: int, kind: str, level: int) -> Iterator[tuple[int, int]]:
    for token in tokens[place + 1 :]:
        if token.level == 0:
            return
        if token.type == kind and token.level == level and token.map is not None:
            yield token.map[0], token.map[1]


def _is_code(text: str) -> bool:
    lines = [line for line in text.split("\n") if line.strip()]
    alike = sum(_CODE_LINE.match(line) is not None for line in lines)
    return len(lines) >= _FEW_LINES and 2 * alike > len(lines)


@cache
def _parser() -> MarkdownIt:
    """Read blocks only. Indented text is no code: a chunk may begin within a list."""
    from markdown_it import MarkdownIt  # noqa: PLC0415 - only answers need it in front

    parser = MarkdownIt("commonmark").enable("table").disable("code")
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser
