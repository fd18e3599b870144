"""A sheet is cut into tables whose lines are its rows."""

from hypothesis import given
from hypothesis import strategies as st

from kebab.wire.place import Place
from workers.chunk.blocks import Kind
from workers.extract.canonical import CanonicalText
from workers.extract.sheet_blocks import add_rows


def cut(rows):
    canonical = CanonicalText()
    add_rows(canonical, rows, Place(kind="sheet", sheet="S"), 3)
    return canonical.blocks


def found(rows):
    return [(block.kind, block.place.row, block.place.row_end) for block in cut(rows)]


def test_blank_rows_inside_a_table_stay_in_it():
    (table,) = cut([(1, ["a", "b"]), (2, ["x", "1"]), (4, ["y", "2"])])

    assert table.text.split("\n")[-2:] == ["|  |  |", "| y | 2 |"]
    assert (table.place.row, table.place.row_end, table.division) == (1, 4, 3)


def test_new_head_below_a_blank_row_begins_another_table():
    rows = [(1, ["a", "b"]), (2, ["x", "1"]), (4, ["city", "shops"]), (5, ["z", "3"])]

    assert found(rows) == [(Kind.TABLE, 1, 2), (Kind.TABLE, 4, 5)]


def test_rows_far_below_are_another_table():
    assert found([(1, ["a", "b"]), (2, ["x", "y"]), (9, ["z", "w"])]) == [
        (Kind.TABLE, 1, 2),
        (Kind.TABLE, 9, 9),
    ]


def test_words_above_a_table_are_no_head():
    assert found([(1, ["Report"]), (2, ["as of May"]), (4, ["a", "b"]), (5, ["1", "2"])])[:2] == [
        (Kind.PARAGRAPH, 1, 1),
        (Kind.PARAGRAPH, 2, 2),
    ]


def test_single_cell_below_a_table_stays_a_row_of_it():
    assert found([(1, ["a", "b"]), (2, ["1", "2"]), (3, ["total"])]) == [(Kind.TABLE, 1, 3)]


def test_empty_columns_and_sheets_cost_nothing():
    assert cut([]) == []
    assert cut([(3, ["", " "])]) == []
    assert cut([(1, ["", "a", "", "b"])])[0].text == "| a | b |\n| --- | --- |"


CELLS = st.lists(st.sampled_from(["", "a", "7"]), max_size=4)


@given(st.dictionaries(st.integers(1, 12), CELLS))
def test_every_row_is_on_the_line_that_its_place_says(rows):
    for block in cut(sorted(rows.items())):
        lines = block.text.split("\n")
        if block.kind is Kind.TABLE:
            lines = [lines[0], *lines[2:]]
        assert len(lines) == block.place.row_end - block.place.row + 1
        for number, line in enumerate(lines, block.place.row):
            words = [cell for cell in rows.get(number, ()) if cell]
            assert [word for word in line.strip("|").split() if word != "|"] == words
