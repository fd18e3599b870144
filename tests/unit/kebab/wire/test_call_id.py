"""The id of the call in hand."""

from __future__ import annotations

import pytest

from kebab.wire.call_id import current_call, in_call, name_call


def test_a_block_has_its_call_and_gives_the_one_before_back():
    with in_call(1):
        with in_call("two"):
            assert current_call() == "two"
        assert current_call() == "1"
    assert current_call() == "-"


@pytest.mark.parametrize(
    ("request_id", "name"),
    [
        (7, "7"),
        ("b1f0-4.x:y_z", "b1f0-4.x:y_z"),
        (None, "-"),
        ("", "odd"),
        ("two words", "odd"),
        ("line\nbreak", "odd"),
        ("\ud800", "odd"),
        ("x" * 41, "odd"),
        pytest.param(10**5000, "odd", id="huge"),
    ],
)
def test_an_id_that_does_not_fit_into_a_line_is_called_odd(request_id, name):
    assert name_call(request_id) == name
