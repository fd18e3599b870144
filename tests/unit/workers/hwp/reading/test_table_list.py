"""Tables as a list, with their cells, and as CSV."""

import csv
import io

import pytest
from support.hwpx import hwpx, paragraph, table

from kebab.errors import CellOutOfRangeError
from kebab.wire.hwp.tables import HwpCsv, HwpTables

SOURCE = {"path": "a.hwpx", "format": "hwpx", "size_bytes": 1, "mtime": "", "sha256": ""}
MERGED = table(
    ["머리", None, "끝"],
    ["a", paragraph("둘째 줄") + paragraph('"b", c', table(["속"])), "d"],
    spans={(0, 0): (1, 2)},
    caption="표 1",
)
BODY = paragraph("첫째 쪽의 글", MERGED) + paragraph("", table(["x"]))


def test_tables_are_listed_with_their_numbers(ask):
    result = ask(hwpx(BODY), "tables").result

    HwpTables(source=SOURCE, **result)
    assert (result["total"], result["cells"]) == (3, None)
    assert [
        (one["index"], one["nested_in"], one["rows"], one["cols"]) for one in result["tables"]
    ] == [
        (0, None, 2, 3),
        (1, 0, 1, 1),
        (2, None, 1, 1),
    ]
    assert result["tables"][0]["caption"] == "표 1"
    assert result["tables"][0]["preview"].startswith("머리 | 끝 | a | 둘째 줄")


def test_one_table_has_its_cells_without_the_covered_ones(ask):
    result = ask(hwpx(BODY), "tables", table=0).result

    HwpTables(source=SOURCE, **result)
    assert [(cell["row"], cell["col"], cell["col_span"]) for cell in result["cells"]] == [
        (0, 0, 2),
        (0, 2, 1),
        (1, 0, 1),
        (1, 1, 1),
        (1, 2, 1),
    ]
    assert (result["cells"][3]["text"], result["cells"][3]["nested"]) == ('둘째 줄\n"b", c', [1])


@pytest.mark.parametrize(("table_", "count"), [(None, 3), (0, 5)])
def test_a_walk_gives_every_table_or_cell_once(walk, opened, table_, count):
    results = walk(opened(hwpx(BODY)), "tables", table=table_, limit=2)

    key = "tables" if table_ is None else "cells"
    seen = [str(item) for one in results for item in one[key]]
    assert len(seen) == len(set(seen)) == count


def test_a_table_as_csv_reads_back_as_its_cells(ask):
    outcome = ask(hwpx(BODY), "table_csv")

    HwpCsv(source=SOURCE, **outcome.result)
    rows = list(csv.reader(io.StringIO(outcome.result["csv"], newline="")))
    assert rows == [["머리", "", "끝"], ["a", '둘째 줄\n"b", c', "d"]]
    assert outcome.result["csv"].count("\r\n") == 2
    assert outcome.attachment.data == outcome.result["csv"].encode()


def test_a_byte_order_mark_is_written_where_it_is_asked(ask):
    assert ask(hwpx(BODY), "table_csv", bom=True).attachment.data.startswith(b"\xef\xbb\xbf")


@pytest.mark.parametrize("number", [-1, 3])
@pytest.mark.parametrize("operation", ["tables", "table_csv"])
def test_a_table_that_is_none_is_told_with_their_number(ask, operation, number):
    with pytest.raises(CellOutOfRangeError, match=f"no table {number}") as raised:
        ask(hwpx(BODY), operation, table=number)

    assert raised.value.details["tables"] == 3


def test_a_form_of_148_tables_has_each_under_its_number(ask, sample):
    result = ask(sample("14"), "tables", limit=500).result

    assert [one["index"] for one in result["tables"]] == list(range(148))
    assert sum(one["nested_in"] is not None for one in result["tables"]) == 12
