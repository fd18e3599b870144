"""Writing CSV into a table."""

import pytest
from support.hwp_forms import build, changed, shapes

from kebab.errors import InvalidInputError
from workers.hwp.reading.table_list import table_csv


def plain(document):
    table = document.add_paragraph("").add_table(2, 2)
    for row in range(2):
        for column in range(2):
            table.set_cell_text(row, column, f"{row}{column}")


@pytest.fixture(scope="module")
def table():
    return build(plain)


def write(editor, csv, **more):
    args = {"table": 0, "csv": csv, "add_rows": False, **more}
    return editor.apply("csv_to_table", args, dry_run=False)


def test_cells_are_written_and_those_that_are_the_same_are_left(table, edited):
    editor = edited(table)

    made = write(editor, '00,"a, b"\r\nc,"d\ne"')

    assert made["change_count"] == 3
    assert changed(table, editor.to_bytes("hwpx")) == {
        "s0/p1/t0/r0c1/p0": ("01", "a, b"),
        "s0/p1/t0/r1c0/p0": ("10", "c"),
        "s0/p1/t0/r1c1/p0": ("11", "d\ne"),
    }


def test_writing_can_begin_below_a_heading_row(table, edited):
    editor = edited(table)

    write(editor, "x,y\nc,d", has_header=True, start_row=1)

    assert changed(table, editor.to_bytes("hwpx")).keys() == {
        "s0/p1/t0/r1c0/p0",
        "s0/p1/t0/r1c1/p0",
    }


@pytest.mark.parametrize("form_", ["hwpx", "hwp5"])
def test_rows_are_added_where_that_is_asked_for(form_, table, edited):
    editor = edited(table)

    made = write(editor, "00,01\n10,11\nx,y\nz", add_rows=True)

    saved = editor.to_bytes(form_)
    assert made["applied"]
    assert shapes(saved) == [(4, 2)]
    assert changed(table, saved) == {
        "s0/p1/t0/r2c0/p0": (None, "x"),
        "s0/p1/t0/r2c1/p0": (None, "y"),
        "s0/p1/t0/r3c0/p0": (None, "z"),
        "s0/p1/t0/r3c1/p0": (None, ""),
    }
    assert editor.apply("set_cell", {"table": 0, "row": 3, "col": 1, "text": "w"}, dry_run=True)


@pytest.mark.parametrize(
    ("csv", "more", "why"),
    [
        ("a,b,c", {}, "3 columns, the table has 2"),
        ("a\nb\nc", {}, "1 rows more"),
        ("a", {"start_row": 3}, "start_row 3"),
        ("a\n" * 1100, {"add_rows": True}, "1098 new rows"),
    ],
)
def test_what_does_not_fit_is_told_and_nothing_is_written(csv, more, why, table, edited):
    editor = edited(table)

    made = write(editor, csv, **more)

    assert not made["applied"]
    assert any(why in one for one in made["invalid"])
    assert not changed(table, editor.to_bytes("hwpx"))


@pytest.mark.parametrize("csv", ["", "\n\n", 'a,"b', "a\x00"])
def test_what_is_no_csv_is_refused(csv, table, edited):
    with pytest.raises(InvalidInputError):
        write(edited(table), csv)


def test_a_covered_cell_takes_only_what_the_one_around_it_holds(form, edited):
    assert write(edited(form), '"칸00\n칸01",,새')["change_count"] == 1
    assert write(edited(form), "같은,같은,칸02")["applied"]

    made = write(edited(form), "하나,둘,칸02")

    assert not made["applied"]
    assert "covered by the cell at row 0, column 0" in made["invalid"][0]


def test_an_exported_table_goes_back_unchanged(form, edited, opened):
    document = opened(form)
    exported = table_csv(document, {"table": 0, "bom": True}).result["csv"]

    made = write(edited(form), exported)

    assert (made["applied"], made["change_count"], made["invalid"]) == (False, 0, [])


@pytest.mark.parametrize("name", ["01", "04", "11", "15"])
def test_tables_of_real_documents_go_back_unchanged(name, sample, edited, opened):
    data = sample(name)
    document, editor = opened(data), edited(data)

    for number in range(len(document.view.tables)):
        exported = table_csv(document, {"table": number, "bom": False}).result["csv"]
        made = write(editor, exported, table=number)
        assert (made["change_count"], made["invalid"]) == (0, [])


def test_rows_that_cannot_be_added_leave_the_table_as_it_was(form, edited):
    editor = edited(form)
    editor.apply("fill_fields", {"data": {"주소": "서울"}}, dry_run=False)

    with pytest.raises(InvalidInputError, match="not possible"):
        write(editor, "x\ny\nz\nw", add_rows=True)

    assert changed(form, editor.to_bytes("hwpx")) == {"s0/p6": ("난: ", "난: 서울")}
    assert editor.edit_count == 1
