"""Passages made of lines."""

from hypothesis import given
from hypothesis import strategies as st

from workers.hwp.lines import Line
from workers.hwp.passages import passages, tail_of


def line(text, level=0, table=None, row=None):
    address = "s0/p0" if table is None else f"s0/p0/t{table}"
    return Line(text, address, 0, 0, "body" if table is None else "cell", level, table, row)


def texts(made):
    return [one.text for one in made]


def test_small_lines_are_merged_up_to_the_size():
    made = passages([line("aaaa"), line("bbbb"), line("cccc")], 9, 0, alone=False)

    assert texts(made) == ["aaaa\nbbbb", "cccc"]


def test_a_long_line_is_cut_where_a_sentence_or_word_ends():
    made = passages([line("One sentence. Another one. Third")], 28, 0, alone=False)

    assert texts(made) == ["One sentence. Another one.", "Third"]


def test_a_passage_carries_the_headings_above_it():
    lines = [line("A", 1), line("a" * 8), line("B", 2), line("b" * 8), line("C", 1), line("c" * 8)]

    made = passages(lines, 10, 0, alone=False)

    assert [(one.text[0], one.heading_path) for one in made] == [
        ("A", ("A",)),
        ("B", ("A", "B")),
        ("C", ("C",)),
    ]


def test_a_table_that_goes_on_begins_with_its_first_row_again():
    rows = [line(f"{cell * 4}\t{cell * 4}", table=0, row=row) for row, cell in enumerate("habc")]

    made = passages(rows, 30, 5, alone=False)

    assert texts(made) == [
        "hhhh\thhhh\naaaa\taaaa\nbbbb\tbbbb",
        "hhhh\thhhh\ncccc\tcccc",
    ]


def test_a_row_is_not_cut_that_fits():
    rows = [line("a" * 9, table=0, row=0), line("b b " * 5, table=0, row=1)]

    assert texts(passages(rows, 20, 0, alone=False))[1] == ("b b " * 5)


def test_the_end_of_a_passage_leads_into_the_next():
    made = passages([line("one two three"), line("four five six")], 20, 6, alone=False)

    assert texts(made) == ["one two three", "three\nfour five six"]


def test_alone_only_the_rows_of_a_table_are_merged():
    lines = [line("a"), line("b"), line("c", table=0, row=0), line("d", table=0, row=1), line("e")]

    assert texts(passages(lines, 50, 10, alone=True)) == ["a", "b", "c\nd", "e"]


def test_an_overlap_begins_with_a_word():
    assert tail_of("one two three", 8) == "three"
    assert tail_of("one two three", 9) == "two three"
    assert tail_of("one", 0) == ""


LINES = st.lists(
    st.builds(
        line,
        st.text("ab. \n", min_size=1, max_size=40).filter(str.strip),
        st.sampled_from([0, 0, 0, 1, 2]),
        st.sampled_from([None, None, 0, 1]),
        st.integers(0, 2),
    ),
    max_size=12,
)


@given(LINES, st.integers(5, 40), st.integers(0, 4), st.booleans())
def test_nothing_is_lost_and_nothing_is_over_the_size(lines, size, overlap, alone):
    made = passages(lines, size, overlap, alone=alone)

    assert all(0 < len(one.text) <= size for one in made)
    all_letters = "".join(texts(passages(lines, size, 0, alone=True)))
    for mark in "ab.":
        assert "".join(texts(made)).count(mark) >= sum(one.text.count(mark) for one in lines)
        assert all_letters.count(mark) >= sum(one.text.count(mark) for one in lines)
