"""A document as Markdown and as HTML."""

import pytest
from lxml import html as lxml_html
from markdown_it import MarkdownIt
from support.hwpx import box, equation, hwpx, memo, note, paragraph, shown, table

from kebab.wire.hwp.reading import HwpMarkup

SOURCE = {"path": "a.hwpx", "format": "hwpx", "size_bytes": 1, "mtime": "", "sha256": ""}
NASTY = "1. *별* _밑_ <b> [a](b) # | `c` \\"
BODY = (
    paragraph("제목 <하나>", shape=1)
    + paragraph(NASTY, note("각주 글"), box("상자 글", "둘째 줄"), memo("메모 글"))
    + paragraph("값은", equation("a_1 < b_2"))
    + paragraph("", table(["a|b", "c"], ["d", "e"], caption="표 이름"))
    + paragraph("", table(["f", None], ["g", paragraph("h", table(["i"]))], spans={(0, 0): (1, 2)}))
    + paragraph("끝", shown("머리말"), shape=2)
)
WORDS = ["제목", "각주 글", "상자 글", "둘째 줄", "메모 글", "a_1", "표 이름", *"cdefghi", "머리말"]


@pytest.mark.parametrize("form", ["markdown", "html"])
def test_nothing_that_a_reader_sees_is_lost(ask, form):
    result = ask(hwpx(BODY), "markup", format=form).result

    HwpMarkup(source=SOURCE, **result)
    assert [word for word in WORDS if word not in result["text"]] == []


def test_markdown_reads_back_as_what_was_written(ask):
    text = ask(hwpx(BODY), "markup").result["text"]

    page = lxml_html.fromstring(MarkdownIt().enable("table").render(text))

    assert page.xpath("//h1")[0].text_content() == "제목 <하나>"
    assert f"{NASTY}[^1]" in [one.text_content() for one in page.xpath("//p")]
    assert [one.text_content() for one in page.xpath("//th")] == ["a|b", "c"]
    assert page.xpath("//em") == page.xpath("//ol") == page.xpath("//a") == []
    assert page.xpath("//td[@colspan='2']")[0].text_content() == "f"


def test_equations_are_left_as_they_are_in_markdown(ask):
    assert "값은 $a_1 < b_2$" in ask(hwpx(BODY), "markup").result["text"]


def test_html_has_what_stands_beside_the_text_as_asides(ask):
    page = lxml_html.fromstring(ask(hwpx(BODY), "markup", format="html").result["text"])

    asides = {one.get("class"): one.text_content() for one in page.xpath("//aside")}
    assert asides == {
        "footnote": "[^1]: 각주 글",
        "box": "상자 글둘째 줄",
        "memo": "메모 글",
        "header": "머리말",
    }
    assert page.xpath("//table//table//td")[0].text_content() == "i"


def test_html_has_a_style_where_that_is_asked(ask, opened):
    document = opened(hwpx(BODY))

    bare, styled = (
        ask(document, "markup", format="html", include_css=wanted).result["text"]
        for wanted in (False, True)
    )

    assert "<style>" not in bare
    assert styled.endswith(bare)


@pytest.mark.parametrize("form", ["markdown", "html"])
def test_a_walk_gives_all_of_it_in_pieces_that_end_between_blocks(ask, walk, opened, form):
    document = opened(hwpx(paragraph("가나다라 마바사") * 20))

    pieces = walk(document, "markup", format=form, max_chars=100)

    assert (
        "".join(one["text"] for one in pieces)
        == ask(document, "markup", format=form).result["text"]
    )
    assert all(one["text"].endswith("\n\n") for one in pieces[:-1])


def test_a_list_is_indented_only_below_an_item(ask, sample):
    text = ask(sample("11"), "markup", max_chars=1_000_000).result["text"]

    tokens = MarkdownIt().parse(text)
    assert [token for token in tokens if token.type == "code_block"] == []
    assert any(token.type == "list_item_open" and token.level > 1 for token in tokens)
