"""Measures the claims of an answer against what they cite, with the help of the workers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kebab.answer.evidence import Evidence
from kebab.answer.measure import Measure, Vector, Words, cosine
from kebab.answer.quoting import quotable
from kebab.answer.sentences import shown
from kebab.answer.support import Above, Ground, Thresholds, Verdict, judge
from kebab.answer.written import Claim

MOST_NEAR = 12  # sentences of what a claim cites whose meaning is compared with it


@dataclass(frozen=True, slots=True)
class _Case:
    claim: Claim
    grounds: list[Ground]
    above: dict[int, str]


class Judge:
    """Judges answers. `thresholds` come from the settings."""

    def __init__(self, measure: Measure, thresholds: Thresholds) -> None:
        self._measure = measure
        self._thresholds = thresholds

    async def verdicts(
        self, claims: Sequence[Claim], evidence: Sequence[Evidence]
    ) -> list[Verdict]:
        """Judge each claim by the pieces that it cites."""
        pieces = {piece.number: piece for piece in evidence}
        cases = [_case(claim, pieces) for claim in claims]
        asked = [
            (case.claim.text, [g.text for g in case.grounds] + list(case.above.values()))
            for case in cases
        ]
        words = await self._measure.words(asked) if asked else []
        held = [_with_words(case, held) for case, held in zip(cases, words, strict=True)]
        texts = [case.claim.text for case in held]
        texts += [
            g.text for case, found in zip(held, words, strict=True) for g in _best(case, found)
        ]
        vectors = await self._measure.meaning(texts)
        return [self._judge(case, found, vectors) for case, found in zip(held, words, strict=True)]

    def _judge(self, case: _Case, words: Words, vectors: Mapping[str, Vector] | None) -> Verdict:
        grounds = _with_meaning(case, vectors) if vectors is not None else case.grounds
        first = len(case.grounds)
        above = {
            number: Above(text, words.held[first + place])
            for place, (number, text) in enumerate(case.above.items())
        }
        return judge(case.claim.text, words, grounds, above, self._thresholds)


def _case(claim: Claim, pieces: Mapping[int, Evidence]) -> _Case:
    cited = [pieces[number] for number in claim.markers if number in pieces]
    grounds = []
    for piece in cited:
        for unit in quotable(piece):
            text = shown(piece.text[unit.start : unit.end], unit.form)
            grounds.append(Ground(piece.number, unit.start, unit.end, text, frozenset(), None))
    above = {
        piece.number: "\n".join((piece.document.title, piece.document.path, *piece.headings))
        for piece in cited
    }
    return _Case(claim, grounds, above)


def _with_words(case: _Case, words: Words) -> _Case:
    grounds = [
        Ground(g.evidence, g.start, g.end, g.text, held, None)
        for g, held in zip(case.grounds, words.held, strict=False)
    ]
    return _Case(case.claim, grounds, case.above)


def _best(case: _Case, words: Words) -> list[Ground]:
    """Choose the sentences worth embedding: those with most of the words, then in their order."""
    ranked = sorted(
        range(len(case.grounds)), key=lambda n: (-words.mass(case.grounds[n].shares), n)
    )
    return [case.grounds[n] for n in ranked[:MOST_NEAR]]


def _with_meaning(case: _Case, vectors: Mapping[str, Vector]) -> list[Ground]:
    own = vectors[case.claim.text]
    return [
        Ground(g.evidence, g.start, g.end, g.text, g.shares, cosine(own, vectors[g.text]))
        if g.text in vectors
        else g
        for g in case.grounds
    ]
