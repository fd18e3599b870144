"""A document in a few thousand characters: its headings, how each part begins, where to read on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from workers.hwp.lines import Line
from workers.hwp.open_document import OpenDocument
from workers.hwp.outcome import Args, Outcome
from workers.hwp.reading.facts import counts_of
from workers.hwp.reading.previews import shortened

_MAX_SECTIONS = 40
_MIN_EXCERPT, _MAX_EXCERPT = 60, 600
_EXCERPT_SHARE = 4  # a fourth of the characters, at most, goes to what stands before the headings


@dataclass(frozen=True, slots=True)
class _Division:
    heading: Line
    lines: Sequence[Line]


def digest(document: OpenDocument, args: Args) -> Outcome:
    """Give the digest."""
    view, max_chars = document.view, args["max_chars"]
    lines = [line for line in view.lines if not line.is_furniture]
    divisions = _divisions(lines)
    before = next((at for at, line in enumerate(lines) if line.level), len(lines))
    opening = [line.text for line in lines[:before]]
    shown = divisions[:_MAX_SECTIONS]
    beginning = "\n".join(opening)
    budget = max_chars - sum(len(one.heading.text) for one in shown)
    for_opening = max(_MIN_EXCERPT, budget // _EXCERPT_SHARE if shown else max_chars)
    for_opening = min(for_opening, len(beginning))
    sections, is_cut = _sections(shown, budget - for_opening)
    excerpt = shortened(beginning, for_opening)
    truncated = is_cut or len(shown) < len(divisions) or len(excerpt) < len(beginning)
    result = {
        "title": view.properties.title or None,
        "pages": view.page_count,
        "counts": counts_of(view.blocks),
        "method": view.headings.method,
        "sections": sections,
        "excerpt": excerpt,
        "truncated": truncated,
        "next_step": _next_step(len(divisions), len(view.tables), truncated=truncated),
    }
    return Outcome(result)


def _divisions(lines: Sequence[Line]) -> list[_Division]:
    """Cut the lines before each heading; what stands before the first belongs to none."""
    starts = [index for index, line in enumerate(lines) if line.level]
    return [
        _Division(lines[start], lines[start + 1 : end])
        for start, end in pairwise([*starts, len(lines)])
    ]


def _sections(divisions: Sequence[_Division], budget: int) -> tuple[list[dict[str, Any]], bool]:
    """Describe each part within the budget, and tell whether anything was left out."""
    if not divisions:
        return [], False
    share = min(_MAX_EXCERPT, max(_MIN_EXCERPT, budget // len(divisions)))
    is_cut = False
    made: list[dict[str, Any]] = []
    for division in divisions:
        text = "\n".join(line.text for line in division.lines)
        excerpt = shortened(text, share) if budget >= share else ""
        budget -= len(excerpt)
        is_cut = is_cut or excerpt != text
        heading = division.heading
        made.append(
            {
                "heading": heading.text,
                "address": heading.address,
                "chars": len(text),
                "excerpt": excerpt,
            }
        )
    return made, is_cut


def _next_step(divisions: int, tables: int, *, truncated: bool) -> str:
    if not truncated:
        return "This is the whole text."
    if divisions > _MAX_SECTIONS:
        return (
            "Read all headings with hwp_export_structure, then the text with hwp_export_text "
            "and its cursor."
        )
    if tables:
        return (
            "Read on with hwp_export_text (max_chars 8000) and its cursor, or look at the tables "
            "with hwp_export_tables."
        )
    return "Read on with hwp_export_text (max_chars 8000) and its cursor."
