"""The language of a question, and refusals in it."""

from typing import get_args

import pytest

from kebab.answer.language import language_of, nearest_text, refusal_text
from kebab.wire.answer import RefusalReason


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("How do I enable CORS?", "en"),
        ("FastAPI에서 CORS 설정", "ko"),
        ("Kubernetes Deployment rolling update strategy 설명", "ko"),
        ("What does 인그레스 mean in the documents?", "en"),
        ("ポッドとは何ですか", "ja"),
        ("什么是容器", "zh"),
        ("12345", "en"),
        ("", "en"),
    ],
)
def test_the_language_follows_from_script_and_words(text, lang):
    assert language_of(text) == lang


@pytest.mark.parametrize("reason", get_args(RefusalReason))
def test_every_refusal_has_words_in_english_and_korean(reason):
    assert refusal_text(reason, "ko") != refusal_text(reason, "en")
    assert refusal_text(reason, "fr") == refusal_text(reason, "en")


def test_candidates_are_introduced_in_the_language_too():
    assert nearest_text("ko") != nearest_text("en")
