"""Writing one cell of a table."""

import pytest
from support.hwp_forms import changed

from kebab.errors import CellOutOfRangeError, InvalidInputError, UnreadableDocumentError
from workers.hwp.editing.editor import Editor


def set_cell(editor, table, row, col, text):
    args = {"table": table, "row": row, "col": col, "text": text}
    return editor.apply("set_cell", args, dry_run=False)


def test_one_cell_changes(form, edited):
    editor = edited(form)

    made = set_cell(editor, 0, 1, 2, "새 글")

    assert made["changes"] == [{"address": "s0/p2/t0/r1c2", "before": "칸12", "after": "새 글"}]
    assert changed(form, editor.to_bytes("hwpx")) == {"s0/p2/t0/r1c2/p0": ("칸12", "새 글")}


def test_a_table_in_a_cell_has_its_own_number(form, edited):
    editor = edited(form)

    set_cell(editor, 1, 0, 1, "속")

    assert changed(form, editor.to_bytes("hwp5")) == {
        "s0/p2/t0/r2c2/p1/t0/r0c1/p0": ("", "속"),
    }


def test_the_cell_around_a_table_keeps_it(form, edited):
    editor = edited(form)

    set_cell(editor, 0, 2, 2, "밖")

    assert changed(form, editor.to_bytes("hwpx")) == {"s0/p2/t0/r2c2/p0": ("칸22", "밖")}


def test_the_same_text_changes_nothing(form, edited):
    made = set_cell(edited(form), 0, 1, 2, "칸12")

    assert (made["applied"], made["change_count"]) == (False, 0)
    assert made["unchanged"] == ["table 0, row 1, column 2"]


def test_a_covered_cell_names_the_one_around_it(form, edited):
    with pytest.raises(
        CellOutOfRangeError, match="covered by the one at row 0, column 0"
    ) as caught:
        set_cell(edited(form), 0, 0, 1, "x")

    assert caught.value.details["covered_by"] == {"row": 0, "col": 0}


def test_a_cell_beyond_the_table_says_its_size(form, edited):
    with pytest.raises(CellOutOfRangeError, match="3 rows and 3 columns") as caught:
        set_cell(edited(form), 0, 3, 0, "x")

    assert (caught.value.details["rows"], caught.value.details["cols"]) == (3, 3)


def test_a_row_and_a_column_that_were_mixed_up_are_told(form, edited):
    with pytest.raises(CellOutOfRangeError) as caught:
        set_cell(edited(form), 1, 1, 0, "x")

    assert "did you mean row 0, column 1" in caught.value.hint


@pytest.mark.parametrize("table", [2, -1])
def test_a_table_that_is_not_there_says_how_many_are(table, form, edited):
    with pytest.raises(CellOutOfRangeError, match="has 2"):
        set_cell(edited(form), table, 0, 0, "x")


def test_no_cell_is_written_where_the_reader_counts_other_tables(form):
    editor = Editor(form, "form.hwpx", lambda: [(3, 3)])

    with pytest.raises(UnreadableDocumentError, match="cannot be edited by number"):
        set_cell(editor, 0, 1, 2, "x")


def test_a_control_character_is_refused(form, edited):
    with pytest.raises(InvalidInputError, match=r"U\+0007"):
        set_cell(edited(form), 0, 1, 2, "\x07")


def test_the_last_of_148_tables_of_a_real_document_is_written(sample, edited):
    data = sample("14")
    editor = edited(data)

    made = set_cell(editor, 146, 0, 0, "마지막 앞")

    assert made["applied"]
    assert made["changes"][0]["after"] == "마지막 앞"
