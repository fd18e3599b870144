"""HWP and HWPX documents as canonical ones."""

from pathlib import Path

import pytest
from support.hwpx import box, equation, hwpx, note, paragraph, table

from kebab.errors import EncryptedDocumentError
from kebab.wire.place import fragment
from workers.chunk.blocks import Kind
from workers.extract.hwp import parse_hwp
from workers.extract.limits import Limits

SAMPLES = Path(__file__).resolve().parents[5] / "shared/data/samples/hwp"


def parse(*sections, **options):
    return parse_hwp(hwpx(*sections, **options), "a.hwpx", Limits())


def texts(found):
    return [block.text for block in found.blocks]


def sample(name):
    found = sorted(SAMPLES.glob(f"{name}*"))
    if not found:
        pytest.skip("the sample documents are not here")
    return parse_hwp(found[0].read_bytes(), found[0].name, Limits())


def test_blocks_name_section_paragraph_and_page():
    found = parse(
        paragraph("첫 문단입니다") + paragraph() + paragraph("셋째 문단입니다"), paragraph("구역")
    )

    places = [fragment(block.place, 0, 0) for block in found.blocks]

    assert places == ["s=1&para=1&p=1", "s=1&para=3&p=1", "s=2&para=1"]
    assert [block.division for block in found.blocks] == [1, 1, 2]


def test_lines_are_those_of_the_blocks():
    found = parse(paragraph("one") + paragraph("", table(["a", "b"], ["c", "d"])))

    for block in found.blocks:
        count = block.text.count("\n") + 1
        assert "\n".join(found.lines[block.start - 1 : block.start - 1 + count]) == block.text


def test_outline_paragraphs_are_headings_with_their_level():
    found = parse(paragraph("장", shape=1) + paragraph("절", shape=2) + paragraph("글"))

    assert [(b.kind, b.level, b.title) for b in found.blocks] == [
        (Kind.HEADING, 1, "장"),
        (Kind.HEADING, 2, "절"),
        (Kind.PARAGRAPH, 0, ""),
    ]
    assert found.metadata["headings"] == "outline"


def test_guessed_headings_are_labelled():
    found = parse(
        paragraph("1. 사업 개요")
        + paragraph("글이 이어진다.")
        + paragraph("2. 추진 체계")
        + paragraph("글")
    )

    assert [block.level for block in found.blocks] == [2, 0, 2, 0]
    assert found.metadata["headings"] == "pattern"


def test_a_frame_around_a_number_and_a_title_is_a_heading():
    found = parse(paragraph("", table(["1", "추진 배경"])) + paragraph("글"))

    assert (found.blocks[0].kind, found.blocks[0].text) == (Kind.HEADING, "1 추진 배경")


def test_tables_are_tables_and_merged_cells_keep_their_rows_readable():
    found = parse(
        paragraph("", table(["구분", "값"], ["가", "1"], [None, "2|3"], spans={(1, 0): (2, 1)}))
    )

    assert texts(found) == ["| 구분 | 값 |\n| --- | --- |\n| 가 | 1 |\n| 가 | 2\\|3 |"]
    assert found.blocks[0].kind is Kind.TABLE


def test_a_table_inside_a_cell_follows_its_table():
    inner = paragraph("", table(["안", "쪽"], ["x", "y"])) + paragraph("겉")

    found = parse(paragraph("", table([inner, "오른쪽"], ["아래", "끝"])))

    assert texts(found) == [
        "| 겉 | 오른쪽 |\n| --- | --- |\n| 아래 | 끝 |",
        "| 안 | 쪽 |\n| --- | --- |\n| x | y |",
    ]


def test_a_frame_of_one_cell_becomes_what_it_frames():
    found = parse(paragraph("", table([paragraph("첫 줄") + paragraph("둘째 줄")])))

    assert [(b.kind, b.text) for b in found.blocks] == [(Kind.PARAGRAPH, "첫 줄\n둘째 줄")]


def test_notes_follow_their_paragraph_and_are_marked_in_it():
    found = parse(
        paragraph("본문", note("각주 글"), note("미주 글", 1, "endNote")) + paragraph("다음")
    )

    assert texts(found) == ["본문[^1][^e1]", "[^1]: 각주 글", "[^e1]: 미주 글", "다음"]
    assert found.blocks[1].place.paragraph == 1


def test_equations_stand_in_their_text():
    assert texts(parse(paragraph("식 ", equation("a over b")))) == ["식 $a over b$"]


def test_text_boxes_are_not_lost():
    found = parse(paragraph("글", box("상자 안", "둘째 줄")))

    assert texts(found) == ["글", "상자 안\n둘째 줄"]


def test_title_and_author_come_from_the_document():
    found = parse(paragraph("글"), title="사업 계획서")

    assert found.title == "사업 계획서"
    assert found.metadata == {"format": "hwpx", "pages": 1, "headings": "none", "author": "Someone"}


def test_a_document_without_text_has_no_blocks():
    assert parse(paragraph()).blocks == []


@pytest.mark.parametrize("name", ["06", "07"])
def test_both_formats_say_alike_that_they_are_encrypted(name):
    with pytest.raises(EncryptedDocumentError, match="password") as raised:
        sample(name)

    assert raised.value.details["reason"] == "encrypted"
    assert "without one" in raised.value.hint


def test_the_two_formats_of_one_document_give_one_text():
    assert texts(sample("01")) == texts(sample("02"))


def test_a_large_form_is_read_with_its_boxes_tables_and_pages():
    found = sample("14")

    text = "\n".join(found.lines)
    assert text.count("연구") > 907
    assert sum(block.kind is Kind.TABLE for block in found.blocks) > 100
    assert sum(block.place.page is not None for block in found.blocks) > len(found.blocks) // 2
    assert "Wibro 모듈 설치" in text


def test_a_document_for_distribution_says_that_it_is_one():
    found = sample("09")

    assert found.metadata["distribution"] is True
    assert any(block.title == "7. 입찰의 무효" for block in found.blocks)
