"""The tool `ask`: what it gives up for its size, and what never."""

from __future__ import annotations

import pytest
from support.answers import a_citation, an_answer

from kebab.mcp.tools.ask import ASK, fit
from kebab.mcp.tools.declaration import CallContext
from kebab.search.budget import estimate_tokens
from kebab.wire.answer import AskInput, EvidenceItem
from kebab.wire.wire_object import to_json


def evidence(tokens):
    return EvidenceItem(
        number=1,
        chunk_ids=[],
        doc_path="a.md",
        heading_path=[],
        trust_level="primary",
        text="word " * tokens,
        tokens=tokens,
    )


def cost(answer):
    return estimate_tokens(to_json(answer))


def test_answer_that_fits_is_left_alone():
    answer = an_answer(evidence=[evidence(100)])

    assert fit(answer, 1000) is answer


def test_evidence_goes_first():
    answer = an_answer(evidence=[evidence(5000)])

    fitted = fit(answer, 1000)

    assert fitted.evidence is None
    assert fitted.citations == answer.citations


def test_quotes_are_cut_no_more_than_it_takes_and_all_places_stay():
    citations = [a_citation(f"[{n}]", quote="낱말 " * 400) for n in range(1, 9)]
    answer = an_answer(citations=citations)

    fitted = fit(answer, 2500)

    assert cost(fitted) <= 2500 < cost(answer)
    assert [cited.citation for cited in fitted.citations] == [c.citation for c in citations]
    assert fitted.answer == answer.answer
    assert all(60 < len(cited.quote) < 1200 for cited in fitted.citations)


@pytest.mark.anyio
@pytest.mark.parametrize(("asked", "sent"), [(0, 0), (500, 500), (30_000, 1000)])
async def test_longest_answer_leaves_room_for_its_citations(asked, sent):
    class Base:
        async def ask(self, request, on_event, /, *, host):
            assert request.max_tokens == sent
            return an_answer()

    context = CallContext(print, print, max_tokens=3000, max_chars=21_000, sampler=None)

    assert await ASK.run(Base(), AskInput(query="x", max_tokens=asked), context) == an_answer()
