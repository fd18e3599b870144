"""Tables that are told by the rules around their cells."""

from workers.extract.pdf_page import Glyph, Rule
from workers.extract.pdf_ruled import ruled_tables

XS, YS = (100.0, 200.0, 300.0, 400.0), (100.0, 140.0, 180.0)


def grid(*, without=()):
    """Draw each side of each cell; `without` names upright ones by their row and column."""
    level = [Rule(x, y, x + 100, y) for y in YS for x in XS[:-1]]
    upright = [
        Rule(x, y, x, y + 40)
        for row, y in enumerate(YS[:-1])
        for column, x in enumerate(XS)
        if (row, column) not in without
    ]
    return level + upright


def written(words, left, top):
    return [
        Glyph(letter, left + 5 * n, top, left + 5 * n + 5, top + 10, 10.0)
        for n, letter in enumerate(words)
    ]


def filled(rows):
    return [
        glyph
        for y, row in zip(YS, rows, strict=False)
        for x, words in zip(XS, row, strict=False)
        for glyph in written(words, x + 4, y + 4)
    ]


def test_what_is_inside_of_the_rules_is_the_table_and_the_rest_is_left():
    outside = written("outside", 100, 300)
    rows = (("Ship", "Hour", "Sea"), ("Ada", "9", "calm"))

    (table,), rest = ruled_tables(grid(), [*filled(rows), *outside], 1000)

    assert table.rows == rows
    assert rest == outside


def test_a_cell_over_two_columns_is_not_cut_where_no_rule_is():
    wide = written("over the rule", 180, 144)

    (table,), _ = ruled_tables(
        grid(without={(1, 1)}), [*filled([("Ship", "Hour", "Sea")]), *wide], 1000
    )

    assert table.rows == (("Ship", "Hour", "Sea"), ("over the rule", "", ""))


def test_rows_that_no_rule_parts_are_rows_all_the_same():
    body = [
        glyph
        for n, row in enumerate((("Ada", "9"), ("Bee", "12"), ("Cay", "3")))
        for x, words in zip(XS, row, strict=False)
        for glyph in written(words, x + 4, 141 + 12 * n)
    ]

    (table,), _ = ruled_tables(grid(), [*filled([("Ship", "Hour")]), *body], 1000)

    assert table.rows == (("Ship", "Hour"), ("Ada", "9"), ("Bee", "12"), ("Cay", "3"))


def test_a_frame_around_text_is_no_table():
    glyphs = filled([("All in one",)])

    assert ruled_tables(grid(), glyphs, 1000) == ([], glyphs)


def test_a_grid_with_more_cells_than_the_limit_is_no_table():
    glyphs = filled((("Ship", "Hour"), ("Ada", "9")))

    assert ruled_tables(grid(), glyphs, 5) == ([], glyphs)
