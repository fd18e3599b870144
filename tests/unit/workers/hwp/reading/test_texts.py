"""The text of a document and of its pages."""

import pytest
from support.hwpx import box, hwpx, note, paragraph, table

from kebab.errors import PageOutOfRangeError
from kebab.wire.hwp.reading import HwpText

SOURCE = {"path": "a.hwpx", "format": "hwpx", "size_bytes": 1, "mtime": "", "sha256": ""}
BODY = paragraph("첫째", note("각주"), box("상자")) + paragraph("둘째", table(["칸 하나", "칸 둘"]))
PAGE_BREAK = paragraph("둘째 쪽에 있는 글").replace("<hp:p ", '<hp:p pageBreak="1" ', 1)


def test_the_text_holds_cells_notes_and_boxes(ask):
    result = ask(hwpx(BODY), "text").result

    HwpText(source=SOURCE, **result)
    assert result["text"] == "첫째[^1]\n[^1]: 각주\n상자\n둘째\n칸 하나\t칸 둘"
    assert (result["chars"], result["omitted_chars"]) == (len(result["text"]), 0)


def test_the_body_alone_is_its_paragraphs(ask):
    assert ask(hwpx(BODY), "text", scope="body").result["text"] == "첫째[^1]\n둘째"


def test_a_walk_gives_the_whole_text(ask, walk, opened):
    document = opened(hwpx(BODY))

    pieces = walk(document, "text", max_chars=7)

    assert "".join(one["text"] for one in pieces) == ask(document, "text").result["text"]
    assert pieces[0]["omitted_chars"] == pieces[0]["chars"] - len(pieces[0]["text"])


def test_a_page_has_what_it_shows(ask, opened):
    document = opened(hwpx(paragraph("첫째 쪽", box("상자 글")) + PAGE_BREAK))

    first, second = (ask(document, "text", page=page).result for page in (0, 1))

    assert "첫째 쪽" in first["text"]
    assert "상자 글" in first["text"]
    assert (second["text"], second["page"], second["pages"]) == ("둘째 쪽에 있는 글", 1, 2)


@pytest.mark.parametrize("page", [-1, 2, 10**9])
def test_a_page_that_is_none_is_told_with_their_number(ask, page):
    with pytest.raises(PageOutOfRangeError, match=f"no page {page}") as raised:
        ask(hwpx(paragraph("a") + PAGE_BREAK), "text", page=page)

    assert raised.value.details["pages"] == 2
