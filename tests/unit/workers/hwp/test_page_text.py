"""The text of a laid-out page."""

from workers.hwp.page_text import text_of_page


def run(x, y, text, size=10):
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="#000">{text}</text>'


def test_characters_that_stand_close_are_a_word():
    svg = (
        run(0, 10, "누")
        + run(10, 10, "리")
        + run(24, 10, "호")
        + run(34, 10, "a")
        + run(39, 10, "b")
    )

    assert text_of_page(svg) == "누리 호ab"


def test_what_stands_lower_or_further_back_is_another_line():
    svg = run(50, 10, "a") + run(0, 30, "b") + run(20, 30, "c") + run(0, 32, "d")

    assert text_of_page(svg) == "a\nb c\nd"


def test_references_are_read_and_empty_lines_left_out():
    assert text_of_page(run(0, 10, "&lt;") + run(0, 30, " ") + run(0, 50, "b")) == "<\nb"


def test_a_page_without_text_is_empty():
    assert text_of_page("<svg/>") == ""
