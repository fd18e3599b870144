"""Aligns two lists of texts: what is in both, in order, and what stands between. The only file
that opens rapidfuzz.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from rapidfuzz import fuzz
from rapidfuzz.distance import LCSseq

from kebab.errors import TooLargeError

Pair: TypeAlias = tuple[int | None, int | None]
MAX_PRODUCT = 3_000_000_000  # of both lengths: an eighth of that in bytes is needed
_MAX_GAP_PRODUCT = 40_000
_ALIKE = 60.0  # of 100


def aligned(before: Sequence[str], after: Sequence[str]) -> Iterator[Pair]:
    """Give pairs of indices: of what is equal, of what was changed, and alone of the rest."""
    start, end = _common(before, after)
    yield from ((at, at) for at in range(start))
    a, b = before[start : len(before) - end], after[start : len(after) - end]
    if len(a) * len(b) > MAX_PRODUCT:
        raise TooLargeError(
            f"the documents differ in parts of {len(a):,} and {len(b):,} pieces: too many to align",
            hint="Compare single pages by layout.",
        )
    for left, right in _pairs(a, b):
        yield None if left is None else left + start, None if right is None else right + start
    yield from ((len(before) - at, len(after) - at) for at in range(end, 0, -1))


def _common(before: Sequence[str], after: Sequence[str]) -> tuple[int, int]:
    """Count what is equal at the beginning and at the end."""
    most = min(len(before), len(after))
    start = 0
    while start < most and before[start] == after[start]:
        start += 1
    end = 0
    while end < most - start and before[-1 - end] == after[-1 - end]:
        end += 1
    return start, end


def _pairs(before: Sequence[str], after: Sequence[str]) -> Iterator[Pair]:
    a = b = 0
    for code in LCSseq.opcodes(before, after):
        if code.tag != "equal":
            continue
        yield from _gap(before, after, range(a, code.src_start), range(b, code.dest_start))
        size = code.src_end - code.src_start
        yield from ((code.src_start + at, code.dest_start + at) for at in range(size))
        a, b = code.src_end, code.dest_end
    yield from _gap(before, after, range(a, len(before)), range(b, len(after)))


def _gap(before: Sequence[str], after: Sequence[str], a: range, b: range) -> Iterator[Pair]:
    """Pair what stands between equal things: one for one, else what is alike, in order."""
    if len(a) == len(b):
        yield from zip(a, b, strict=True)
        return
    chosen = dict(_alike(before, after, a, b)) if len(a) * len(b) <= _MAX_GAP_PRODUCT else {}
    at = b.start
    for left in a:
        right = chosen.get(left)
        if right is None:
            yield left, None
            continue
        yield from ((None, alone) for alone in range(at, right))
        yield left, right
        at = right + 1
    yield from ((None, alone) for alone in range(at, b.stop))


def _alike(
    before: Sequence[str], after: Sequence[str], a: range, b: range
) -> Iterator[tuple[int, int]]:
    at = b.start
    for left in a:
        for right in range(at, b.stop):
            if fuzz.ratio(before[left], after[right]) >= _ALIKE:
                yield left, right
                at = right + 1
                break
