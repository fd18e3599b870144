"""Which paragraphs are headings."""

import pytest

from workers.hwp.outline import heading_levels


def guess(*lines):
    return heading_levels([(line, 0) for line in lines])


def test_the_outline_of_the_document_comes_first():
    lines = [("개요", 1), ("1. 본문처럼 보이는 줄", 0), ("목적", 2), ("본문", 0)]

    assert heading_levels(lines) == ([1, 0, 2, 0], "outline")


def test_a_single_outline_paragraph_is_no_outline():
    assert heading_levels([("본문", 1), ("1. 개요", 0), ("글", 0)]) == ([0, 2, 0], "pattern")


def test_a_long_paragraph_of_the_outline_is_text():
    levels, _ = heading_levels([("짧은 제목", 1), ("긴 문장" * 50, 1), ("또 제목", 1)])

    assert levels == [1, 0, 1]


def test_numbering_by_hand_is_guessed_and_said_to_be():
    lines = (
        "제1장 총칙",
        "제1조(목적) 규정",
        "본문이다.",
        "Ⅱ. 추진 배경",
        "1. 현황",
        "가. 시장",
        "글",
    )

    assert guess(*lines) == ([1, 3, 0, 1, 2, 4, 0], "pattern")


@pytest.mark.parametrize(
    "line",
    [
        "1. 이 문서는 다음과 같이 쓴다.",
        "1. " + "가" * 60,
        "2024. 12. 13.",
        "1.5톤급 실용위성",
        "본문",
        "",
    ],
)
def test_sentences_dates_and_amounts_are_no_headings(line):
    assert guess(line, "글") == ([0, 0], "none")


def test_a_row_of_numbered_lines_is_a_list():
    assert guess("1. 이력서", "2. 계획서", "3. 증명서") == ([0, 0, 0], "none")


def test_the_last_line_of_a_list_is_no_heading_either():
    assert guess("1. 이력서 1부", "2. 계획서 1부", "예) 별도 양식") == ([0, 0, 0], "none")


@pytest.mark.parametrize(
    "line",
    [
        "1. 관련: 데이터정책과-123(2026. 1. 5.)",
        "다. 신청기한: 2026. 2. 13.(금) 18:00까지",
        "가. 사업명: 공공데이터 활용 지원",
        "□ 각 부서는 기한을 엄수할 것",
    ],
)
def test_what_gives_a_value_or_an_order_is_no_heading(line):
    assert guess(line, "글") == ([0, 0], "none")


def test_a_heading_may_have_a_colon():
    assert guess("2. 입찰참가자격 : 아래 자격을 모두 갖춘 자", "글")[0] == [2, 0]


def test_an_attachment_begins_something_of_its_own():
    assert guess("[붙임 1]", "신청서", "<별표>", "표") == ([1, 0, 1, 0], "pattern")
