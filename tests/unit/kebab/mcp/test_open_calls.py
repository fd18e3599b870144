"""How many requests may be open."""

from __future__ import annotations

from kebab.mcp.open_calls import OpenCalls


def test_no_more_are_let_in_than_there_may_be_and_an_answer_makes_room():
    calls = OpenCalls(max_calls=2)

    assert calls.admit(1, 10)
    assert calls.admit("1", 10)
    assert not calls.admit(2, 10)
    calls.settle(1)
    assert calls.admit(2, 10)
    assert calls.count == 2


def test_their_size_counts_too_but_one_alone_is_always_let_in():
    calls = OpenCalls(max_bytes=100)

    assert calls.admit(1, 1000)
    assert not calls.admit(2, 1)
    calls.settle(1)
    assert calls.admit(2, 60)
    assert not calls.admit(3, 60)


def test_one_id_may_be_open_twice_and_is_settled_as_often():
    calls = OpenCalls()
    calls.admit("a", 1)
    calls.admit("a", 1)

    calls.settle("a")
    assert calls.count == 1
    calls.settle("a")
    calls.settle("a")
    calls.settle("never seen")
    assert calls.count == 0
