"""Answers that a model writes: what its citations bear out is given, the rest is withheld."""

from __future__ import annotations

import asyncio

import pytest

from kebab.answer.llm.load import load_model
from kebab.catalog.records import Turn
from kebab.errors import ModelUnreachableError
from kebab.knowledge_base import KnowledgeBase
from kebab.wire.answer import AskInput

QUESTION = "When does the pool close in the evening?"


def says(reply, **more):
    return [{"reply": reply, **more}]


def turns(question):
    return [Turn(question, "At some time. [1]", grounded=True, asked_at_ms=1)]


def test_a_supported_sentence_is_given_with_the_lines_that_bear_it_out(shelf):
    answer = shelf.ask(QUESTION, rules=says("The pool closes at 22 in the evening [1]."))

    assert answer.grounded, answer.sentences
    assert answer.answer == "The pool closes at 22 in the evening [1]."
    (citation,) = answer.citations
    assert citation.marker == "[1]"
    assert (citation.citation.start, citation.citation.end) == (3, 4)
    assert citation.verified is True
    assert "22 in the evening" in shelf.lines(answer)


def test_the_models_cost_and_prompt_are_told(shelf):
    answer = shelf.ask(QUESTION, rules=says("The pool closes at 22 in the evening [1]."))

    assert answer.model.provider == "scripted"
    assert answer.prompt_template_version == "answer-1"
    assert answer.usage.prompt_tokens > answer.usage.completion_tokens > 0


def test_an_unknown_marker_is_refused(shelf):
    answer = shelf.ask(QUESTION, rules=says("The pool closes at 22 in the evening [9]."))

    assert answer.refusal_reason == "unsupported_citation"
    assert "[9]" in answer.hint
    assert {citation.marker for citation in answer.citations} == {None}


@pytest.mark.parametrize(
    "reply",
    [
        "The pool closes at 23 in the evening [1].",
        "The pool does not close at 22 in the evening [1].",
        "Elephants bathe in the garden behind the museum [1].",
        "The pool closes at 22 in the evening.",
    ],
    ids=["another number", "denied", "not stated", "no marker"],
)
def test_a_sentence_that_its_citation_does_not_bear_out_is_refused(shelf, reply):
    answer = shelf.ask(QUESTION, rules=says(reply))

    assert (answer.grounded, answer.refusal_reason) == (False, "unsupported_citation")
    assert [sentence.supported for sentence in answer.sentences] == [False]


def test_of_a_mostly_supported_answer_the_rest_is_left_out_and_named(shelf):
    reply = (
        "The pool opens at 6 in the morning [1]. It closes at 22 in the evening [1]. "
        "Dogs may swim on Fridays [1]."
    )

    answer = shelf.ask("When does the pool open and close?", rules=says(reply))

    assert answer.grounded
    assert answer.answer == (
        "The pool opens at 6 in the morning [1]. It closes at 22 in the evening [1]."
    )
    assert [sentence.supported for sentence in answer.sentences] == [True, True, False]


@pytest.mark.parametrize(
    "reply",
    [
        "NO_ANSWER",
        "**NO_ANSWER** [1]",
        "The evidence does not mention a price for dogs [1].",
        "제공된 문서에서 찾을 수 없습니다 [1].",
        "",
    ],
)
def test_a_model_that_finds_no_answer_refuses_whatever_it_cites(shelf, reply):
    answer = shelf.ask(QUESTION, rules=says(reply))

    assert (answer.grounded, answer.refusal_reason) == (False, "llm_self_judge")


@pytest.mark.parametrize("reply", ["NO_ANSWER", "**NO_ANSWER**"])
def test_the_word_for_no_answer_is_never_shown(shelf, reply):
    shelf.ask(QUESTION, rules=says(reply, piece_chars=3))

    assert [event.delta for event in shelf.events if event.kind == "token"] == []


def test_tokens_are_shown_as_they_come(shelf):
    reply = "The pool closes at 22 in the evening [1]."

    shelf.ask(QUESTION, rules=says(reply, piece_chars=5))

    deltas = [event.delta for event in shelf.events if event.kind == "token"]
    assert "".join(deltas) == reply
    assert len(deltas) > 5
    stages = [event.stage for event in shelf.events if event.kind == "stage"]
    assert stages == ["searching", "reading", "writing", "checking"]


def test_a_stream_that_breaks_off_is_a_refusal(shelf):
    answer = shelf.ask(QUESTION, rules=says("The pool closes at 22 [1].", abort_after=1))

    assert answer.refusal_reason == "llm_stream_aborted"


def test_an_unreachable_model_is_an_error_and_no_refusal(shelf):
    with pytest.raises(ModelUnreachableError):
        shelf.ask(QUESTION, rules=[{"error": "model_unreachable"}])


def test_a_refusal_speaks_the_language_of_the_question(shelf):
    answer = shelf.ask("수영장은 몇 시에 닫나요?", rules=says("NO_ANSWER"))

    assert answer.answer.startswith("찾은 문서에는")


def test_an_answer_that_was_cut_says_so(shelf):
    answer = shelf.ask(QUESTION, rules=says("The pool closes at 22 [1]." * 20), max_tokens=8)

    assert "cut at max_tokens" in answer.hint


def test_a_follow_up_is_made_whole_by_the_model(shelf):
    rules = [
        {"contains": "Last question: and close?", "reply": "When does the pool close on weekdays?"},
        {"reply": "The pool closes at 22 in the evening [1]."},
    ]
    model = load_model(shelf.configured(rules, {}).llm)

    answer = shelf.ask_model("and close?", model, turns("When does the pool open?"))

    assert answer.query == "and close?"
    assert answer.question == "When does the pool close on weekdays?"
    assert answer.grounded


def test_without_a_model_a_follow_up_takes_the_words_of_the_question_before(shelf):
    history = turns("When does the ferry leave the harbour?")

    answer = shelf.ask_model("and who built its lighthouse?", None, history)

    assert answer.question == "and who built its lighthouse? (ferry leave harbour)"
    assert "The lighthouse was built in 1887 by Anna Berg." in answer.answer


def test_cancelling_an_ask_ends_it_while_the_model_is_writing(shelf):
    rules = says("The pool closes at 22 in the evening [1].", hang_after=2, piece_chars=5)

    async def run():
        begun = asyncio.Event()

        def on_event(event):
            if event.kind == "token":
                begun.set()

        settings = shelf.configured(rules, {})
        async with KnowledgeBase(settings, workers=1, readonly=True) as base:
            task = asyncio.create_task(base.ask(AskInput(query=QUESTION), on_event))
            await begun.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(run())


def test_a_model_may_judge_entailment_and_its_no_withholds_the_answer(shelf):
    reply = {"reply": "The pool closes at 22 in the evening [1]."}
    judging = {"contains": "Task: entail", "in": "system"}

    passed = shelf.ask(QUESTION, rules=[{**judging, "reply": "Yes."}, reply], set_nli="llm")
    failed = shelf.ask(QUESTION, rules=[{**judging, "reply": "no"}, reply], set_nli="llm")
    broken = shelf.ask(QUESTION, rules=[{**judging, "error": "timeout"}, reply], set_nli="llm")

    assert passed.verification.nli_passed
    assert (failed.refusal_reason, failed.verification.nli_score) == ("nli_verification_failed", 0)
    assert broken.refusal_reason == "nli_model_unavailable"
