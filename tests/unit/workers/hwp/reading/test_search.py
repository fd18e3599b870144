"""Searching a document."""

import pytest
from support.hwpx import box, equation, hwpx, memo, note, paragraph, shown, table

from kebab.errors import InvalidInputError
from kebab.wire.hwp.reading import HwpMatches

SOURCE = {"path": "a.hwpx", "format": "hwpx", "size_bytes": 1, "mtime": "", "sha256": ""}
BODY = paragraph(
    "연구 하나", shown("연구 머리"), note("연구 각주"), box("연구 상자"), memo("연구 메모")
) + paragraph("", table(["연구 칸", paragraph("", table(["연구 속칸"], caption="연구 표"))]))


def test_a_word_is_found_wherever_it_stands(ask):
    result = ask(hwpx(BODY), "search", query="연구").result

    HwpMatches(source=SOURCE, **result)
    assert result["total_matches"] == len(result["matches"]) == 8
    assert {match["where"] for match in result["matches"]} == {
        "body", "cell", "note", "header", "text_box", "memo", "caption",
    }  # fmt: skip
    assert set(result["searched"]) >= {match["where"] for match in result["matches"]}
    assert result["missing"] == []


def test_the_body_alone_is_searched_where_that_is_asked(ask):
    result = ask(hwpx(BODY), "search", query="연구", scope="body").result

    assert (result["total_matches"], result["searched"]) == (1, ["body"])


@pytest.mark.parametrize("limit", [1, 3, 200])
def test_a_walk_gives_every_match_once(walk, opened, limit):
    results = walk(opened(hwpx(BODY)), "search", query="연구", max_matches=limit)

    addresses = [match["address"] for one in results for match in one["matches"]]
    assert len(addresses) == len(set(addresses)) == 8
    assert {one["total_matches"] for one in results} == {8}


def test_a_match_says_where_it_is_and_what_is_around_it(ask):
    data = hwpx(paragraph("가" * 10 + "Kebab" + "나" * 10))

    (match,) = ask(data, "search", query="KEBAB", context_chars=3, with_page=True).result["matches"]

    assert match == {
        "address": "s0/p0",
        "where": "body",
        "section": 0,
        "paragraph": 0,
        "char_offset": 10,
        "length": 5,
        "text": "Kebab",
        "context": "…가가가Kebab나나나…",
        "page": 0,
        "page_method": "unique",
    }


def test_a_query_that_begins_with_a_dash_is_plain_text(ask):
    data = hwpx(paragraph("선택 --force 또는 -f", equation("a over b")))

    assert ask(data, "search", query="--force").result["total_matches"] == 1
    assert ask(data, "search", query="-f").result["total_matches"] == 2
    assert ask(data, "search", query="over").result["total_matches"] == 1


def test_an_empty_query_is_refused(ask):
    with pytest.raises(InvalidInputError, match="empty"):
        ask(hwpx(BODY), "search", query="")


def test_a_pattern_is_searched_where_that_is_asked(ask):
    data = hwpx(paragraph("2024년 3월 5일 (화) a.b"))

    assert ask(data, "search", query=r"\d+월", regex=True).result["matches"][0]["text"] == "3월"
    assert ask(data, "search", query="a.b").result["total_matches"] == 1
    with pytest.raises(InvalidInputError, match="no regular expression"):
        ask(data, "search", query="(화", regex=True)


def test_totals_are_those_of_a_plain_count(ask, opened, sample):
    document = opened(sample("14"))

    everywhere = ask(document, "search", query="연구").result["total_matches"]

    assert everywhere == 907
    assert everywhere == sum(block.text.count("연구") for block in document.view.blocks)
    assert ask(document, "search", query="연구", scope="body").result["total_matches"] == 194


def test_a_word_that_stands_only_in_a_text_box_is_found(ask, sample):
    matches = ask(sample("11"), "search", query="임원으로 2년 이상").result["matches"]

    assert [(match["where"], match["address"]) for match in matches] == [
        ("text_box", "s0/p50/box0")
    ]


def test_open_document_is_read_once_for_all_its_searches(ask, opened):
    document = opened(hwpx(paragraph("연구"), paragraph("사업")))
    ask(document, "search", query="연구")
    texts = document.view.search_texts

    ask(document, "search", query="사업")
    ask(document, "info")

    assert document.view.search_texts is texts
