"""How instants are written and read."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kebab.wire.instants import milliseconds_of, rfc3339


def test_instant_is_written_in_utc():
    assert rfc3339(1777593600001) == "2026-05-01T00:00:00.001Z"
    assert rfc3339(-1) == "1969-12-31T23:59:59.999Z"


@given(st.integers(-(10**12), 10**13))
def test_instant_comes_back_as_it_was(milliseconds):
    assert milliseconds_of(rfc3339(milliseconds), "at") == milliseconds
