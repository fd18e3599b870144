"""How failures are told."""

from __future__ import annotations

import json

import click
import pytest

from kebab.cli.errors import describe, report_failure, usage_error
from kebab.cli.group import main
from kebab.cli.options import Invocation
from kebab.errors import NotIndexedError, ReadOnlyError, StoreError


def failing(arguments):
    with pytest.raises(click.UsageError) as caught:
        main.main(arguments, prog_name="kebab", obj=Invocation(), standalone_mode=False)
    return usage_error(caught.value)


def test_person_reads_error_and_hint(capsys):
    status = report_failure(NotIndexedError("nothing here", hint="kebab ingest"), ["list"])

    shown = capsys.readouterr()
    assert status == 2
    assert shown == ("", "error: nothing here\nhint: kebab ingest\n")


def test_machine_reads_one_line_of_error_v1(capsys):
    status = report_failure(ReadOnlyError("no", hint="yes"), ["ingest", "--json"])

    assert status == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert json.loads(shown.err) == {
        "schema_version": "error.v1",
        "code": "readonly_mode",
        "message": "no",
        "hint": "yes",
        "details": {},
    }


def test_json_behind_the_double_dash_is_text(capsys):
    report_failure(NotIndexedError("nothing"), ["search", "--", "--json"])

    assert capsys.readouterr().err.startswith("error: ")


def test_causes_are_told_when_verbose(capsys):
    failure = StoreError("cannot write")
    failure.__cause__ = OSError("disk full")

    report_failure(failure, ["ingest", "-v"])

    assert capsys.readouterr().err == "error: cannot write\ncaused by: OSError: disk full\n"


def test_unexpected_failure_is_one_line_and_its_traceback_is_in_the_log(
    capsys, tmp_path, monkeypatch
):
    for name in ("XDG_STATE_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    with pytest.raises(ZeroDivisionError) as caught:
        divmod(1, 0)

    status = report_failure(caught.value, ["search"])

    shown = capsys.readouterr().err
    (log,) = tmp_path.rglob("kebab.log")
    assert status == 2
    assert shown.startswith("error: internal error: ZeroDivisionError: ")
    assert str(log) in shown
    assert "Traceback" not in shown
    assert "Traceback" in log.read_text()


def test_colour_marks_the_labels_only():
    shown = describe(StoreError("bad", hint="do"), [], colour=True)

    assert shown == "\x1b[1;31merror:\x1b[0m bad\n\x1b[36mhint:\x1b[0m do"


def test_message_cannot_steer_the_terminal():
    assert "\x1b" not in describe(StoreError("\x1b[2Jx"), [], colour=False)


def test_misspelt_command_gets_the_nearest_one():
    error = failing(["serch", "x"])

    assert str(error) == "there is no command 'serch'"
    assert error.details == {"did_you_mean": "search"}


def test_misspelt_option_gets_the_nearest_one():
    error = failing(["search", "--mod", "lexical", "x"])

    assert str(error) == "kebab search has no option --mod"
    assert error.details == {"did_you_mean": "--mode"}


def test_option_that_is_like_no_other_may_be_a_text():
    assert "behind `--`" in failing(["search", "-38.101"]).hint


def test_number_out_of_range_is_named_with_its_range():
    assert "--k" in str(failing(["search", "--k", "101", "x"]))
