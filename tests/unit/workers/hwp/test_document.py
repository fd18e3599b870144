"""A document that is open: what is read of it, and when."""

import pytest
from support.hwpx import box, equation, hwpx, note, paragraph, table

from kebab.errors import TooLargeError
from workers.extract.limits import Limits
from workers.hwp.document import HwpDocument, first_text
from workers.hwp.elements import Formula, Note, Part, Table, Text


@pytest.fixture
def opened():
    """Give a function that opens a document and closes it at the end."""
    documents = []

    def open_(data, **limits):
        documents.append(HwpDocument(data, "a.hwpx", Limits(**limits)))
        return documents[-1]

    yield open_
    for document in documents:
        document.close()


def test_parts_hold_everything_that_hangs_on_a_paragraph(opened):
    body = (
        paragraph("제목", shape=1)
        + paragraph("본문", note("각주"), equation("a"), box("상자"))
        + paragraph("", table(["x", "y"]))
    )

    first, second, third = opened(hwpx(body)).parts

    assert (first.section, first.paragraph, first.level) == (1, 1, 1)
    assert [type(one) for one in second.elements] == [Text, Formula, Note]
    assert second.boxes == ("상자",)
    assert isinstance(third.elements[-1], Table)


def test_sections_are_numbered_on(opened):
    parts = opened(hwpx(paragraph("a"), paragraph("b") + paragraph("c"))).parts

    assert [(part.section, part.paragraph) for part in parts] == [(1, 1), (2, 1), (2, 2)]


def test_each_part_has_its_page_as_far_as_it_can_be_told(opened):
    page_break = paragraph("둘째 쪽의 첫 문단").replace("<hp:p ", '<hp:p pageBreak="1" ', 1)
    document = opened(hwpx(paragraph("첫째 쪽의 첫 문단") + page_break))

    assert document.page_count == 2
    assert document.pages == [1, 2]


def test_a_document_of_too_many_pages_is_refused(opened):
    page_break = paragraph("글").replace("<hp:p ", '<hp:p pageBreak="1" ', 1)

    with pytest.raises(TooLargeError, match="4 pages"):
        opened(hwpx(paragraph("글") + page_break * 3), max_pages=3)


def test_what_is_unsafe_to_lay_out_has_text_and_no_pages(opened):
    document = opened(hwpx(paragraph("글이 있는 문단", equation("sqrt " * 20_000))))

    assert document.pages == [None]
    assert document.warnings == ["its pages were not laid out, so that none is named"]
    with pytest.raises(TooLargeError, match="cannot be laid out"):
        document.svg(0)


def test_text_boxes_and_outline_of_hwp_5_are_read_too(opened, sample):
    parts = opened(sample("10")).parts

    assert any("나눔글꼴로 작성되었습니다" in box for part in parts for box in part.boxes)


def test_a_document_for_distribution_is_read(opened, sample):
    document = opened(sample("09"))

    assert document.checked.is_distribution
    assert any("입찰" in first_text(part) for part in document.parts)


def test_the_first_words_of_a_table_are_those_of_its_first_cell_with_text():
    part = Part(1, 1, (Text(""), Table(1, 1, ())))

    assert first_text(part) == ""
