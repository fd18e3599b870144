"""How lines are cut to a budget."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kebab.documents.excerpt import excerpt

lines = st.lists(st.text(st.characters(exclude_characters="\n\r"), max_size=60), max_size=12)


@given(lines, st.integers(1, 20))
def test_parts_join_to_the_whole(all_lines, max_tokens):
    start, column, joined, parts = 1, 0, "", 0
    while True:
        part = excerpt(all_lines, start, len(all_lines), max_tokens=max_tokens, column=column)
        joined += ("" if column or not parts else "\n") + part.text
        parts += 1
        if not part.is_cut:
            break
        assert (part.next_line, part.next_column) > (start, column)
        start, column = part.next_line, part.next_column

    assert joined == "\n".join(all_lines)


def test_whole_lines_are_taken_while_they_fit():
    part = excerpt(["abcd", "abcd", "abcd"], 1, 3, max_tokens=3)

    assert (part.text, part.end, part.next_line, part.next_column) == ("abcd\nabcd", 2, 3, 0)


def test_line_over_the_budget_is_cut_within():
    part = excerpt(["a" * 100], 1, 1, max_tokens=10)

    assert (part.text, part.next_line, part.next_column) == ("a" * 40, 1, 40)
