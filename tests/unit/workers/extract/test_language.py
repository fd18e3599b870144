"""Which language a document is taken to be in."""

import pytest

from workers.extract.language import guess_language
from workers.extract.markdown import parse_markdown


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The quick brown fox jumps over the lazy dog, and that is all there is to say.", "en"),
        ("이 문서는 데이터베이스 색인을 만드는 방법을 설명한다.", "ko"),
        ("kubectl 명령으로 Deployment와 Service를 만들고 Pod 상태를 확인한다.", "ko"),
        ("この文書はデータベースの索引の作り方を説明します。", "ja"),
        ("这份文档说明如何建立数据库索引。", "zh"),
        ("Der schnelle braune Fuchs springt über den faulen Hund und läuft davon.", "de"),
        ("Le café est déjà prêt à être servi, où êtes-vous allé ce matin ?", "fr"),
        ("ok", "und"),
        ("", "und"),
        ("12345 67890 !!! ???", "und"),
        ("```\nthe code and the words of a program\n```", "und"),
        ("한국어 문장이다.\n\n```\n" + "the code and the words " * 50 + "\n```", "ko"),
    ],
)
def test_language_is_that_of_the_prose(text, language):
    assert guess_language(parse_markdown(text.split("\n"), 0)) == language
