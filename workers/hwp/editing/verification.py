"""Compares a document before and after its edits, as the other library reads it. Pure.

Every line that is not as before has to be one that an edit named: so a library that loses
something when it writes is found out, and so is an edit that reaches too far.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from workers.hwp.blocks import Block
from workers.hwp.plain import clean

READER = "rhwp"
_MAX_SHOWN = 10
_MAX_ADDED_CHARS = 8
_MAX_SHOWN_CHARS = 200
_BLANK = re.compile(r"\s+")
_WITHOUT_TEXT = {"table", "picture", "toc", "formula"}


@dataclass(frozen=True, slots=True)
class Verified:
    """What was seen. `changed_lines` are those that are not as before, meant or not."""

    changed_lines: int
    unexpected: tuple[str, ...]

    def to_fields(self, pages_before: int, pages_after: int) -> dict[str, Any]:
        """Flatten to the fields of HwpVerification."""
        return {
            "reader": READER,
            "text_as_expected": not self.unexpected,
            "unexpected_changes": list(self.unexpected[:_MAX_SHOWN]),
            "changed_lines": self.changed_lines,
            "pages_before": pages_before,
            "pages_after": pages_after,
        }


def lines_of_blocks(blocks: Sequence[Block]) -> list[str]:
    """Give every line of a document, and a mark for each table, picture and formula."""
    return [line for block in blocks for line in _lines(block)]


def verify(
    before: Sequence[str],
    after: Sequence[str],
    meant_before: Collection[str],
    meant_after: Collection[str],
) -> Verified:
    """Find the lines that changed, and of them those that were not meant to."""
    gone, come = _different(before, after)
    expected_gone, expected_come = _squeezed(meant_before), _squeezed(meant_after)
    unexpected = [
        *(f"- {line[:_MAX_SHOWN_CHARS]}" for line in gone if not _is_meant(line, expected_gone)),
        *(f"+ {line[:_MAX_SHOWN_CHARS]}" for line in come if not _is_meant(line, expected_come)),
    ]
    return Verified(max(len(gone), len(come)), tuple(unexpected))


def _lines(block: Block) -> Iterator[str]:
    if block.kind == "table":
        yield f"[table {block.rows}x{block.cols}]"
    elif block.kind in _WITHOUT_TEXT:
        yield f"[{block.kind}]{clean(block.text)}"
    elif block.kind != "field":  # its value stands in the text of its paragraph
        yield from (line for line in clean(block.text).split("\n") if line)


def _different(before: Sequence[str], after: Sequence[str]) -> tuple[list[str], list[str]]:
    if len(before) == len(after):
        pairs = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
        return [old for old, _ in pairs], [new for _, new in pairs]
    gone: list[str] = []
    come: list[str] = []
    first, last = _common_ends(before, after)
    old, new = before[first : len(before) - last], after[first : len(after) - last]
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            gone += old[a:b]
            come += new[c:d]
    return gone, come


def _common_ends(before: Sequence[str], after: Sequence[str]) -> tuple[int, int]:
    shorter = min(len(before), len(after))
    first = 0
    while first < shorter and before[first] == after[first]:
        first += 1
    last = 0
    while last < shorter - first and before[-1 - last] == after[-1 - last]:
        last += 1
    return first, last


def _is_meant(line: str, meant: Collection[str]) -> bool:
    """Tell whether a line is one that was named; the reader may add a number or a mark to it."""
    found = _squeeze(line)
    if not found or found in meant:
        return True
    return any(one in found and len(found) - len(one) <= _MAX_ADDED_CHARS for one in meant)


def _squeezed(lines: Collection[str]) -> frozenset[str]:
    return frozenset(filter(None, map(_squeeze, lines)))


def _squeeze(line: str) -> str:
    return _BLANK.sub("", clean(line))
