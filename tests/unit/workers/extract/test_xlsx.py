"""What is read of a workbook: what its cells show."""

import openpyxl
import pytest
from openpyxl.comments import Comment
from support.office_files import presentation, rezipped, saved, workbook

from kebab.errors import UnreadableDocumentError
from workers.chunk.blocks import Kind
from workers.extract.limits import Limits
from workers.extract.xlsx import parse_xlsx

SHEET = "xl/worksheets/sheet1.xml"
PRICES = """\
| fruit | price | share | since |
| --- | --- | --- | --- |
| apple | 1,234.50 | 12.5% | 2026년 3월 1일 |
| pear | -3 [Comment: Check this one.] | 50% | 2026-03-02 14:30 |"""


def read(data, **limits):
    return parse_xlsx(data, "books/prices.xlsx", Limits(**limits))


def table_of(rows):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    return saved(book)


def test_cells_are_as_shown_and_tables_know_their_rows():
    canonical = read(workbook())

    found = [(b.place.sheet, b.place.row, b.place.row_end, b.text) for b in canonical.blocks]
    assert found == [
        ("Prices", 1, 1, "Prices"),
        ("Prices", 1, 1, "Price list of the spring"),
        ("Prices", 2, 4, PRICES),
        ("Prices", 9, 10, "| city | shops |\n| --- | --- |\n| Seoul | 4 |"),
        ("Margins & more", 1, 1, "Margins & more"),
        ("Margins & more", 1, 2, "| fruit | margin |\n| --- | --- |\n| apple | high |"),
    ]
    assert (canonical.title, canonical.is_named_by_file) == ("", True)


def test_comments_on_empty_cells_and_below_the_last_row_are_read():
    book = openpyxl.Workbook()
    book.active.append(["a", "b"])
    book.active.append(["1", "2"])
    for cell in ("D2", "B5"):
        book.active[cell].comment = Comment(f"on {cell}", "Kim")

    blocks = read(saved(book)).blocks

    assert "| 1 | 2 | [Comment: on D2] |" in blocks[1].text
    assert "[Comment: on B5]" in blocks[-1].text
    assert blocks[-1].place.row_end == 5


def test_hidden_sheets_and_formulas_without_a_value_are_told():
    warnings = read(workbook()).warnings

    assert "hidden sheets were read too: Margins & more" in warnings
    assert any("1 formula without a stored value" in warning for warning in warnings)


def test_formula_shows_the_value_that_was_stored_with_it():
    data = rezipped(
        workbook(),
        {
            SHEET: lambda old: old.replace(b"</f><v></v>", b"</f><v>1231.5</v>").replace(
                b"</f><v />", b"</f><v>1231.5</v>"
            )
        },
    )

    canonical = read(data)

    assert "1231.5" in "\n".join(canonical.lines)
    assert not any("formulas" in warning for warning in canonical.warnings)


def test_workbook_over_the_limit_is_cut_and_told():
    canonical = read(table_of([["n", "m"], *([n, n] for n in range(100))]), max_cells=20)

    (_, table) = canonical.blocks
    assert (table.kind, table.place.row, table.place.row_end) == (Kind.TABLE, 1, 10)
    assert canonical.warnings == ("Sheet: cut at row 11, after 20 cells in all",)


@pytest.mark.parametrize(
    "row",
    [
        b'<row r="2147483000"><c r="A2147483000"><v>1</v></c></row>',
        b"".join(b'<row r="%d"><c r="XFD%d"><v>1</v></c></row>' % (n, n) for n in range(2, 9000)),
    ],
)
def test_sheet_that_claims_to_be_endless_is_cut_within_the_limit(row):
    data = rezipped(
        table_of([["a", "b"]]),
        {SHEET: lambda old: old.replace(b"</sheetData>", row + b"</sheetData>")},
    )

    canonical = read(data, max_cells=200_000)

    assert "cut at row" in canonical.warnings[0]


def test_stated_dimensions_are_not_believed():
    data = rezipped(
        table_of([["a", "b"], [1, 2]]),
        {SHEET: lambda old: old.replace(b'ref="A1:B2"', b'ref="A1:XFD1048576"')},
    )

    assert read(data).blocks[1].text == "| a | b |\n| --- | --- |\n| 1 | 2 |"


def test_entities_in_a_sheet_do_not_grow():
    entities = (
        b'<!DOCTYPE w [<!ENTITY a "%s">' % (b"x" * 100_000)
        + b"".join(b'<!ENTITY b%d "%s">' % (n, b"&a;" * 1000) for n in range(3))
        + b"]>"
    )
    data = rezipped(
        table_of([["a", "b"], [1, 2]]),
        {
            SHEET: lambda old: (
                entities
                + old[old.index(b"<worksheet") :].replace(b"<v>1</v>", b"<v>&b0;&b1;&b2;</v>")
            )
        },
    )

    with pytest.raises(UnreadableDocumentError):
        read(data)


@pytest.mark.parametrize(
    "data",
    [b"", workbook()[:2500], presentation(), rezipped(workbook(), {SHEET: lambda old: old[:400]})],
)
def test_what_is_no_sound_workbook_is_one_clear_error(data):
    with pytest.raises(UnreadableDocumentError, match=r"prices\.xlsx is no Excel workbook"):
        read(data)
