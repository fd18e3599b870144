"""What stands in a file of code, and how it tiles the file: each line in one block. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kebab.wire.place import Place
from workers.chunk.blocks import Block, Kind

_OPEN_ROWS = 120  # a function of more rows is a container of those it holds
_MAX_NAME_CHARS = 200
_MOST_CLOSING_CHARS = 200
_ABOVE_ALL = -2  # the row of the file itself: a part may begin right before the first row
_CLOSER = re.compile(r"[\s)\]};,]*(?:end|fi|done|esac|---)?[\s;,]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Symbol:
    """A definition, or a part of a file that has a name. Rows count from 0 and include the last.

    `start` is the row of what belongs to it above: comments, decorators; `row` its own first one.
    `names` are its pieces of a path, such as type and method. The parts of a container are symbols
    of their own. `head` is what is repeated where its text has to be cut.
    """

    names: tuple[str, ...]
    start: int
    row: int
    end: int
    is_container: bool = False
    head: str = ""


@dataclass(slots=True)
class _Node:
    symbol: Symbol
    path: tuple[str, ...]
    children: list[_Node] = field(default_factory=list)


def tile(lines: Sequence[str], symbols: Sequence[Symbol], max_nesting: int) -> list[Block]:
    """Cut a file into blocks of whole lines, in its order, each with its path of symbols."""
    whole = Symbol((), 0, _ABOVE_ALL, len(lines) - 1, is_container=True)
    root = _nested(whole, symbols, max_nesting)
    blocks: list[Block] = []
    for start, end, path, head in _spans(root):
        _add(blocks, lines, start, end, path, head)
    return blocks


def _nested(whole: Symbol, symbols: Sequence[Symbol], max_nesting: int) -> _Node:
    root = _Node(whole, ())
    stack = [root]
    for symbol in sorted(symbols, key=lambda s: (s.row, -s.end)):
        while symbol.row > stack[-1].symbol.end:
            stack.pop()
        above = stack[-1]
        before = above.children[-1].symbol.end if above.children else above.symbol.row
        is_part = (
            above.symbol.is_container or above.symbol.end - above.symbol.row >= _OPEN_ROWS
        ) and len(stack) <= max_nesting
        if not is_part or symbol.row <= before or symbol.end > above.symbol.end:
            continue
        start = max(symbol.start, before + 1)
        names = tuple(name[:_MAX_NAME_CHARS] for name in symbol.names if name)
        settled = Symbol(names, start, symbol.row, symbol.end, symbol.is_container, symbol.head)
        node = _Node(settled, (*above.path, *names))
        above.children.append(node)
        stack.append(node)
    return root


def _spans(node: _Node) -> Iterator[tuple[int, int, tuple[str, ...], str]]:
    """Give the rows of a symbol that none of its parts has, and those of its parts."""
    row = node.symbol.start
    head = node.symbol.head
    for child in node.children:
        if child.symbol.start > row:
            yield row, child.symbol.start - 1, node.path, head
        yield from _spans(child)
        row = child.symbol.end + 1
        head = ""
    if row <= node.symbol.end:
        yield row, node.symbol.end, node.path, head


def _add(
    blocks: list[Block],
    lines: Sequence[str],
    start: int,
    end: int,
    path: tuple[str, ...],
    head: str,
) -> None:
    while start <= end and not lines[end].strip():
        end -= 1
    while start <= end and not lines[start].strip():
        start += 1
    if start > end:
        return
    text = "\n".join(lines[start : end + 1])
    if blocks and len(text) <= _MOST_CLOSING_CHARS and _CLOSER.fullmatch(text):
        last = blocks[-1]
        text = "\n".join(lines[last.start - 1 : end + 1])
        blocks[-1] = Block(
            Kind.CODE, text, last.start, place=last.place, path=last.path, head=last.head
        )
        return
    place = Place("code", symbol=".".join(path) or None)
    if path:
        blocks.append(Block(Kind.CODE, text, start + 1, place=place, path=path, head=head))
    else:
        blocks += (
            Block(Kind.CODE, part, number, place=place)
            for part, number in paragraphs(text, start + 1)
        )


def paragraphs(text: str, number: int) -> Iterator[tuple[str, int]]:
    """Cut where a blank line stands before one that is not indented; give each part's number."""
    run: list[str] = []
    for line in text.split("\n"):
        if run and not run[-1].strip() and line[:1].strip():
            yield from _paragraph(run, number)
            number += len(run)
            run = []
        run.append(line)
    yield from _paragraph(run, number)


def _paragraph(run: Sequence[str], number: int) -> Iterator[tuple[str, int]]:
    if text := "\n".join(run).rstrip():
        yield text, number
