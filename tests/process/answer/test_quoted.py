"""Answers that quote: no model, word for word, each with lines that can be fetched."""

from __future__ import annotations

import asyncio

import pytest

from kebab.answer.prompts import EXTRACTIVE_VERSION
from kebab.errors import InvalidInputError
from kebab.knowledge_base import KnowledgeBase
from kebab.wire.answer import AskInput


def test_the_answer_is_a_sentence_of_the_source_and_cites_its_very_lines(shelf):
    answer = shelf.ask("When does the pool close in the evening?")

    assert answer.grounded
    assert "It closes at 22 in the evening, except on Mondays." in answer.answer
    first = answer.citations[0]
    assert first.marker == "[1]"
    assert (first.citation.path, first.citation.start, first.citation.end) == ("pool.md", 3, 4)
    assert first.verified is True
    assert not first.stale
    fetched = " ".join(shelf.lines(answer).split())
    assert " ".join(first.quote.split()) in fetched


def test_a_korean_question_is_answered_from_korean_text(shelf):
    answer = shelf.ask("수영장은 몇 시에 문을 여나요?")

    assert answer.lang == "ko"
    assert answer.answer.startswith("수영장은 아침 6시에 문을 엽니다. [1]")
    assert answer.citations[0].citation.uri == "ko/pool.md#L3"


def test_a_list_is_quoted_whole_with_the_sentence_that_leads_to_it(shelf):
    answer = shelf.ask("What do members pay, and what do they bring?")

    assert "Members pay nothing:\n\n- bring the card\n- show it at the gate" in answer.answer
    assert "Members pay nothing:\n\n- bring the card" in shelf.lines(answer)


def test_every_sentence_has_its_marker_and_every_marker_a_citation(shelf):
    answer = shelf.ask("pool water degrees ticket euros")

    markers = [citation.marker for citation in answer.citations]
    assert markers == [f"[{n}]" for n in range(1, len(markers) + 1)]
    assert [sentence.markers for sentence in answer.sentences] == [[m] for m in markers]
    assert all(sentence.supported for sentence in answer.sentences)
    assert all(answer.answer.count(marker) == 1 for marker in markers)


def test_the_number_of_workers_does_not_change_the_answer(shelf):
    async def ask(workers):
        async with KnowledgeBase(shelf.settings, workers=workers, readonly=True) as base:
            found = await base.ask(AskInput(query="pool water ticket"), lambda _event: None)
            return found.answer, [one.citation.uri for one in found.citations]

    assert asyncio.run(ask(1)) == asyncio.run(ask(2))


def test_without_an_embedder_words_alone_choose(shelf):
    embedding = shelf.settings.embedding.model_copy(update={"provider": "none"})
    words_only = type(shelf)(
        shelf.folder, shelf.settings.model_copy(update={"embedding": embedding})
    )

    answer = words_only.ask("Who built the lighthouse?")

    assert answer.embedding is None
    assert "The lighthouse was built in 1887 by Anna Berg. [1]" in answer.answer


def test_a_filter_of_search_holds_for_an_answer(shelf):
    answer = shelf.ask("When does the pool open?", path_glob="ko/*")

    assert {citation.citation.path for citation in answer.citations} == {"ko/pool.md"}


def test_a_question_that_finds_nothing_is_refused_in_its_language(shelf):
    answer = shelf.ask("수영장", path_glob="nowhere/*")

    assert (answer.grounded, answer.refusal_reason) == (False, "no_chunks")
    assert answer.answer.startswith("지식 베이스에서")
    assert answer.citations == []


def test_below_the_gate_the_nearest_candidates_are_listed_and_nothing_is_claimed(shelf):
    answer = shelf.ask("When does the pool open?", set_score_gate=1.0, k=2)

    assert answer.refusal_reason == "score_gate"
    assert answer.retrieval.score_gate == 1.0
    assert [citation.marker for citation in answer.citations] == [None, None]
    assert all(citation.citation.uri in answer.answer for citation in answer.citations)


def test_the_calibrated_gate_refuses_what_the_corpus_does_not_know(shelf):
    question = "How do I deploy the Terraform pool module to AWS Lambda?"

    answer = shelf.ask(question, set_score_gate=-1.0, mode="lexical")

    assert answer.refusal_reason == "score_gate"
    assert answer.retrieval.top_score < answer.retrieval.score_gate


def test_events_come_in_order_and_the_tokens_make_the_answer(shelf):
    answer = shelf.ask("When does the pool close?")

    kinds = [event.kind for event in shelf.events]
    stages = [event.stage for event in shelf.events if event.kind == "stage"]
    assert stages == ["searching", "reading", "quoting"]
    assert kinds.count("retrieval_done") == 1
    assert kinds[-1] == "final"
    assert shelf.events[-1].answer == answer
    assert "".join(event.delta for event in shelf.events if event.kind == "token") == answer.answer


def test_explain_shows_the_evidence(shelf):
    answer = shelf.ask("When does the pool close?", explain=True)

    assert answer.evidence[0].number == 1
    assert "It closes\nat 22" in answer.evidence[0].text
    assert answer.prompt_template_version == EXTRACTIVE_VERSION
    assert (answer.usage.prompt_tokens, answer.usage.completion_tokens) == (0, 0)


def test_taking_a_question_apart_needs_a_model_and_says_so(shelf):
    with pytest.raises(InvalidInputError, match="multi_hop needs a language model") as refusal:
        shelf.ask("pool?", multi_hop=True)

    assert "ollama" in refusal.value.hint
