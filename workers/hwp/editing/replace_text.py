"""Replaces a phrase wherever it stands: in the body, cells, notes, boxes, memos, headers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from kebab.errors import InvalidInputError
from workers.hwp.editing.allowed_text import allowed
from workers.hwp.editing.edited import EditedDocument
from workers.hwp.editing.places import Place
from workers.hwp.editing.plan import Plan
from workers.hwp.editing.rewriting import Rewriting, Span
from workers.hwp.editing.stretches import stretches_of, text_of

_JOINED = {ord("\n"): None, ord("\t"): None}


def replace_text(document: EditedDocument, args: Mapping[str, Any]) -> Plan:
    """Plan to put `replace` in place of `find`, at most `max_replacements` times (0: always)."""
    find = allowed(args["find"], "find")
    text = allowed(args["replace"], "replace")
    limit = int(args.get("max_replacements", 0))
    if not find or limit < 0:
        raise InvalidInputError(
            "find must not be empty, and max_replacements not be negative",
            hint="say what to find; 0 replaces all of it",
            details={"argument": "max_replacements" if find else "find"},
        )
    flags = 0 if args.get("case_sensitive", True) else re.IGNORECASE
    pattern = re.compile(re.escape(find), flags)
    rewriting = Rewriting(count_limit=limit or None)
    left = 0
    for place in document.find().places:
        spans = spans_of(place, pattern)
        joined = text_of(place.element).translate(_JOINED)
        left += max(0, sum(1 for _ in pattern.finditer(joined)) - len(spans))
        rewriting.add(place, [Span(one.stretch, one.start, one.end, text) for one in spans])
    return Plan(
        changes=rewriting.changes(),
        make=rewriting.make if rewriting.count and find != text else None,
        touched=rewriting.touched,
        replaced_count=rewriting.count,
        warnings=_warnings(left, find),
    )


def spans_of(place: Place, pattern: re.Pattern[str]) -> list[Span]:
    """Find what a pattern matches in a paragraph, within a stretch each."""
    return [
        Span(stretch, found.start(), found.end(), "")
        for stretch in stretches_of(place.element)
        for found in pattern.finditer(stretch.text)
        if found.end() > found.start()
    ]


def _warnings(left: int, find: str) -> tuple[str, ...]:
    if left <= 0:
        return ()
    why = "a tab, a line break, a field or an object stands within"
    return (f"{left} more occurrences of {find!r} were left, since {why}",)
