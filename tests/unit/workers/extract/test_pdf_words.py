"""How the lines of a paragraph join: hyphens, Korean, Japanese, dots that lead to a number."""

import textwrap

import pytest

from workers.extract.pdf_page import Line
from workers.extract.pdf_words import Words, plain

KOREAN = (
    "등대지기는 매일 아침 지나가는 배의 이름을 장부에 적는다. 그 장부에는 시간과 날씨와 "
    "바람의 방향이 함께 적혀 있고, 오래된 장부는 등대 아래의 나무 상자에 들어 있다. "
    "폭풍이 부는 날에는 등대지기도 배의 이름을 읽지 못하므로 불빛의 색과 뱃고동 소리만 "
    "적어 둔다. 그래도 이름을 아는 배는 소리로 알아보고 장부에 이름을 적는다. 상자에 들어 "
    "있는 장부는 모두 아흔 권이고 등대지기는 그 장부를 모두 읽었다."
)


def gaps(text):
    """Give the places of the spaces, counted in letters."""
    return {len(text[:at].replace(" ", "")) for at, letter in enumerate(text) if letter == " "}


def line(text, right=500.0):
    return Line(text, 72, 0, right, 10, 10.0, room=(72.0, 500.0))


@pytest.mark.parametrize(
    ("texts", "whole"),
    [
        (["an extra-", "ordinary day"], "an extraordinary day"),
        (["the Anglo-", "Saxon way"], "the Anglo-Saxon way"),
        (["a well-", "known thing"], "a well-known thing"),
        (["soft\u00ad", "Ware"], "softWare"),
        (["as PDFium marks it\u0002", "self"], "as PDFium marks itself"),
        (["pages 12-", "15 of it"], "pages 12-15 of it"),
        (["a dash -", "and more"], "a dash - and more"),
        (["これは日本語の", "文章です"], "これは日本語の文章です"),
        (["word", "次の"], "word 次の"),
    ],
)
def test_lines_join_as_the_words_ask_for(texts, whole):
    words = Words([line("it is a well-known fact that")])

    assert words.join(texts) == whole


def test_korean_that_is_broken_at_the_margin_is_put_together_again():
    drawn = [KOREAN[start : start + 21].strip() for start in range(0, len(KOREAN), 21)]
    words = Words([line(text) for text in drawn])

    joined = words.join(drawn)

    assert joined.replace(" ", "") == KOREAN.replace(" ", "")
    assert len(gaps(joined) ^ gaps(KOREAN)) <= 3
    assert len(gaps(" ".join(drawn)) ^ gaps(KOREAN)) > 5


def test_korean_whose_lines_end_with_words_keeps_its_spaces():
    drawn = textwrap.wrap(KOREAN, 24)
    words = Words([line(text, right=500.0 - 10 * (24 - len(text))) for text in drawn])

    assert words.join(drawn) == KOREAN


def test_dots_that_lead_to_a_page_number_are_left_out():
    assert plain("1 Storms . . . . . . . . 12") == "1 Storms 12"
    assert plain("Wait... what?") == "Wait... what?"
