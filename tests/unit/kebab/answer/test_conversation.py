"""Which conversation is meant, and what becomes of one that cannot be kept."""

from __future__ import annotations

import asyncio

import pytest
from support.answers import a_citation, an_answer

from kebab.answer.conversation import Conversation, choose_session
from kebab.catalog.conversations import ConversationLimits, Conversations
from kebab.catalog.records import Turn
from kebab.errors import InvalidInputError
from kebab.wire.instants import milliseconds_of

NOW = milliseconds_of(an_answer().created_at, "now")


@pytest.fixture
def file(tmp_path):
    return tmp_path / "conversations.sqlite"


@pytest.fixture
def going_on(file):
    def go_on(session="s1", *, may_write=True):
        return Conversation(session, Conversations(file, ConversationLimits(9, 9, 9)), may_write)

    return go_on


def keep(conversation, answer):
    return asyncio.run(conversation.keep(answer))


def history(conversation):
    return asyncio.run(conversation.history(NOW))


@pytest.mark.parametrize(
    ("asked", "chosen"), [("", ""), (" ", ""), ("new", "made"), ("a.b_C-1", "a.b_C-1")]
)
def test_session_is_taken_made_or_none(asked, chosen):
    assert choose_session(asked, lambda: "made") == chosen


@pytest.mark.parametrize("asked", ["a b", "세션", "../x", "x" * 65])
def test_session_that_no_answer_could_have_named_is_refused(asked):
    with pytest.raises(InvalidInputError) as refused:
        choose_session(asked, lambda: "made")

    assert refused.value.details["argument"] == "session_id"


def test_turn_is_kept_with_the_full_question_and_told_in_the_answer(going_on):
    answer = an_answer(query="and in 2?", question="how is version 2 installed?")

    kept = keep(going_on(), answer)

    assert (kept.session_id, kept.turn, kept.hint) == ("s1", 1, None)
    assert history(going_on()) == [
        Turn("how is version 2 installed?", answer.answer, grounded=True, asked_at_ms=NOW)
    ]


def test_refusal_is_a_turn_too(going_on):
    refused = an_answer("No.", grounded=False, refusal_reason="score_gate", citations=[])

    assert keep(going_on(), refused).turn == 1
    assert history(going_on())[0].grounded is False


def test_without_a_session_nothing_is_read_or_kept(going_on, file):
    alone = going_on("")
    answer = an_answer()

    assert history(alone) == []
    assert keep(alone, answer) is answer
    assert not file.exists()


def test_where_nothing_may_be_written_earlier_turns_are_read_and_the_answer_says_so(going_on):
    keep(going_on(), an_answer())
    reading = going_on(may_write=False)

    assert len(history(reading)) == 1
    answer = keep(reading, an_answer(hint="first this"))
    assert answer.session_id is None
    assert answer.hint == "first this; the conversation was not kept: kebab is read-only"
    assert len(history(reading)) == 1


def test_file_that_cannot_be_read_is_a_hint_and_no_failure(going_on, file):
    file.write_bytes(b"no database, whatever its name says" * 100)
    conversation = going_on()

    assert history(conversation) == []
    answer = keep(conversation, an_answer())
    assert answer.grounded
    assert answer.session_id is None
    assert answer.hint.startswith("the conversation was not kept: ")
    assert "catalog" not in answer.hint


def test_file_that_cannot_be_written_is_a_hint_and_no_failure(going_on, file):
    file.mkdir()

    answer = keep(going_on(), an_answer())

    assert answer.grounded
    assert answer.hint.startswith("the conversation was not kept: ")


def test_turn_goes_with_a_document_it_quotes(going_on, file):
    keep(going_on(), an_answer(citations=[a_citation(doc_id="e" * 32)]))

    Conversations(file, ConversationLimits(9, 9, 9)).forget_documents(["e" * 32])

    assert history(going_on()) == []
