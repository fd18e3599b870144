"""Questions that are taken apart: what was looked up is on record, and there is an end to it."""

from __future__ import annotations

import json

DECOMPOSE = {"contains": "Task: decompose", "in": "system"}
DECIDE = {"contains": "Task: decide", "in": "system"}
PARTS = ["When does the pool open?", "When does the ferry leave?"]
QUESTION = "When does the pool open, and when does the ferry leave the harbour?"
REPLY = "The pool opens at 6 in the morning [2]. The ferry leaves the harbour at noon [1]."


def test_the_parts_are_looked_up_and_the_answer_is_written_from_all_of_them(shelf):
    rules = [
        {**DECOMPOSE, "reply": f"```json\n{json.dumps(PARTS)}\n```"},
        {**DECIDE, "reply": "[]"},
        {"reply": REPLY},
    ]

    answer = shelf.ask(QUESTION, rules=rules, multi_hop=True, k=1)

    assert answer.grounded, answer.sentences
    assert [(hop.iter, hop.kind) for hop in answer.hops] == [
        (0, "decompose"),
        (1, "decide"),
        (2, "synthesize"),
    ]
    assert answer.hops[0].sub_queries == PARTS
    assert answer.hops[0].context_chunks_added >= 1
    assert {citation.citation.path for citation in answer.citations} == {"pool.md", "harbour.md"}
    assert answer.prompt_template_version == "decompose-1+decide-1+answer-1"


def test_a_model_that_never_has_enough_is_stopped(shelf):
    more = [f'["what about part {n} of the harbour?"]' for n in range(9)]
    rules = [
        {**DECOMPOSE, "reply": '["When does the pool open?"]'},
        {**DECIDE, "replies": more},
        {"reply": REPLY},
    ]

    answer = shelf.ask(QUESTION, rules=rules, multi_hop=True, k=1, set_max_hops=1)

    decided = [hop for hop in answer.hops if hop.kind == "decide"]
    assert [hop.forced_stop for hop in decided] == [True]


def test_the_pool_of_chunks_has_a_limit(shelf):
    rules = [
        {**DECOMPOSE, "reply": '["pool water", "ticket price", "lighthouse"]'},
        {**DECIDE, "reply": "[]"},
        {"reply": "NO_ANSWER"},
    ]

    answer = shelf.ask(QUESTION, rules=rules, multi_hop=True, k=4, set_max_pool_chunks=2)

    assert answer.retrieval.chunks_returned == 2


def test_what_cannot_be_taken_apart_is_refused_with_its_record(shelf):
    rules = [{**DECOMPOSE, "reply": "I would rather not."}, {"reply": REPLY}]

    answer = shelf.ask(QUESTION, rules=rules, multi_hop=True)

    assert answer.refusal_reason == "multi_hop_decompose_failed"
    assert [hop.kind for hop in answer.hops] == ["decompose"]


def test_the_gate_is_on_the_question_itself_before_any_model_is_asked(shelf):
    answer = shelf.ask(
        "How do I deploy the Terraform pool module to AWS Lambda?",
        rules=[{"error": "model_unreachable"}],
        multi_hop=True,
        mode="lexical",
        set_score_gate=-1.0,
    )

    assert answer.refusal_reason == "score_gate"
    assert answer.usage.prompt_tokens == 0
