"""Answers by quoting: the sentences of the evidence that answer best, word for word."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from kebab.answer.blocks import Form
from kebab.answer.evidence import Evidence
from kebab.answer.extractive import Candidate, by_words, select, with_meaning
from kebab.answer.fitness import Definitions, fitness, leans
from kebab.answer.language import language_of
from kebab.answer.measure import Measure, Vector
from kebab.answer.sentences import LONGEST_CHARS, Unit, shown, units_of

_EMBEDDED_CHARS = 400  # of a sentence: a long list takes long, and its beginning says what it is
_OTHER_LANGUAGE = 0.85


@dataclass(frozen=True, slots=True)
class Quote:
    """Characters `start` to `end` of one piece of evidence."""

    evidence: int
    start: int
    end: int
    form: Form


class Quoter:
    """Quotes with the help of the workers that measure sentences."""

    def __init__(self, measure: Measure, most: int) -> None:
        self._measure = measure
        self._most = most

    async def quote(self, question: str, evidence: Sequence[Evidence]) -> list[Quote]:
        """Choose what to quote, in the order in which it is to be read."""
        units = {piece.number: quotable(piece) for piece in evidence}
        candidates = [one for piece in evidence for one in _candidates(piece, units, question)]
        if not candidates:
            return []
        above = {_above(piece, unit) for piece in evidence for unit in units[piece.number]}
        headings = sorted(above)
        texts = [candidate.text for candidate in candidates] + headings
        (found,), asked = await asyncio.gather(
            self._measure.words([(question, texts)]),
            self._measure.meaning([question], "query"),
        )
        words = found.where_they_tell_apart(len(candidates))
        of_headings = dict(zip(headings, words.held[len(candidates) :], strict=True))
        pieces = {piece.number: piece for piece in evidence}
        for n, candidate in enumerate(candidates):
            unit = units[candidate.evidence][candidate.place]
            held = of_headings[_above(pieces[candidate.evidence], unit)]
            candidates[n] = replace(candidate, shares=words.held[n], above=held)
        kept = await self._with_meaning(
            by_words(candidates, words), asked[question] if asked else None
        )
        return in_reading_order(select(kept, words, self._most), units)

    async def _with_meaning(
        self, kept: Sequence[Candidate], question: Vector | None
    ) -> list[Candidate]:
        texts = [candidate.text[:_EMBEDDED_CHARS] for candidate in kept]
        found = await self._measure.meaning(texts) if question else None
        if question is None or found is None:
            return list(kept)
        return [
            with_meaning(candidate, question, found[text])
            for candidate, text in zip(kept, texts, strict=True)
        ]


def quotable(piece: Evidence) -> list[Unit]:
    """List what may be quoted of a piece of evidence."""
    is_markdown = piece.document.media == "markdown"
    return units_of(piece.text, is_markdown=is_markdown, lang=piece.document.lang)


def _above(piece: Evidence, unit: Unit) -> str:
    path = piece.part_at(unit.start).passage.chunk.heading_path
    return "\n".join((piece.document.title, *path))


def _candidates(
    piece: Evidence, units: dict[int, list[Unit]], question: str
) -> Iterator[Candidate]:
    wanted, definitions = language_of(question), Definitions(question)
    standing = 1 / piece.number
    for place, unit in enumerate(units[piece.number]):
        text = shown(piece.text[unit.start : unit.end], unit.form)
        is_foreign = unit.form is not Form.CODE and language_of(text) != wanted
        worth = fitness(text, unit.form) * definitions.weight(text)
        worth *= _OTHER_LANGUAGE if is_foreign else 1.0
        yield Candidate(piece.number, place, text, unit.form, standing, worth, is_foreign)


def in_reading_order(chosen: Sequence[Candidate], units: dict[int, list[Unit]]) -> list[Quote]:
    """Order by the piece that has the best sentence, then as the sentences stand there.

    A sentence that begins with a word like "this" takes the one before along; neighbours become
    one quotation.
    """
    order = list(dict.fromkeys(candidate.evidence for candidate in chosen))
    quotes: list[Quote] = []
    ordered = sorted(chosen, key=lambda c: (order.index(c.evidence), c.place))
    for number, members in groupby(ordered, key=lambda c: c.evidence):
        found: list[Quote] = []
        for candidate in members:
            unit = units[number][candidate.place]
            start = (
                _with_lead(candidate, units[number])
                if leans(candidate.text, candidate.form)
                else unit.start
            )
            quote = Quote(number, start, unit.end, unit.form)
            if found and _are_neighbours(found[-1], quote, units[number]):
                found[-1] = replace(found[-1], end=quote.end)
            elif not found or quote.start >= found[-1].end:
                found.append(quote)
        quotes += found
    return quotes


def _with_lead(candidate: Candidate, units: Sequence[Unit]) -> int:
    unit = units[candidate.place]
    before = units[candidate.place - 1] if candidate.place else unit
    fits = before.form is Form.PROSE and unit.end - before.start <= LONGEST_CHARS
    return before.start if fits and unit.start - before.end <= len("\n\n") else unit.start


def _are_neighbours(one: Quote, other: Quote, units: Sequence[Unit]) -> bool:
    """Tell whether two quotations of prose stand side by side, or overlap."""
    if one.form is not Form.PROSE or other.form is not Form.PROSE:
        return False
    between = [unit for unit in units if one.end <= unit.start < other.start]
    return not between and other.start - one.end <= len("\n\n")


def compose(quotes: Sequence[Quote], evidence: Sequence[Evidence]) -> list[tuple[Quote, str, str]]:
    """Put the quotations into an answer: each with its text, and what stands before it.

    Markers count from 1 in the order of the quotations.
    """
    pieces = {piece.number: piece for piece in evidence}
    written: list[tuple[Quote, str, str]] = []
    for n, quote in enumerate(quotes, 1):
        text = shown(pieces[quote.evidence].text[quote.start : quote.end], quote.form)
        before = quotes[n - 2] if n > 1 else None
        is_run_on = (
            before is not None
            and before.evidence == quote.evidence
            and before.form is quote.form is Form.PROSE
        )
        gap = "" if before is None else " " if is_run_on else "\n\n"
        mark = "\n" if quote.form in {Form.CODE, Form.ROW} else " "
        written.append((quote, gap, f"{text}{mark}[{n}]"))
    return written
