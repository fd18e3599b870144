"""Where a quotation stands in its source."""

from kebab.answer.locate import locate

LINES = [
    "# Title",
    "",
    "The pool opens at six.  It closes",
    "  at ten.",
    "",
    "The pool opens at six.",
]


def test_a_sentence_over_two_lines_is_found_on_both():
    assert locate(LINES, "It closes at ten.", 3) == (3, 4)
    assert locate(LINES, "It closes\n  at ten.", 3) == (3, 4)


def test_of_several_places_the_one_nearest_to_the_expected_line_counts():
    assert locate(LINES, "The pool opens at six.", 1) == (3, 3)
    assert locate(LINES, "The pool opens at six.", 6) == (6, 6)


def test_a_quotation_that_moved_far_is_found_where_it_is_now():
    moved = ["filler"] * 500 + LINES

    assert locate(moved, "It closes at ten.", 3) == (503, 504)


def test_markup_around_the_words_does_not_matter():
    assert locate(["<td>Fish &amp; chips</td>"], "Fish & chips", 1) == (1, 1)


def test_what_is_no_longer_there_is_not_found():
    assert locate(LINES, "It closes at eleven.", 3) is None
    assert locate([], "anything", 1) is None
    assert locate(LINES, "  ", 1) is None
