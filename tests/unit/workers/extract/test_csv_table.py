"""What is read of CSV and TSV files."""

import pytest

from kebab.errors import UnreadableDocumentError
from workers.chunk.blocks import Kind
from workers.extract.csv_table import parse_csv
from workers.extract.limits import Limits


def read(data, path="data/a.csv", **limits):
    return parse_csv(data.encode() if isinstance(data, str) else data, path, Limits(**limits))


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ("city,shops\nSeoul,4\n", "a.csv"),
        ("city;shops\r\nSeoul;4\r\n", "a.csv"),
        ("city\tshops\nSeoul\t4", "a.tsv"),
        ("city|shops\nSeoul|4\n", "a.csv"),
        ("\ufeffcity,shops\nSeoul,4\n", "a.csv"),
        ('"city","shops"\n"Seoul","4"\n', "a.csv"),
    ],
)
def test_delimiter_is_found(data, path):
    (table,) = read(data, path).blocks

    assert (table.kind, table.text) == (
        Kind.TABLE,
        "| city | shops |\n| --- | --- |\n| Seoul | 4 |",
    )
    assert (table.place.row, table.place.row_end) == (1, 2)


def test_record_over_several_lines_is_one_row():
    (table,) = read('a,b\n"one\ntwo",3\nx,4\n').blocks

    assert table.text.endswith("| one two | 3 |\n| x | 4 |")
    assert table.place.row_end == 3


def test_line_that_states_the_delimiter_is_a_row_of_the_file_and_no_data():
    (table,) = read("sep=;\na;b,c\n1;2\n").blocks

    assert table.text == "| a | b,c |\n| --- | --- |\n| 1 | 2 |"
    assert (table.place.row, table.place.row_end) == (2, 3)


def test_quote_that_is_never_closed_swallows_nothing():
    canonical = read('size,note\n5" pipe,"open\n' + "1,2\n" * 900)

    assert canonical.blocks[0].place.row_end == 902
    assert "never closed" in canonical.warnings[0]


def test_table_over_the_limit_is_cut_and_told():
    canonical = read("a,b\n" * 100, max_cells=20)

    assert canonical.blocks[0].place.row_end == 10
    assert canonical.warnings == ("cut at row 11, after 20 cells",)


def test_other_encodings_and_huge_cells_are_read():
    korean = read("도시,가게\n서울,네 곳이 있다\n".encode("cp949"))
    huge = read("a,b\n" + "x" * 1_000_000 + ",2\n")

    assert (korean.encoding, "서울" in korean.blocks[0].text) == ("cp949", True)
    assert len(huge.blocks[0].text) > 1_000_000


def test_title_is_the_name_of_the_file_and_an_empty_file_is_empty():
    assert (read("").is_named_by_file, read("").blocks) == (True, [])


def test_binary_is_refused():
    with pytest.raises(UnreadableDocumentError):
        read(b"\0" * 500)


def test_two_quotes_far_apart_do_not_swallow_what_is_between():
    canonical = read('size,note\n5,"open\n' + "1,2\n" * 900 + '6,"open\n' + "1,2\n")

    assert canonical.blocks[0].place.row_end == 904
    assert "never closed" in canonical.warnings[0]


def test_text_of_many_lines_in_quotes_is_one_cell():
    (table,) = read('a,b\n"' + "line\n" * 400 + '",2\n').blocks

    assert table.place.row_end == 2
