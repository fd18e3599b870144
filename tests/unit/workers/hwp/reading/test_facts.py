"""What is known of a document without its text."""

import pytest
from support.hwpx import box, equation, hwpx, memo, note, paragraph, shown, table

from kebab.wire.hwp.handles import HwpHandle
from kebab.wire.hwp.reading import HwpInfo, HwpSummary

SOURCE = {"path": "a.hwpx", "format": "hwpx", "size_bytes": 1, "mtime": "", "sha256": ""}
FONTS = (
    '<hh:head xmlns:hh="h" version="1.4"><hh:refList><hh:fontfaces>'
    '<hh:fontface lang="HANGUL"><hh:font id="0" face="바탕"/><hh:font id="1" face="굴림"/>'
    '</hh:fontface><hh:fontface lang="LATIN"><hh:font id="0" face="바탕"/></hh:fontface>'
    "</hh:fontfaces></hh:refList></hh:head>"
)


def test_everything_is_counted_wherever_it_stands(ask):
    body = paragraph("글", note("각주"), box("가", "나"), memo("메모"), equation("a")) + paragraph(
        "", table(["x", "y"], [paragraph("z", table(["w"])), ""])
    )

    outcome = ask(hwpx(body, paragraph("", shown("머리말"))), "summary")

    assert HwpSummary(source=SOURCE, **outcome.result).text_found
    assert (outcome.result["sections"], outcome.result["pages"]) == (2, 2)
    assert outcome.result["counts"] == {
        "paragraphs": 3 + 5 + 1 + 2 + 1 + 1,
        "body_paragraphs": 3,
        "tables": 2,
        "pictures": 0,
        "formulas": 1,
        "footnotes": 1,
        "endnotes": 0,
        "fields": 0,
        "text_boxes": 1,
        "memos": 1,
    }


def test_a_document_without_text_says_so(ask):
    outcome = ask(hwpx(paragraph("")), "summary")

    assert outcome.result["text_found"] is False
    assert "no text was found" in outcome.warnings[0]


def test_info_has_what_the_document_says_of_itself(ask):
    extra = {"Preview/PrvImage.png": "x"}

    result = ask(
        hwpx(paragraph("a"), title="A long title", extra=extra, header=FONTS), "info"
    ).result

    HwpInfo(source=SOURCE, **result)
    assert (result["title"], result["author"], result["subject"]) == (
        "A long title",
        "Someone",
        None,
    )
    assert result["fonts"] == ["바탕", "굴림"]
    assert result["has_thumbnail"] is True


@pytest.mark.parametrize(("name", "font"), [("01", "바탕"), ("02", "바탕"), ("10", "나눔고딕")])
def test_the_fonts_of_both_formats_are_named(ask, opened, sample, name, font):
    result = ask(opened(sample(name)), "info").result

    assert font in result["fonts"]
    assert result["has_thumbnail"] is True


def test_a_document_for_distribution_opens_and_cannot_be_edited(ask, sample):
    result = ask(sample("09"), "open").result

    HwpHandle(source=SOURCE, **result)
    assert (result["is_distribution"], result["can_edit"]) == (True, False)


def test_a_document_of_ones_own_can_be_edited(ask):
    assert ask(hwpx(paragraph("a")), "open").result["can_edit"] is True
