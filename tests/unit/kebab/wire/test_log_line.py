"""Lines of the log files."""

from __future__ import annotations

import logging
import sqlite3
import sys

import pytest

from kebab.errors import NotFoundError
from kebab.wire.call_id import in_call
from kebab.wire.log_line import LogLine

TEXT = "what a document says"


def line_of(message: str, *values: object, error: BaseException | None = None, **extra: str) -> str:
    info = None if error is None else (type(error), error, error.__traceback__)
    record = logging.LogRecord("kebab.x", logging.ERROR, __file__, 1, message, values, info)
    record.__dict__.update(extra)
    return LogLine("77").format(record)


def raised(error: BaseException, cause: BaseException | None = None) -> BaseException:
    try:
        raise error from cause
    except type(error) as caught:
        return caught


def test_a_line_names_the_process_the_call_and_what_happened():
    with in_call("a-1"):
        assert line_of("it %s", "broke").endswith(" 77 call=a-1 ERROR kebab.x: it broke")
    assert " call=b-2 " in line_of("it broke", call="b-2")


def test_a_text_with_line_breaks_stays_one_line():
    assert line_of("a\nb\rc").endswith("a\\nb\\rc")


@pytest.mark.parametrize("error", [ValueError(TEXT), KeyError(TEXT), UnicodeError(TEXT)])
def test_a_foreign_exception_is_told_by_its_type_and_places_only(error):
    text = line_of("failed", error=raised(error, cause=raised(LookupError(TEXT))))

    assert type(error).__name__ in text
    assert "LookupError" in text
    assert "in raised" in text
    assert TEXT not in text


@pytest.mark.parametrize(
    "error",
    [NotFoundError("no such thing"), OSError(2, "no such file"), sqlite3.Error("no such table")],
)
def test_an_exception_that_quotes_no_document_keeps_its_words(error):
    assert "no such" in line_of("failed", error=raised(error))


def test_a_chain_of_causes_that_turns_back_ends():
    one, other = ValueError(), KeyError()
    one.__cause__, other.__cause__ = other, one

    assert line_of("failed", error=one).count("because of") == 1
    assert sys.exc_info() == (None, None, None)
