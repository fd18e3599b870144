"""The tree of errors."""

from __future__ import annotations

import pytest

from kebab.errors import InvalidInputError, KebabError


@pytest.mark.parametrize("code", sorted(KebabError.by_code))
def test_an_error_crosses_the_pipe_as_itself(code):
    error = KebabError.by_code[code]("it failed", hint="do this", details={"path": "a.md"})

    back = KebabError.from_fields(error.to_fields())

    assert (type(back), str(back), back.hint) == (type(error), "it failed", "do this")
    assert back.details == {"path": "a.md"}


def test_an_unknown_code_keeps_its_words():
    fields = {"code": "of_tomorrow", "message": "new", "hint": None, "details": {}}

    assert str(KebabError.from_fields(fields)) == "new"


def test_a_guess_goes_into_the_details():
    error = InvalidInputError("no such mode", did_you_mean="hybrid")

    assert error.to_fields()["details"] == {"did_you_mean": "hybrid"}


def test_a_code_is_taken_once():
    with pytest.raises(TypeError, match="is taken"):
        type("Twin", (KebabError,), {"code": "invalid_input"})
