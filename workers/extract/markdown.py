"""Cuts a Markdown document into blocks with the lines they stand on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from workers.chunk.blocks import Block, Kind
from workers.extract.canonical import Canonical
from workers.extract.encoding import decode
from workers.extract.front_matter import read_front_matter
from workers.extract.html_text import strip_html
from workers.extract.limits import Limits

_KINDS = {
    "heading_open": Kind.HEADING,
    "paragraph_open": Kind.PARAGRAPH,
    "bullet_list_open": Kind.LIST,
    "ordered_list_open": Kind.LIST,
    "blockquote_open": Kind.QUOTE,
    "fence": Kind.CODE,
    "code_block": Kind.CODE,
    "table_open": Kind.TABLE,
    "html_block": Kind.HTML,
}
_ATTRIBUTES = re.compile(r"\{:?\s*[#.][^{}]*\}$")  # of Hugo, MkDocs and kramdown
_MARKUP = re.compile(r"[`*_\[\]<&\\~]")


def parse_markdown_file(data: bytes, path: str, limits: Limits) -> Canonical:
    """Read a Markdown file with its front matter."""
    del limits  # its size was seen when it was read
    decoded = decode(data, path)
    lines = decoded.text.split("\n")
    front = read_front_matter(lines)
    return Canonical(
        blocks=parse_markdown(lines, front.line_count),
        title=front.title,
        lang=front.lang,
        encoding=decoded.encoding,
        tags=front.tags,
        trust_level=front.trust_level,
        source_type=front.source_type,
        metadata=front.metadata,
        warnings=(*decoded.warnings, *front.warnings),
    )


def parse_markdown(lines: list[str], first: int) -> list[Block]:
    """Parse the lines from index `first` on."""
    tokens = _block_parser().parse("\n".join(lines[first:]))
    blocks: list[Block] = []
    covered = first
    for place, token in enumerate(tokens):
        if token.level or token.map is None or token.nesting < 0:
            continue
        start, end = (first + line for line in token.map)
        # Link definitions make no token. They are lines of the document all the same.
        blocks += _blocks_between(lines, covered, start)
        covered = max(covered, end)
        if token.type in _KINDS:
            title = _plain(tokens[place + 1].content) if token.type == "heading_open" else ""
            blocks += _block(token, lines[start:end], start + 1, title)
    return [*blocks, *_blocks_between(lines, covered, len(lines))]


@cache
def _block_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


@cache
def _inline_parser() -> MarkdownIt:
    return MarkdownIt("commonmark").enable("strikethrough")


def _block(token: Token, lines: list[str], start: int, title: str) -> Iterator[Block]:
    while lines and not lines[-1].strip():
        lines.pop()
    while lines and not lines[0].strip():
        lines.pop(0)
        start += 1
    text = "\n".join(lines)
    if token.type == "html_block":
        yield from _visible(strip_html(text), start)
    elif text:
        level = int(token.tag[1:]) if token.type == "heading_open" else 0
        yield Block(_KINDS[token.type], text, start, level, title)


def _visible(text: str, start: int) -> Iterator[Block]:
    if shown := text.strip():
        before = text[: text.index(shown)]
        yield Block(Kind.HTML, shown, start + before.count("\n"))


def _blocks_between(lines: list[str], start: int, end: int) -> Iterator[Block]:
    run: list[str] = []
    for index in range(start, end + 1):
        if index < end and lines[index].strip():
            run.append(lines[index])
        elif run:
            yield Block(Kind.PARAGRAPH, "\n".join(run), index - len(run) + 1)
            run = []


def _plain(heading: str) -> str:
    text = _ATTRIBUTES.sub("", heading.strip())
    if _MARKUP.search(text):
        text = "".join(_texts(_inline_parser().parseInline(text)))
    return " ".join(text.split())


def _texts(tokens: list[Token]) -> Iterator[str]:
    for token in tokens:
        if token.children is not None:  # of an image too: its alternative text
            yield from _texts(token.children)
        elif token.type in {"softbreak", "hardbreak"}:
            yield " "
        elif token.type in {"text", "code_inline", "text_special"}:
            yield token.content
