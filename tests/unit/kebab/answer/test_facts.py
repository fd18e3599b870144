"""What two texts state beyond their words."""

import pytest

from kebab.answer.facts import denies, missing_names, missing_numbers


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("It waits 30 seconds.", "The default is 30 s."),
        ("1,000 pods", "up to 1000 pods"),
        ("3 steps", "three steps"),
        ("3월 5일", "March 5"),
        ("기본값은 2이다", "기본값은 두 개이다"),
        ("version 1.21", "since v1.21"),
        ("1. First do this", "do this"),
    ],
)
def test_a_number_is_stated_in_any_spelling(claim, text):
    assert missing_numbers(claim, text) == []


@pytest.mark.parametrize(
    ("claim", "text", "number"),
    [
        ("It waits 30 seconds.", "The default is 10 seconds.", "30"),
        ("version 1.22", "version 1.21", "1.22"),
        ("300 pods", "30 pods", "300"),
        ("유예 기간은 60초이다", "유예 기간은 30초이다", "60"),
    ],
)
def test_another_number_is_not(claim, text, number):
    assert missing_numbers(claim, text) == [number]


def test_names_and_code_have_to_stand_in_the_text():
    assert missing_names("Use `kubectl drain` and FastAPI.", "kubectl can drain; FastAPI") == []
    assert missing_names("Use `helm` with HTTPRoute.", "Use kubectl.") == ["HTTPRoute", "helm"]


def test_a_foreign_word_in_a_korean_sentence_is_a_name_but_a_gloss_is_none():
    assert missing_names("본문은 Pydantic 모델로 검증됩니다", "The middleware") == ["Pydantic"]
    assert missing_names("파드(Pod)는 종료된다", "파드는 종료된다") == []


def test_plain_words_are_no_names():
    assert missing_names("However, The Pod waits", "nothing") == []


@pytest.mark.parametrize(
    "text",
    ["It does not run.", "You can't.", "설정할 수 없습니다.", "지원하지 않는다", "Never do that."],
)
def test_a_denial_is_noticed(text):
    assert denies(text)


@pytest.mark.parametrize(
    "text", ["It runs.", "Notes are nothing.", "안내를 봅니다.", "not impossible, not at all"]
)
def test_what_denies_nothing_or_twice_is_none(text):
    assert denies(text) == (text == "Notes are nothing.")
