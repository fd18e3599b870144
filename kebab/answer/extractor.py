"""Answers without a language model: quotes, each with its marker and its citation."""

from __future__ import annotations

from kebab.answer.citations import Cited, Citer
from kebab.answer.events import Events
from kebab.answer.fitness import defined_terms
from kebab.answer.outcome import Given, Outcome, Refused
from kebab.answer.passages import Packer
from kebab.answer.quoting import Quoter, compose
from kebab.answer.result import Course
from kebab.wire.answer import SentenceSupport

_NO_LIMIT = 1_000_000


class Extractor:
    """Quotes for one knowledge base."""

    def __init__(self, packer: Packer, quoter: Quoter, citer: Citer) -> None:
        self._packer = packer
        self._quoter = quoter
        self._citer = citer

    async def answer(self, course: Course, events: Events) -> Outcome:
        """Quote what answers best of what was found."""
        events.stage("reading")
        course.evidence = await self._packer.pack(
            course.hits, _NO_LIMIT, defined_terms(course.question)
        )
        events.stage("quoting")
        quotes = await self._quoter.quote(course.question, course.evidence)
        if not quotes:
            course.hints.append("what was found holds no sentence that can be quoted")
            return Refused("no_chunks")
        pieces = {piece.number: piece for piece in course.evidence}
        composed = compose(quotes, course.evidence)
        cited = [
            Cited(str(n), pieces[quote.evidence], quote.start, quote.end)
            for n, (quote, _, _) in enumerate(composed, 1)
        ]
        citations = await self._citer.cite(cited)
        text = ""
        for n, (_, gap, part) in enumerate(composed, 1):
            text += gap + part
            events.token(gap + part)
            bare = part.removesuffix(f"[{n}]").rstrip()
            course.sentences.append(
                SentenceSupport(text=bare, markers=[f"[{n}]"], supported=True, coverage=1.0)
            )
        return Given(text, citations)
