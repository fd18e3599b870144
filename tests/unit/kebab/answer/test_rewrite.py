"""A follow-up becomes a question that can be understood alone."""

import pytest

from kebab.answer.rewrite import leans, read_rewritten, terms_of, with_terms_before
from kebab.catalog.records import Turn


def after(before, question):
    return with_terms_before(question, [Turn(before, "…", grounded=True, asked_at_ms=1)])


@pytest.mark.parametrize(
    "question",
    [
        "and in version 2?",
        "What about memory limits?",
        "How long does it take by default?",
        "why?",
        "그럼 버전 2에서는?",
        "그건 어떻게 바꾸나요?",
        "예제는?",
    ],
)
def test_a_question_that_leans_is_noticed(question):
    assert leans(question)


@pytest.mark.parametrize(
    "question",
    [
        "How do I drain a node before maintenance?",
        "Which ports does the API server listen on?",
        "쿠버네티스에서 네임스페이스를 삭제하는 방법은?",
        "Android SDK installation steps",
    ],
)
def test_a_question_that_stands_alone_is_left_alone(question):
    assert after("How do I configure CORS in FastAPI?", question) == question


def test_the_words_of_the_question_before_are_added_once():
    assert after("How do I configure CORS in FastAPI?", "and in FastAPI version 2?") == (
        "and in FastAPI version 2? (configure CORS)"
    )


def test_a_chain_of_follow_ups_keeps_what_it_is_about():
    second = after("쿠버네티스 파드 종료 유예 기간은?", "그럼 기본값은?")

    assert "유예" in after(second, "그건 왜?")


def test_terms_leave_out_what_only_asks():
    assert terms_of("How do I use the HTTP PATCH method?") == ["HTTP", "PATCH", "method"]


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Question: How long is it?", "How long is it?"),
        ('"How long is it?"\n', "How long is it?"),
        ("질문: 얼마나 걸리나요?", "얼마나 걸리나요?"),
        ("Here you go:\nHow long?", ""),
        ("", ""),
        ("x" * 900, ""),
    ],
)
def test_only_one_line_is_a_rewritten_question(text, question):
    assert read_rewritten(text) == question
