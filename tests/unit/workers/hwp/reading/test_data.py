"""Values that stand in a document."""

from support.hwpx import equation, hwpx, note, paragraph, table

from kebab.wire.hwp.reading import HwpData

SOURCE = {"path": "a.hwpx", "format": "hwpx", "size_bytes": 1, "mtime": "", "sha256": ""}
BODY = paragraph("2024. 3. 5. 기준", note("문의: a@b.kr"), equation("3 over 4")) + paragraph(
    "", table(["금 1,000원", "02-123-4567"], ["12명", ""])
)


def test_values_are_found_in_cells_and_notes_with_their_addresses(ask):
    result = ask(hwpx(BODY), "extract_data").result

    HwpData(source=SOURCE, **result)
    assert {(one["kind"], one["normalized"], one["address"]) for one in result["items"]} == {
        ("date", "2024-03-05", "s0/p0"),
        ("email", "a@b.kr", "s0/p0/fn0"),
        ("amount", "1000", "s0/p1/t0/r0c0/p0"),
        ("phone", "021234567", "s0/p1/t0/r0c1/p0"),
        ("number", "12", "s0/p1/t0/r1c0/p0"),
    }


def test_one_kind_is_given_and_all_are_counted(ask):
    result = ask(hwpx(BODY), "extract_data", kind="amount").result

    assert [one["raw"] for one in result["items"]] == ["1,000원"]
    assert result["counts"] == {"date": 1, "email": 1, "amount": 1, "phone": 1, "number": 1}


def test_a_walk_gives_every_value_once(walk, opened):
    results = walk(opened(hwpx(BODY)), "extract_data", limit=2)

    assert [len(one["items"]) for one in results] == [2, 2, 1]
