"""How glyphs become lines."""

import pytest

from workers.extract.pdf_lines import lines_of, readable, upright
from workers.extract.pdf_page import Glyph

GAP = Glyph(" ", 0, 0, 0, 0, 0, is_generated=True)


def glyphs(text, left=100.0, top=100.0, size=10.0, turn=0, width=5.0):
    made = []
    for place, letter in enumerate(text):
        x = left + width * place
        made.append(Glyph(letter, x, top, x + width, top + size, size, turn=turn))
    return made


def texts(made):
    return [line.text for line in lines_of(made)]


def test_the_two_parts_of_a_ligature_share_one_place_and_both_stay():
    part = glyphs("f", left=110.0)

    assert texts([*glyphs("di"), *part, *part, *glyphs("er", left=115.0)]) == ["differ"]


def test_a_letter_drawn_again_a_little_beside_is_one_letter():
    second = [letter._replace(left=letter.left + 0.3) for letter in glyphs("bold")]
    twice = [each for pair in zip(glyphs("bold"), second, strict=True) for each in pair]

    assert texts(twice) == ["bold"]


def test_a_line_drawn_again_a_little_beside_is_one_line():
    assert texts([*glyphs("A shadow"), *glyphs("A shadow", left=100.4, top=100.3)]) == ["A shadow"]


def test_a_power_stands_at_its_letter_and_a_mark_of_a_footnote_apart():
    power = glyphs("n", left=106.0, top=98.0, size=7.0)
    mark = glyphs("1", left=111.0, top=98.0, size=7.0)

    assert texts([*glyphs("R"), GAP, *power]) == ["Rn"]
    assert texts([*glyphs("25"), GAP, *mark]) == ["25 1"]


def test_a_wide_gap_parts_a_line_and_a_word_drawn_apart_does_not():
    assert texts([*glyphs("left"), GAP, *glyphs("right", left=200.0)]) == ["left", "right"]
    assert texts([*glyphs("second", left=133.0), *glyphs("first,")]) == ["first, second"]


def test_arabic_that_runs_to_the_left_is_one_line():
    letters = [
        letter._replace(left=200.0 - 5 * place, right=205.0 - 5 * place)
        for place, letter in enumerate(glyphs("سلام"))
    ]

    assert texts(letters) == ["سلام"]


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_turned_text_is_turned_upright(turn):
    boxes = {
        1: lambda n: (400, 100 + 5 * n, 410, 105 + 5 * n),
        2: lambda n: (395 - 5 * n, 500, 400 - 5 * n, 510),
        3: lambda n: (300, 395 - 5 * n, 310, 400 - 5 * n),
    }
    made = [Glyph(letter, *boxes[turn](n), 10.0, turn=turn) for n, letter in enumerate("turned")]

    groups = upright(made, 612, 792)

    assert list(groups) == [turn]
    assert texts(groups[turn]) == ["turned"]


@pytest.mark.parametrize(
    ("shown", "read"),
    [
        ("ﬁnd oﬀ", "find off"),
        ("\uf0b7 item", "• item"),
        ("a\u0000b\u200b", "ab"),
        ("e\u0301", "é"),
        ("한\u1100\u1161", "한가"),
    ],
)
def test_letters_are_written_as_they_are_searched_for(shown, read):
    assert readable(shown) == read
