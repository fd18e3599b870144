"""The headings of a document."""

from support.hwpx import hwpx, paragraph, table

from kebab.wire.hwp.reading import HwpStructure

SOURCE = {"path": "a.hwpx", "format": "hwpx", "size_bytes": 1, "mtime": "", "sha256": ""}
STYLED = (
    paragraph("첫째 제목", shape=1)
    + paragraph("본문입니다.")
    + paragraph("", table(["2", "둘째 제목"]), shape=2)
    + paragraph("본문입니다.")
)
NUMBERED = (
    paragraph("1. 목적")
    + paragraph("본문입니다.")
    + paragraph("가. 범위")
    + paragraph("본문입니다.")
    + paragraph("제목 같은 것", shape=1)
)


def told(result):
    return result["method"], [(node["level"], node["text"]) for node in result["nodes"]]


def test_headings_are_those_of_the_outline(ask):
    result = ask(hwpx(STYLED), "structure").result

    HwpStructure(source=SOURCE, **result)
    assert told(result) == ("outline", [(1, "첫째 제목"), (2, "2 둘째 제목")])
    assert [node["address"] for node in result["nodes"]] == ["s0/p0", "s0/p2/t0/r0c0/p0"]
    assert result["node_count"] == 2


def test_where_there_is_no_outline_a_pattern_is_taken_and_named(ask):
    assert told(ask(hwpx(NUMBERED), "structure").result) == (
        "pattern",
        [(2, "1. 목적"), (4, "가. 범위")],
    )


def test_one_of_both_can_be_asked_for(ask, opened):
    numbered, styled = opened(hwpx(NUMBERED)), opened(hwpx(STYLED))

    assert told(ask(numbered, "structure", mode="outline").result) == (
        "outline",
        [(1, "제목 같은 것")],
    )
    assert told(ask(styled, "structure", mode="clause").result) == ("pattern", [(2, "2 둘째 제목")])


def test_a_document_without_headings_has_none(ask):
    assert told(ask(hwpx(paragraph("본문입니다.")), "structure").result) == ("none", [])


def test_a_walk_gives_every_heading_once(walk, opened):
    results = walk(opened(hwpx(STYLED)), "structure", limit=1)

    assert [one["nodes"][0]["level"] for one in results] == [1, 2]
