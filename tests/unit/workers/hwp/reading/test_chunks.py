"""Passages of a document."""

import pytest
from support.hwpx import box, hwpx, note, paragraph, table

from kebab.errors import InvalidInputError
from kebab.wire.hwp.reading import HwpChunks

SOURCE = {"path": "a.hwpx", "format": "hwpx", "size_bytes": 1, "mtime": "", "sha256": ""}
ROWS = [["이름", "값"], *([f"항목 {number}", f"값 {number}"] for number in range(20))]
BODY = (
    paragraph("첫째 제목", shape=1)
    + paragraph("첫째 본문입니다.", note("각주 글"), box("상자 글"))
    + paragraph("둘째 제목", shape=2)
    + paragraph("", table(*ROWS))
)


def test_small_blocks_are_merged_with_their_headings_and_addresses(ask):
    result = ask(hwpx(BODY), "chunks", size=50, overlap=0).result

    HwpChunks(source=SOURCE, **result)
    first = result["chunks"][0]
    assert (
        first["text"]
        == "첫째 제목\n첫째 본문입니다.[^1]\n상자 글\n둘째 제목\n이름\t값\n항목 0\t값 0"
    )
    assert first["heading_path"] == ["첫째 제목"]
    assert first["addresses"] == ["s0/p0", "s0/p1", "s0/p1/box0", "s0/p2", "s0/p3/t0"]


def test_a_table_repeats_its_first_row_and_no_row_is_cut(ask):
    chunks = ask(hwpx(BODY), "chunks", size=60, overlap=10).result["chunks"]

    rows = [line for chunk in chunks for line in chunk["text"].split("\n") if "항목" in line]
    assert rows == [f"항목 {number}\t값 {number}" for number in range(20)]
    assert all(chunk["text"].startswith("이름\t값\n") for chunk in chunks[1:])
    assert chunks[-1]["heading_path"] == ["첫째 제목", "둘째 제목"]


def test_notes_come_where_they_are_asked(ask, opened):
    document = opened(hwpx(BODY))

    without, with_ = (
        "".join(
            one["text"]
            for one in ask(document, "chunks", include_furniture=wanted).result["chunks"]
        )
        for wanted in (False, True)
    )

    assert "각주 글" not in without
    assert "각주 글" in with_


def test_the_whole_can_be_one_passage_and_blocks_can_stay_apart(ask, opened):
    document = opened(hwpx(BODY))

    assert ask(document, "chunks", mode="single").result["total"] == 1
    apart = ask(document, "chunks", mode="ir-blocks").result["chunks"]
    assert [one["addresses"] for one in apart] == [
        ["s0/p0"], ["s0/p1"], ["s0/p1/box0"], ["s0/p2"], ["s0/p3/t0"],
    ]  # fmt: skip


@pytest.mark.parametrize("mode", ["paragraph", "ir-blocks"])
def test_a_walk_gives_every_passage_once(ask, walk, opened, mode):
    document = opened(hwpx(BODY))

    results = walk(document, "chunks", mode=mode, size=60, overlap=0, limit=2)

    pieces = [chunk for one in results for chunk in one["chunks"]]
    assert pieces == ask(document, "chunks", mode=mode, size=60, overlap=0).result["chunks"]


def test_an_overlap_of_the_whole_size_is_refused(ask):
    with pytest.raises(InvalidInputError, match="overlap"):
        ask(hwpx(BODY), "chunks", size=50, overlap=50)


def test_passages_of_a_real_document_are_within_the_size(walk, opened, sample):
    results = walk(opened(sample("11")), "chunks", limit=500)

    chunks = [chunk for one in results for chunk in one["chunks"]]
    assert max(len(chunk["text"]) for chunk in chunks) <= 500
    assert sum(map(len, (chunk["text"] for chunk in chunks))) / len(chunks) > 200
