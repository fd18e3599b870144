"""How fit a sentence is to be quoted."""

import pytest

from kebab.answer.blocks import Form
from kebab.answer.fitness import Definitions, defined_terms, fitness, leans

PLAIN = "The scheduler assigns pods to nodes with enough memory."


@pytest.mark.parametrize(
    "text",
    [
        "What does the scheduler assign to nodes with memory?",
        "The scheduler assigns pods to nodes with these things:",
        "In order to assign pods to nodes that have memory,",
        "See more.",
        "* Fix docs. PR [#5633](https://github.com/a/b/pull/5633) by [@a](https://github.com/a).",
        "This assigns pods to nodes with enough memory.",
        "따라서 스케줄러는 메모리가 충분한 노드에 파드를 할당하고 기다린다.",
    ],
)
def test_what_does_not_stand_alone_is_less_fit(text):
    assert fitness(text, Form.PROSE) < fitness(PLAIN, Form.PROSE) == 1.0


def test_one_link_in_a_sentence_does_no_harm():
    text = (
        "먼저 [`python-multipart`](https://github.com/Kludex/python-multipart)를 설치해야 합니다."
    )

    assert fitness(text, Form.PROSE) == 1.0


def test_code_is_less_fit_than_prose_and_leans_on_nothing():
    assert fitness(PLAIN, Form.CODE) < 1.0
    assert not leans("this = that", Form.CODE)


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("What is a DaemonSet used for?", ["DaemonSet"]),
        ("인그레스란 무엇인가요?", ["인그레스"]),
        ("How do I drain a node?", []),
    ],
)
def test_what_is_to_be_defined_is_found_in_the_question(question, terms):
    assert defined_terms(question) == terms


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What is a DaemonSet?", "A _DaemonSet_ ensures that all nodes run a copy of a Pod."),
        ("What is a Service?", "A Kubernetes `Service` is an abstraction."),
        ("파드란 무엇인가?", "파드는 쿠버네티스의 기본 구성 요소이다."),
        ("파드가 뭐야?", "*파드* 는 쿠버네티스의 기본 구성 요소이다."),
    ],
)
def test_a_definition_counts_more_where_one_is_asked_for(question, text):
    assert Definitions(question).weight(text) > 1.0
    assert Definitions("How do I start one?").weight(text) == 1.0


def test_a_sentence_that_only_mentions_the_term_defines_nothing():
    assert Definitions("What is a DaemonSet?").weight("You can delete a DaemonSet.") == 1.0
