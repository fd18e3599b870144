"""Keeps of a written answer what its citations bear out. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from kebab.answer.support import Verdict
from kebab.answer.written import Claim, renumbered
from kebab.wire.answer import SentenceSupport

_MOST_QUOTED_CHARS = 1500
_EMPTY_ITEM = re.compile(r"^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]*$\n?", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim and the verdict on it."""

    claim: Claim
    verdict: Verdict


def wire_support(judged: Sequence[Judged]) -> list[SentenceSupport]:
    """Say of each sentence whether it is supported."""
    return [
        SentenceSupport(
            text=one.claim.text,
            markers=[f"[{number}]" for number in one.claim.markers],
            supported=one.verdict.supported,
            coverage=round(one.verdict.coverage, 4),
            **_known(one.verdict),
        )
        for one in judged
    ]


def _known(verdict: Verdict) -> dict[str, Any]:
    return {} if verdict.cosine is None else {"cosine": round(verdict.cosine, 4)}


def is_enough(judged: Sequence[Judged], min_supported: float) -> bool:
    """Tell whether enough of an answer, by length, is supported; nothing is never enough."""
    whole = sum(len(one.claim.text) for one in judged)
    held = sum(len(one.claim.text) for one in judged if one.verdict.supported)
    return held > 0 and held >= min_supported * whole


def cited_spans(judged: Sequence[Judged], pieces: Collection[int]) -> dict[int, tuple[int, int]]:
    """Return for each cited piece the characters that bear out what cites it.

    That is from the first sentence to the last, or the first alone where they are far apart.
    """
    places: dict[int, list[tuple[int, int]]] = {}
    for one in judged:
        if one.verdict.supported:
            for ground in one.verdict.grounds:
                places.setdefault(ground.evidence, []).append((ground.start, ground.end))
    return {number: _span(places[number]) for number in sorted(places) if number in pieces}


def _span(places: Sequence[tuple[int, int]]) -> tuple[int, int]:
    start, end = min(first for first, _ in places), max(last for _, last in places)
    return (start, end) if end - start <= _MOST_QUOTED_CHARS else places[0]


def kept_text(text: str, judged: Sequence[Judged], cited: Collection[int]) -> str:
    """Take out what is not supported, and write every marker that has a citation in one way."""
    kept = text
    for one in reversed(judged):
        if not one.verdict.supported:
            end = one.claim.end
            while kept[end : end + 1] in {" ", "\t"}:
                end += 1
            is_line = one.claim.start == 0 or kept[one.claim.start - 1] == "\n"
            if is_line and kept[end : end + 1] == "\n":
                end += 1
            kept = kept[: one.claim.start] + kept[end:]
    if kept != text:
        kept = _EMPTY_ITEM.sub("", kept)
        kept = re.sub(r"\n{3,}", "\n\n", kept)
    return renumbered(kept.strip(), {number: number for number in cited})
