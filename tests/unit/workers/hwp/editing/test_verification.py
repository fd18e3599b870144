"""Comparing a document before and after, line by line."""

from workers.hwp.blocks import walk
from workers.hwp.editing.verification import lines_of_blocks, verify
from workers.hwp.elements import Cell, Part, Picture, Table, Text


def unexpected(before, after, meant_before=(), meant_after=()):
    return list(verify(before, after, meant_before, meant_after).unexpected)


def test_a_line_that_was_meant_to_change_is_expected():
    assert not unexpected(["a", "b", "c"], ["a", "x", "c"], ["b"], ["x"])


def test_a_line_that_was_not_meant_to_change_is_not():
    assert unexpected(["a", "b", "c"], ["a", "x", "y"], ["b"], ["x"]) == ["- c", "+ y"]


def test_a_line_that_is_lost_is_found_out():
    assert unexpected(["a", "b", "c"], ["a", "c"]) == ["- b"]


def test_a_line_that_comes_from_nowhere_is_found_out():
    assert unexpected(["a", "c"], ["a", "b", "c"]) == ["+ b"]


def test_one_line_that_becomes_two_is_expected_where_both_were_meant():
    assert not unexpected(["a", "b", "c"], ["a", "x", "y", "c"], ["b"], ["x", "y"])


def test_white_space_does_not_count():
    assert not unexpected(["a  b"], ["x   y"], ["a b"], ["x y"])


def test_the_reader_may_add_a_number_to_a_line_and_no_more():
    assert not unexpected(["1) old"], ["1) new"], ["old"], ["new"])
    assert unexpected(["old"], ["new and something quite different"], ["old"], ["new"])


def test_changed_lines_are_counted_meant_or_not():
    assert verify(["a", "b"], ["x", "y"], ["a"], ["x"]).changed_lines == 2


def test_only_the_first_are_shown():
    fields = verify([str(n) for n in range(30)], [], (), ()).to_fields(3, 4)

    assert len(fields["unexpected_changes"]) == 10
    assert (fields["text_as_expected"], fields["reader"]) == (False, "rhwp")
    assert (fields["pages_before"], fields["pages_after"]) == (3, 4)


def test_tables_and_pictures_stand_in_the_lines():
    table = Table(1, 2, (Cell(0, 0, 1, 1, (Text("안"),)),))
    part = Part(1, 1, (Text("첫  줄\n둘째"), table, Picture(1)))

    lines = lines_of_blocks(walk([part]).blocks)

    assert lines == ["첫 줄", "둘째", "[table 1x2]", "안", "[picture]"]
