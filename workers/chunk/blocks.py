"""A document as a row of blocks, and the sections that its headings make of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from itertools import groupby

from kebab.wire.place import LINES, Place

MAX_PATH_TITLE_CHARS = 300


class Kind(Enum):
    """What a block is; it decides where one that is too long may be cut."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST = "list"
    QUOTE = "quote"
    CODE = "code"
    TABLE = "table"
    HTML = "html"


@dataclass(frozen=True, slots=True)
class Block:
    """Some whole lines of a document. `start` is the first one's number, from 1.

    `text` has exactly as many lines as the file has there. `level` and `title` are a heading's:
    its depth, and its text without markup. `place` says where it stands in a medium without lines.
    No chunk holds blocks of two divisions: of two pages or slides. `path` and `head` are those of
    code: the symbols that it stands in, and the line that is repeated where it has to be cut.
    """

    kind: Kind
    text: str
    start: int
    level: int = 0
    title: str = ""
    place: Place = LINES
    division: int = 0
    path: tuple[str, ...] = ()
    head: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what follows up to the next one. Its path includes its own heading.

    It is silent where it holds nothing but a heading that a deeper one repeats in its path.
    """

    path: tuple[str, ...]
    blocks: tuple[Block, ...]
    is_silent: bool


def sections_of(blocks: Iterable[Block]) -> list[Section]:
    """Group blocks under their headings, and cut the groups where a division ends."""
    groups: list[list[Block]] = []
    for block in blocks:
        if block.kind is Kind.HEADING or not groups:
            groups.append([])
        groups[-1].append(block)

    sections: list[Section] = []
    above: list[Block] = []
    for group, following in zip(groups, [*groups[1:], []], strict=False):
        head = group[0]
        if head.kind is Kind.HEADING:
            above = [heading for heading in above if heading.level < head.level] + [head]
        path = tuple(heading.title[:MAX_PATH_TITLE_CHARS] for heading in above if heading.title)
        is_silent = _is_silent(group, following)
        for _, part in groupby(group, key=lambda block: block.division):
            sections.append(Section(path, tuple(part), is_silent))
    return sections


def _is_silent(group: list[Block], following: list[Block]) -> bool:
    head = group[0]
    return (
        len(group) == 1
        and head.kind is Kind.HEADING
        and bool(following)
        and following[0].level > head.level
        and len(head.title) <= MAX_PATH_TITLE_CHARS
    )
