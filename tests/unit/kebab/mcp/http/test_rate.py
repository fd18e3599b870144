"""Buckets that fill again with time."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kebab.mcp.http.rate import Rates


def test_a_minutes_worth_may_come_at_once_and_then_one_at_a_time():
    rates = Rates(60)

    assert [rates.take("a", 0.0) for _ in range(60)] == [0] * 60
    assert rates.take("a", 0.0) == 1
    assert rates.take("a", 1.0) == 0
    assert rates.take("a", 1.0) == 1


def test_addresses_do_not_share_a_bucket():
    rates = Rates(1)

    assert rates.take("a", 0.0) == 0
    assert rates.take("a", 0.0) == 60
    assert rates.take("b", 0.0) == 0


def test_no_limit_is_none():
    rates = Rates(0)

    assert {rates.take("a", 0.0) for _ in range(1000)} == {0}


@given(st.integers(1, 600), st.lists(st.floats(0, 5), max_size=60))
def test_never_more_pass_than_the_bucket_and_the_time_allow(per_minute, waits):
    rates, now, passed = Rates(per_minute), 0.0, 0
    for wait in waits:
        now += wait
        again = rates.take("a", now)
        passed += again == 0
        if again:  # who waits as long as it was told passes
            assert Rates(per_minute).take("a", now) == 0

    assert passed <= per_minute + now * per_minute / 60 + 1e-6


def test_many_addresses_are_not_all_remembered():
    rates = Rates(1)
    for number in range(10_000):
        rates.take(str(number), 0.0)

    assert rates.take("9999", 0.0) == 60
    assert rates.take("0", 0.0) == 0
