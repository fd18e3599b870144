"""Two documents compared by content and by layout."""

import pytest
from support.hwpx import box, hwpx, paragraph, table

from kebab.errors import FileNotFoundInputError, PageOutOfRangeError, StaleCursorError

TEXTS = [f"{number}번째 문단의 내용이다" for number in range(6)]


def document(*texts, **options):
    return hwpx("".join(map(paragraph, texts)), **options)


@pytest.fixture
def diff(ask, tmp_path):
    """Give a function that compares two documents."""

    def compared(a, b, **args):
        other = tmp_path / "b.hwpx"
        other.write_bytes(b)
        return ask("diff", a, b=str(other), **args)["result"]

    return compared


def changes(result):
    return [
        (one["op"], one["kind"], one["address"], one["before"], one["after"])
        for one in result["differences"]
    ]


def test_equal_documents_are_identical_however_they_are_packed(diff):
    same = document(*TEXTS, title="another title")

    for by in ("content", "layout"):
        result = diff(document(*TEXTS), same, by=by)
        assert result["identical"] is True
        assert (result["diff_count"], result["differences"]) == (0, [])


def test_the_other_file_is_described_as_it_was_read(diff, tmp_path):
    other = diff(document("a"), document("b"))["b"]

    assert other.pop("mtime").endswith("Z")
    assert len(other.pop("sha256")) == 64
    assert other == {
        "path": str(tmp_path / "b.hwpx"),
        "format": "hwpx",
        "size_bytes": len(document("b")),
    }


def test_changes_have_the_address_of_the_document_that_has_them(diff):
    after = [*TEXTS[:2], "완전히 다른 것", TEXTS[2], TEXTS[3].replace("내용", "새 내용"), TEXTS[4]]

    result = diff(document(*TEXTS), document(*after))

    assert changes(result) == [
        ("added", "paragraph", "s0/p2", None, "완전히 다른 것"),
        ("changed", "paragraph", "s0/p3", TEXTS[3], TEXTS[3].replace("내용", "새 내용")),
        ("removed", "paragraph", "s0/p5", TEXTS[5], None),
    ]
    assert result["counts"] == {"paragraph": 3}


def test_a_cell_that_changed_is_one_difference_and_so_is_a_table_of_another_size(diff):
    before = hwpx(paragraph("표", table(["이름", "값"], ["가", "1"])))
    cell = hwpx(paragraph("표", table(["이름", "값"], ["가", "2"])))
    row = hwpx(paragraph("표", table(["이름", "값"], ["가", "1"], ["나", "2"])))

    assert changes(diff(before, cell)) == [("changed", "paragraph", "s0/p0/t0/r1c1/p0", "1", "2")]
    assert changes(diff(before, row))[0] == (
        "changed",
        "table",
        "s0/p0/t0",
        "2 x 2 cells",
        "3 x 2 cells",
    )


def test_what_became_something_else_was_removed_and_added(diff):
    boxed = hwpx(paragraph("앞", box("뒤")))

    assert changes(diff(document("앞", "뒤"), boxed)) == [
        ("removed", "paragraph", "s0/p1", "뒤", None),
        ("added", "text_box", "s0/p0/box0", None, "뒤"),
    ]


def test_a_walk_by_cursor_meets_every_difference_once(diff):
    a, b = document(*TEXTS), document(*(f"{text} 고침" for text in TEXTS))
    seen, cursor = [], None

    while True:
        result = diff(a, b, limit=4, cursor=cursor)
        seen += changes(result)
        cursor = result["next_cursor"]
        if cursor is None:
            break

    assert len(seen) == len(set(seen)) == result["diff_count"] == 6
    with pytest.raises(StaleCursorError):
        diff(a, document("x"), limit=4, cursor=diff(a, b, limit=4)["next_cursor"])


def test_layout_tells_what_moved_and_how_far(diff):
    result = diff(document("위", "아래 문단"), document("위", "", "", "아래 문단"), by="layout")

    assert result["identical"] is False
    assert [one["op"] for one in result["differences"]] == ["moved"]
    assert result["max_displacement"] > 10
    far = diff(
        document("위", "아래 문단"),
        document("위", "", "", "아래 문단"),
        by="layout",
        max_displacement=500.0,
    )
    assert far["identical"] is True


def test_a_page_that_only_one_of_them_has_is_a_difference(diff):
    one, two = hwpx(paragraph("one")), hwpx(paragraph("one"), paragraph("two"))

    assert changes(diff(one, two, by="layout")) == [("added", "page", None, None, "two")]
    assert diff(one, two, by="layout", page=0)["identical"] is True
    assert diff(two, one, by="layout", page=1)["differences"][0]["op"] == "removed"
    with pytest.raises(PageOutOfRangeError):
        diff(one, two, by="layout", page=2)


def test_another_file_that_is_not_there_is_an_error(ask, tmp_path):
    with pytest.raises(FileNotFoundInputError):
        ask("diff", document("a"), b=str(tmp_path / "none.hwpx"))


def test_one_document_in_both_formats_holds_the_same(diff, sample):
    assert diff(sample("01"), sample("02"))["identical"] is True


def test_two_different_documents_of_many_pages_are_compared(diff, sample):
    result = diff(sample("14"), sample("15"), limit=1)

    assert result["diff_count"] > 1000
    assert result["truncated"] is True
