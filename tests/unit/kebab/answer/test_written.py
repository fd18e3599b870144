"""What a model wrote, read."""

import pytest

from kebab.answer.written import claims_of, is_no_answer, leaks, markers_in, renumbered


def cited(text):
    return [(claim.text, claim.markers) for claim in claims_of(text)]


def test_a_marker_behind_the_full_stop_belongs_to_the_sentence_before_it():
    assert cited("The first one. [1] The second one [2]. The third one.[3]") == [
        ("The first one.", (1,)),
        ("The second one.", (2,)),
        ("The third one.", (3,)),
    ]


def test_korean_sentences_keep_their_markers():
    assert cited("파드는 종료됩니다. [1] 노드는 남습니다 [2].") == [
        ("파드는 종료됩니다.", (1,)),
        ("노드는 남습니다.", (2,)),
    ]


def test_a_sentence_without_a_marker_rests_on_the_next_one_in_its_paragraph():
    found = cited("The first one. The second one [2].\n\nThe third one.")

    assert [markers for _, markers in found] == [(2,), (2,), ()]


def test_items_stand_for_themselves_and_what_leads_to_them_claims_nothing():
    found = cited("It needs these:\n\n- a long rope [1]\n- a short rope [2][3]\n- a knife")

    assert [markers for _, markers in found] == [(1,), (2, 3), ()]


def test_code_rests_on_the_sentence_before_it():
    found = cited("Run this command [2].\n\n```sh\nkubectl get pods\n```")

    assert [markers for _, markers in found] == [(2,), (2,)]


def test_headings_claim_nothing():
    assert cited("## The heading of it\n\nThe sentence [1].") == [("The sentence.", (1,))]


@pytest.mark.parametrize(
    ("text", "markers"),
    [
        ("a [1] b [2, 3] c [#4]", (1, 2, 3, 4)),
        ("items[0] and `x[1]` and [1](url)", ()),
        ("a [1][1] b", (1,)),
        ("```\na [7]\n```", ()),
        ("no [1000] such", ()),
    ],
)
def test_only_markers_are_markers(text, markers):
    assert markers_in(text) == markers


def test_markers_are_written_in_one_way_and_code_stays():
    assert renumbered("a [#1], b [2, 3], `c[2]`", {1: 1, 3: 3}) == "a [1], b [3], `c[2]`"


@pytest.mark.parametrize(
    "text",
    [
        "NO_ANSWER",
        "no_answer.",
        "The evidence does not contain this information [1].",
        "I cannot answer that from the evidence.",
        "There is no information about it.",
        "문서에서 관련 내용을 찾을 수 없습니다. [1]",
        "해당 정보가 없습니다.",
        "문서에 언급되어 있지 않습니다.",
    ],
)
def test_no_answer_is_recognised_in_any_words(text):
    assert is_no_answer(text)


@pytest.mark.parametrize(
    "text",
    [
        "The pool does not open on Mondays [1].",
        "오리발은 사용할 수 없습니다 [1].",
        "It opens at 6 [1]. It closes at 22 [1]. The evidence does not mention dogs.",
    ],
)
def test_an_answer_that_denies_something_is_one(text):
    assert not is_no_answer(text)


def test_rules_that_are_repeated_are_a_leak():
    rules = "Say only what the evidence says. Add nothing that you know."

    assert leaks("Sure: say only what the **evidence** says, add nothing that I", rules)
    assert leaks("See <evidence-0123456789ab number=", rules)
    assert not leaks("Say only what the evidence holds.", rules)
