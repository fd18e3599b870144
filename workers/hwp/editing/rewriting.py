"""Collects what is to be put in place of pieces of paragraphs, and then does it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from workers.hwp.editing.places import Place
from workers.hwp.editing.plan import Change
from workers.hwp.editing.stretches import Stretch, forget_layout, text_of


@dataclass(frozen=True, slots=True)
class Span:
    """Characters of a stretch, and what comes in their place."""

    stretch: Stretch
    start: int
    end: int
    text: str


class Rewriting:
    """Spans by paragraph, up to a number of them."""

    def __init__(self, count_limit: int | None = None) -> None:
        self._limit = count_limit
        self._rewritten: list[tuple[Place, list[Span]]] = []
        self.count = 0

    @property
    def touched(self) -> tuple[Any, ...]:
        """The paragraphs that are rewritten."""
        return tuple(place.element for place, _ in self._rewritten)

    def add(self, place: Place, spans: Sequence[Span]) -> None:
        """Take in what is to change in a paragraph; spans must not overlap."""
        room = len(spans) if self._limit is None else self._limit - self.count
        taken = list(spans[: max(room, 0)])
        if taken:
            self._rewritten.append((place, taken))
            self.count += len(taken)

    def changes(self) -> tuple[Change, ...]:
        """Tell what each paragraph becomes."""
        return tuple(
            Change(place.address, before := text_of(place.element), _preview(before, spans))
            for place, spans in self._rewritten
        )

    def make(self) -> None:
        """Rewrite the paragraphs, each from its end, so that places before it stay."""
        for place, spans in self._rewritten:
            for span in sorted(spans, key=lambda one: (one.stretch.start, one.start), reverse=True):
                span.stretch.replace(span.start, span.end, span.text)
            forget_layout(place.element)
            place.part.mark_changed()


def _preview(text: str, spans: Sequence[Span]) -> str:
    pieces: list[str] = []
    at = 0
    for span in sorted(spans, key=lambda one: one.stretch.start + one.start):
        pieces += [text[at : span.stretch.start + span.start], span.text]
        at = span.stretch.start + span.end
    return "".join([*pieces, text[at:]])
