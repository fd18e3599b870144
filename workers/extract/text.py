"""Cuts plain text, reStructuredText and Org files into blocks with the lines they stand on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum

from workers.chunk.blocks import Block, Kind
from workers.extract.canonical import Canonical
from workers.extract.encoding import decode
from workers.extract.limits import Limits

_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1{2,}\s*")
_ORG_HEADING = re.compile(r"(\*+)[ \t]+(\S.*)")
_ORG_TAGS = re.compile(r"[ \t]+:[\w@#%:]+:$")
_ORG_TITLE = re.compile(r"#\+title:[ \t]*(\S.*)", re.IGNORECASE)
_HEAD_LINES = 50


class Dialect(Enum):
    """Which headings a text has, if any."""

    PLAIN = ""
    RST = ".rst"
    ORG = ".org"


def dialect_of(path: str) -> Dialect:
    """Tell the dialect by the ending of the name."""
    lowered = path.lower()
    return next((d for d in (Dialect.RST, Dialect.ORG) if lowered.endswith(d.value)), Dialect.PLAIN)


def parse_text_file(data: bytes, path: str, limits: Limits) -> Canonical:
    """Read a file of plain text, reStructuredText or Org."""
    del limits  # its size was seen when it was read
    decoded = decode(data, path)
    lines, dialect = decoded.text.split("\n"), dialect_of(path)
    return Canonical(
        blocks=parse_text(lines, dialect),
        title=stated_title(lines, dialect),
        encoding=decoded.encoding,
        warnings=decoded.warnings,
    )


def parse_text(lines: list[str], dialect: Dialect) -> list[Block]:
    """Cut at blank lines and headings."""
    blocks: list[Block] = []
    headings = {block.start - 1: block for block in _headings(lines, dialect)}
    run: list[str] = []
    index = 0
    while index <= len(lines):
        heading = headings.get(index)
        if run and (heading or index == len(lines) or not lines[index].strip()):
            blocks.append(Block(Kind.PARAGRAPH, "\n".join(run), index - len(run) + 1))
            run = []
        if heading:
            blocks.append(heading)
            index += heading.text.count("\n")
        elif index < len(lines) and lines[index].strip():
            run.append(lines[index])
        index += 1
    return blocks


def stated_title(lines: list[str], dialect: Dialect) -> str:
    """Return the title that an Org file states in its head."""
    if dialect is Dialect.ORG:
        for line in lines[:_HEAD_LINES]:
            if match := _ORG_TITLE.fullmatch(line.strip()):
                return match[1].strip()
    return ""


def _headings(lines: list[str], dialect: Dialect) -> Iterator[Block]:
    if dialect is Dialect.ORG:
        for index, line in enumerate(lines):
            if match := _ORG_HEADING.fullmatch(line):
                title = _ORG_TAGS.sub("", match[2].rstrip())
                yield Block(Kind.HEADING, line, index + 1, len(match[1]), title)
    elif dialect is Dialect.RST:
        yield from _rst_headings(lines)


def _rst_headings(lines: list[str]) -> Iterator[Block]:
    """Give underlined titles; levels are counted in the order in which their styles appear."""
    styles: list[tuple[str, bool]] = []
    next_free = 0
    for index in range(1, len(lines)):
        title, under = lines[index - 1].strip(), lines[index].rstrip()
        if index - 1 < next_free or not _is_underline(under, title):
            continue
        has_overline = index - 2 >= next_free and lines[index - 2].rstrip() == under
        start = index - 2 if has_overline else index - 1
        if start > next_free and lines[start - 1].strip():
            continue
        style = (under[0], has_overline)
        if style not in styles:
            styles.append(style)
        text = "\n".join(lines[start : index + 1])
        yield Block(Kind.HEADING, text, start + 1, styles.index(style) + 1, title)
        next_free = index + 1


def _is_underline(under: str, title: str) -> bool:
    return (
        bool(title)
        and len(under) >= len(title)
        and _ADORNMENT.fullmatch(under) is not None
        and _ADORNMENT.fullmatch(title) is None
    )
