"""Cuts the text of a chunk into what an answer may quote: sentences, lists, tables, code. Pure.

A short list, table or code block is quoted whole, together with the sentence that leads to it;
of a long one, its items or rows one by one. Headings are not quoted: they say what the rest is
about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from textwrap import dedent

from kebab.answer.blocks import Block, Form, blocks_of

WHOLE_CHARS = 600  # of a list, table or code block that is quoted in one piece
_SHORT_ITEM_CHARS = 120  # items of a list that are longer speak for themselves
LONGEST_CHARS = 900  # what is longer is never quoted
_LEADS = re.compile(r"[:：]\s*$")  # noqa: RUF001 - full-width
_LINE_START = re.compile(r"\n[ \t]*(?:>[ \t]?)*")
_QUOTE_MARK = re.compile(r"\A[ \t]*(?:>[ \t]?)+")
_NUMBER = re.compile(r"\s*\(?\d{1,3}[.)]\s*")
# What a Korean sentence goes on with after a quotation or an abbreviation.
_GOES_ON = re.compile(
    r"(?:이?라(?:고|는|며|면서)|(?:고|하고) |[를을은는의와과로도에] |이다|입니다|이고)"
)
_NOISE = re.compile(
    r"\{\{.*?\}\}|\{\*.*?\*\}|\{%.*?%\}|\{\s*#[^{}]*\}|<!--.*?-->|<[^<>\n]{1,300}>|^\s*///.*$"
    r"|!\[[^\]]*\]\([^)]*\)|https?://\S+",
    re.MULTILINE | re.DOTALL,
)
_PARTING_TAG = re.compile(
    r"</?(?:td|tr|th|table|tbody|thead|p|div|li|ul|ol|br|hr|dt|dd|dl|h[1-6]|section)\b[^<>]*>",
    re.IGNORECASE,
)
_TEMPLATE_LINE = re.compile(r"^[ \t>]*(?:\{\{[^{}]*\}\}|\{\*.*\*\}|///.*)[ \t]*$", re.MULTILINE)
_BREAK = "\v"  # stands for the end of a paragraph while lines are joined
_FEWEST_LETTERS = 6


@dataclass(frozen=True, slots=True)
class Unit:
    """Characters `start` to `end` of a chunk's text, to be quoted as they are."""

    form: Form
    start: int
    end: int


def units_of(text: str, *, is_markdown: bool, lang: str = "en") -> list[Unit]:
    """List what may be quoted of a text, in its order."""
    units: list[Unit] = []
    lead: Unit | None = None
    blocks = blocks_of(text, is_markdown=is_markdown)
    for _, members in groupby(blocks, key=lambda block: block.group):
        group = list(members)
        found = list(_group_units(text, group, lang, lead))
        if lead is not None and found and found[0].start == lead.start:
            units.pop()
        units += found
        last = units[-1] if units and group[-1].form is Form.PROSE else None
        lead = last if last and _LEADS.search(text[last.start : last.end]) else None
    kept = (unit for unit in units if says_something(text[unit.start : unit.end]))
    return [
        Unit(unit.form, unit.start, unit.start + len(text[unit.start : unit.end].rstrip()))
        for unit in kept
    ]


def says_something(text: str) -> bool:
    """Tell whether anything is left of a text without template marks, links and pictures."""
    return sum(map(str.isalnum, _NOISE.sub(" ", text))) >= _FEWEST_LETTERS


def _group_units(text: str, group: Sequence[Block], lang: str, lead: Unit | None) -> Iterator[Unit]:
    form, start, end = group[0].form, group[0].start, group[-1].end
    if form is Form.HEADING:
        return
    if form is Form.PROSE:
        for block in group:
            yield from _prose(text, block, lang)
        return
    led = lead.start if lead is not None else start
    is_short = form is Form.CODE or end - start <= _SHORT_ITEM_CHARS * len(group)
    if end - led <= WHOLE_CHARS and (is_short or lead is not None):
        yield Unit(form, led, end)
    elif end - start <= WHOLE_CHARS and is_short:
        yield Unit(form, start, end)
    elif form is not Form.CODE:
        for block in group:
            yield from _one_of_many(text, block, lang)


def _one_of_many(text: str, block: Block, lang: str) -> Iterator[Unit]:
    if block.end - block.start <= WHOLE_CHARS:
        yield Unit(block.form, block.start, block.end)
    else:
        yield from _prose(text, block, lang)


def _prose(text: str, block: Block, lang: str) -> Iterator[Unit]:
    for start, end in sentence_spans(text[block.start : block.end], lang):
        if end - start <= LONGEST_CHARS:
            yield Unit(Form.PROSE, block.start + start, block.start + end)


def sentence_spans(text: str, lang: str = "en") -> list[tuple[int, int]]:
    """Give where each sentence starts and ends, without the white space around it."""
    from sentencex import get_sentence_boundaries  # noqa: PLC0415 - only answers need it

    flat = _flattened(text)
    pieces = [
        (bound["start_index"], bound["end_index"]) for bound in get_sentence_boundaries(lang, flat)
    ]
    return list(_trimmed(flat, _joined(flat, pieces)))


def _flattened(text: str) -> str:
    """Put wrapped lines and marks of a quotation into one line, every character in its place.

    Where a tag begins or ends a cell or a paragraph, or a line holds only a mark of the site's
    generator, a sentence ends too.
    """
    clean = text if text.isascii() else text.encode("utf-8", "replace").decode()
    clean = _TEMPLATE_LINE.sub(_parting, clean)
    line = _LINE_START.sub(_spaces, _QUOTE_MARK.sub(_spaces, clean))
    return (_PARTING_TAG.sub(_parting, line) if "<" in line else line).replace(_BREAK, "\n")


def _spaces(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _parting(match: re.Match[str]) -> str:
    return _BREAK * len(match[0])


def _joined(text: str, pieces: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Undo cuts after the number of an item, and before the rest of a Korean sentence."""
    joined: list[tuple[int, int]] = []
    for start, end in pieces:
        goes_on = joined and (
            _NUMBER.fullmatch(text[joined[-1][0] : joined[-1][1]])
            or _GOES_ON.match(text, start, end)
        )
        if goes_on:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _trimmed(text: str, spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    for start, end in spans:
        piece = text[start:end]
        inner = piece.strip()
        if inner:
            first = start + piece.index(inner)
            yield first, first + len(inner)


def shown(text: str, form: Form) -> str:
    """Give a quoted text as it stands in an answer: prose in one line, the rest as it is."""
    if form is Form.PROSE:
        return " ".join(_flattened(text).split())
    return dedent(text).strip("\n")
