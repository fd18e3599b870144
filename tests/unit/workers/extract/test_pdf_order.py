"""In which order lines and tables of a page are read."""

from workers.extract.pdf_order import in_order
from workers.extract.pdf_page import Line, Table


def line(text, left, top, right=None):
    return Line(text, left, top, right or left + 5.0 * len(text), top + 10, 10.0)


def words(items):
    return [item.rows if isinstance(item, Table) else item.text for item in items]


def column(name, left, count, top=100):
    """Draw sentences that are filled to the margin."""
    return [line(f"{name} in some words, {n}", left, top + 12 * n) for n in range(count)]


def test_three_columns_of_unlike_length():
    columns = [column("one", 50, 9), column("two", 200, 7), column("three", 350, 4)]

    ordered = in_order([part for one in columns for part in reversed(one)], [])

    assert words(ordered) == [part.text for one in columns for part in one]
    assert len({item.column for item in ordered}) == 3


def test_columns_below_a_wide_line_and_above_another():
    left, right = column("left", 50, 5), column("right", 250, 5)
    above = line("a wide line", 50, 80, 400)
    below = line("another wide line", 50, 300, 400)

    ordered = in_order([below, *right, *left, above], [])

    assert words(ordered) == words([above, *left, *right, below])


def test_a_ruled_table_stands_between_what_is_above_and_below_it():
    table = Table((("a", "b"), ("c", "d")), (50, 100, 400, 150))

    ordered = in_order([line("below", 50, 200), line("above", 50, 50)], [table])

    assert words(ordered) == ["above", table.rows, "below"]


def test_a_caption_above_a_table_and_a_number_below_it_are_not_its_rows():
    cells = [
        line(text, left, 100 + 14 * row)
        for row, texts in enumerate((("Ship", "Sea"), ("Ada", "calm"), ("Bee", "rough")))
        for left, text in zip((50, 250), texts, strict=True)
    ]

    ordered = in_order([line("Table 1: ships", 120, 80), *cells, line("7", 170, 200)], [])

    assert words(ordered) == [
        "Table 1: ships",
        (("Ship", "Sea"), ("Ada", "calm"), ("Bee", "rough")),
        "7",
    ]


def test_a_cell_that_goes_on_below_is_one_cell():
    cells = [
        line("Ship", 50, 100),
        line("Sea", 150, 100),
        line("Remark", 250, 100),
        line("Ada", 50, 130),
        line("calm", 150, 130),
        line("came back with", 250, 130),
        line("a new sail", 250, 142),
        line("Bee", 50, 172),
        line("rough", 150, 172),
        line("lost", 250, 172),
    ]

    (table,) = in_order(cells, [])

    assert table.rows[1] == ("Ada", "calm", "came back with a new sail")
    assert len(table.rows) == 3


def test_a_page_of_very_many_pieces_is_left_as_it_was_drawn():
    pieces = [line("x", n % 60 * 10, n // 60 * 12, n % 60 * 10 + 3) for n in range(4000)]

    assert len(in_order(pieces, [])) == 4000
