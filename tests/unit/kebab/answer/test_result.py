"""Answers and refusals in their wire form."""

from kebab.answer.result import EXTRACTIVE, Course, Spent, answered, refused, without_base
from kebab.wire.answer import AskInput
from kebab.wire.wire_object import to_json

SPENT = Spent(5, 6, 7, 1_700_000_000_000)


def course(**changes):
    fields = {
        "request": AskInput(query="why?"),
        "question": "why?",
        "trace_id": "ret_1",
        "k": 8,
        "score_gate": 0.5,
        "model": EXTRACTIVE,
        "embedding": None,
        "prompt_version": "extractive-1",
        "lang": "en",
    }
    return Course(**{**fields, **changes})


def test_an_answer_is_grounded_and_has_no_reason():
    answer = answered(course(), "Because. [1]", [], SPENT)

    assert (answer.grounded, answer.refusal_reason, answer.answer) == (True, None, "Because. [1]")
    assert answer.usage.latency_ms == 7


def test_what_is_not_known_is_left_out_of_the_json():
    text = to_json(answered(course(), "Because.", [], SPENT))

    assert '"refusal_reason":null' in text
    assert not [name for name in ("hops", "verification", "evidence", "hint") if name in text]


def test_hints_come_together():
    assert refused(course(hints=["one", "two"]), "no_chunks", SPENT).hint == "one; two"


def test_without_a_base_the_refusal_says_what_to_do():
    answer = without_base(
        AskInput(query="왜?"),
        model=EXTRACTIVE,
        trace_id="ret_1",
        now_ms=0,
        hint="run `kebab ingest`",
    )

    assert (answer.refusal_reason, answer.lang) == ("no_index", "ko")
    assert answer.hint == "run `kebab ingest`"
    assert answer.answer.startswith("아직 지식 베이스가")
