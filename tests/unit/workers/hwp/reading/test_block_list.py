"""The list of blocks."""

import pytest
from support.hwpx import box, hwpx, memo, note, paragraph, shown, table

from kebab.wire.hwp.reading import HwpBlocks

SOURCE = {"path": "a.hwpx", "format": "hwpx", "size_bytes": 1, "mtime": "", "sha256": ""}
BODY = (
    paragraph("제목입니다", shown("머리말"), shape=2)
    + paragraph("글", note("각주"), box("상자"), memo("메모"))
    + paragraph("", table(["a", "b"]))
)


@pytest.mark.parametrize("limit", [1, 2, 3, 500])
def test_a_walk_gives_every_block_once(walk, opened, limit):
    document = opened(hwpx(BODY))

    results = walk(document, "blocks", limit=limit)

    addresses = [block["address"] for one in results for block in one["blocks"]]
    assert addresses == [block.address for block in document.view.blocks]
    assert {one["total"] for one in results} == {len(addresses)}
    assert all(len(one["blocks"]) <= limit for one in results)
    for one in results:
        HwpBlocks(source=SOURCE, **one)


def test_body_and_furniture_are_all_of_it(ask, opened):
    document = opened(hwpx(BODY))

    body, furniture, both = (
        [block["address"] for block in ask(document, "blocks", scope=scope).result["blocks"]]
        for scope in ("body", "furniture", "all")
    )

    assert sorted(body + furniture) == sorted(both)
    assert sorted(furniture) == ["s0/p0/head0", "s0/p1/fn0", "s0/p1/memo0"]


def test_kinds_are_chosen_and_a_table_shows_how_it_begins(ask):
    (block,) = ask(hwpx(BODY), "blocks", kinds=["table"]).result["blocks"]

    assert (block["text"], block["rows"], block["cols"], block["table"]) == ("a | b", 1, 2, 0)


def test_pages_count_from_0_and_a_heading_has_its_level(ask):
    block = ask(hwpx(BODY), "blocks").result["blocks"][0]

    assert (block["page"], block["section"], block["paragraph"]) == (0, 0, 0)
    assert block["level"] is not None


@pytest.mark.parametrize("name", ["11", "14"])
def test_a_walk_over_a_real_document_gives_every_block_once(walk, opened, sample, name):
    document = opened(sample(name))

    results = walk(document, "blocks", limit=500)

    addresses = [block["address"] for one in results for block in one["blocks"]]
    assert addresses == [block.address for block in document.view.blocks]
