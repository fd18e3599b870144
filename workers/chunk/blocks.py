"""A document as a row of blocks, and the sections that its headings make of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

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
    its depth, and its text without markup.
    """

    kind: Kind
    text: str
    start: int
    level: int = 0
    title: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what follows up to the next one. Its path includes its own heading.

    It is silent where it holds nothing but a heading that a deeper one repeats in its path.
    """

    path: tuple[str, ...]
    blocks: tuple[Block, ...]
    is_silent: bool


def sections_of(blocks: Iterable[Block]) -> list[Section]:
    """Group blocks under their headings."""
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
        sections.append(Section(path, tuple(group), _is_silent(group, following)))
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
