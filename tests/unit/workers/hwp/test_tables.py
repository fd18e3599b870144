"""Tables as rows of text."""

from workers.hwp.elements import Cell, Table, Text
from workers.hwp.tables import filled_cells, inner_tables, rows_of


def cell(row, column, text, row_span=1, column_span=1):
    return Cell(row, column, row_span, column_span, (Text(text),))


def test_a_plain_table_keeps_its_rows_and_columns():
    table = Table(2, 2, (cell(0, 0, "a"), cell(0, 1, "b"), cell(1, 0, "c"), cell(1, 1, "")))

    assert rows_of(table) == [["a", "b"], ["c", ""]]


def test_a_cell_over_rows_stands_in_each_and_one_over_columns_in_the_first():
    table = Table(
        3, 3,
        (
            cell(0, 0, "group", row_span=3), cell(0, 1, "wide", column_span=2),
            cell(1, 1, "x"), cell(1, 2, "y"), cell(2, 1, "z"), cell(2, 2, "w"),
        ),
    )  # fmt: skip

    assert rows_of(table) == [["group", "wide", ""], ["group", "x", "y"], ["group", "z", "w"]]


def test_a_long_text_is_not_repeated():
    table = Table(2, 2, (cell(0, 0, "long " * 40, row_span=2), cell(0, 1, "a"), cell(1, 1, "b")))

    assert rows_of(table)[1] == ["", "b"]


def test_rows_without_text_are_left_out():
    table = Table(3, 1, (cell(0, 0, "a"), cell(1, 0, " "), cell(2, 0, "c")))

    assert rows_of(table) == [["a"], ["c"]]


def test_a_form_gives_up_the_columns_that_only_its_merges_make():
    table = Table(
        2, 30,
        (
            cell(0, 0, "name", column_span=10), cell(0, 10, "", column_span=20),
            cell(1, 0, "a", column_span=10), cell(1, 10, "b", column_span=20),
        ),
    )  # fmt: skip

    assert rows_of(table) == [["name", ""], ["a", "b"]]


def test_spans_that_reach_out_of_the_table_are_cut():
    table = Table(2, 1, (cell(0, 0, "a", row_span=60_000), cell(1, 0, "b")))

    assert rows_of(table) == [["a"], ["a"]]


def test_inner_tables_are_found_and_are_not_text():
    inner = Table(1, 1, (cell(0, 0, "inside"),))
    outer = Table(1, 1, (Cell(0, 0, 1, 1, (inner,)),))

    assert list(inner_tables([Text("x"), outer])) == [inner]
    assert [one.content for one in filled_cells(outer)] == [(inner,)]
    assert rows_of(outer) == [[""]]
