"""Aligning two lists of texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kebab.errors import TooLargeError
from workers.hwp.looking import alignment
from workers.hwp.looking.alignment import aligned

LISTS = st.lists(st.sampled_from("abcde"), max_size=12)


@given(LISTS, LISTS)
def test_every_piece_of_both_comes_once_and_in_order(before, after):
    pairs = list(aligned(before, after))

    assert [a for a, _ in pairs if a is not None] == list(range(len(before)))
    assert [b for _, b in pairs if b is not None] == list(range(len(after)))


@given(LISTS)
def test_equal_lists_are_paired_one_for_one(pieces):
    assert list(aligned(pieces, pieces)) == [(at, at) for at in range(len(pieces))]


def test_what_was_put_in_is_alone_and_what_was_changed_is_a_pair():
    before = ["머리말", "사업 기간은 3월부터이다", "맺음말"]
    after = ["머리말", "새 문단", "사업 기간은 4월부터이다", "맺음말"]

    assert list(aligned(before, after)) == [(0, 0), (None, 1), (1, 2), (2, 3)]


def test_pieces_that_are_not_alike_are_no_change_of_each_other():
    assert list(aligned(["a", "xyz", "b"], ["a", "1", "2", "b"])) == [
        (0, 0),
        (1, None),
        (None, 1),
        (None, 2),
        (2, 3),
    ]


def test_too_much_to_align_is_refused_before_it_takes_the_memory(monkeypatch):
    monkeypatch.setattr(alignment, "MAX_PRODUCT", 3)

    with pytest.raises(TooLargeError):
        list(aligned(["a", "b"], ["c", "d"]))
