"""The order in which the lines of a page are read."""

from workers.ocr.line import OcrLine
from workers.ocr.order import in_reading_order


def line(text, left, top, width=400, height=20):
    return OcrLine(text, (left, top, width, height), 1.0)


def order(*lines):
    return [each.text for each in in_reading_order(lines)]


def column(name, left, tops):
    return [line(f"{name}{number}", left, top) for number, top in enumerate(tops, 1)]


def test_lines_are_read_from_top_to_bottom():
    assert order(line("b", 0, 30), line("c", 2, 60), line("a", 1, 0)) == ["a", "b", "c"]


def test_words_on_one_level_are_read_from_left_to_right():
    assert order(line("right", 500, 2), line("left", 0, 5), line("below", 0, 40)) == [
        "left",
        "right",
        "below",
    ]


def test_columns_are_read_one_after_the_other():
    tops = (0, 30, 60, 90)

    assert order(*column("r", 500, tops), *column("l", 0, tops)) == [
        *("l1", "l2", "l3", "l4"),
        *("r1", "r2", "r3", "r4"),
    ]


def test_a_heading_over_two_columns_comes_first_and_a_footer_last():
    tops = (100, 130, 160)
    heading, footer = line("heading", 0, 50, 900), line("footer", 0, 220, 900)

    assert order(footer, *column("r", 500, tops), *column("l", 0, tops), heading) == [
        "heading",
        *("l1", "l2", "l3"),
        *("r1", "r2", "r3"),
        "footer",
    ]


def test_short_cells_side_by_side_are_read_row_by_row():
    tops = (0, 30, 60)
    names = [line(f"name{n}", 0, top, 60) for n, top in enumerate(tops)]
    values = [line(f"value{n}", 300, top, 60) for n, top in enumerate(tops)]

    assert order(*names, *values) == ["name0", "value0", "name1", "value1", "name2", "value2"]


def test_a_page_of_very_many_lines_is_still_ordered():
    lines = column("n", 0, range(0, 30 * 1000, 30))

    assert order(*reversed(lines)) == [each.text for each in lines]


def test_nothing_is_lost_and_no_lines_are_no_lines():
    lines = [line(str(n), (n * 37) % 900, (n * 53) % 700, 50 + n % 300) for n in range(300)]

    assert sorted(order(*lines)) == sorted(each.text for each in lines)
    assert order() == []
