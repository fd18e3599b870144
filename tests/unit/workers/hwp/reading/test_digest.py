"""A document in few characters."""

import pytest
from support.hwpx import hwpx, note, paragraph, table

from kebab.wire.hwp.reading import HwpDigest

SOURCE = {"path": "a.hwpx", "format": "hwpx", "size_bytes": 1, "mtime": "", "sha256": ""}
LONG = paragraph("긴 본문입니다. " * 200)


def test_a_short_document_is_all_there(ask):
    body = (
        paragraph("제목 하나", shape=1)
        + paragraph("짧은 글", note("각주"))
        + paragraph("제목 둘", shape=1)
    )

    result = ask(hwpx(paragraph("머리글") + body), "digest").result

    HwpDigest(source=SOURCE, **result)
    assert (result["truncated"], result["next_step"]) == (False, "This is the whole text.")
    assert [(one["heading"], one["excerpt"]) for one in result["sections"]] == [
        ("제목 하나", "짧은 글[^1]"),
        ("제목 둘", ""),
    ]
    assert result["excerpt"] == "머리글"


@pytest.mark.parametrize("max_chars", [500, 2000])
def test_a_long_document_is_cut_and_says_how_to_read_on(ask, max_chars):
    headings = "".join(paragraph(f"제목 {number}", shape=1) + LONG for number in range(60))

    result = ask(hwpx(headings + paragraph("", table(["x"]))), "digest", max_chars=max_chars).result

    assert result["truncated"] is True
    assert "hwp_export_structure" in result["next_step"]
    texts = [
        result["excerpt"],
        *(one[key] for one in result["sections"] for key in ("heading", "excerpt")),
    ]
    assert sum(map(len, texts)) <= max_chars


def test_a_document_without_headings_gives_its_beginning(ask):
    result = ask(hwpx(LONG), "digest", max_chars=100).result

    assert (result["method"], result["sections"]) == ("none", [])
    assert 90 < len(result["excerpt"]) <= 100
    assert "hwp_export_text" in result["next_step"]
