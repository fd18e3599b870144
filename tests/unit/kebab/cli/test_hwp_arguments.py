"""Commands are made from the schemas of tools."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from kebab.cli.hwp_arguments import arguments_of, parameters_of, read_form
from kebab.errors import InvalidInputError

SCHEMA = {
    "properties": {
        "path": {"type": "string"},
        "query": {"type": "string"},
        "limit": {"type": "integer", "default": 20},
        "verify": {"type": "boolean", "default": True},
        "dry_run": {"type": "boolean", "default": False},
        "kind": {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}},
        "data": {"type": "object"},
    },
    "required": ["path", "query"],
}
FORM = read_form("kebab hwp search PATH QUERY --json")


def typed(*words, stdin=""):
    """Run a command that shows what the tool would get."""
    heard = {}

    def run(**values):
        heard.update(arguments_of(SCHEMA, FORM, values))

    command = click.Command("search", params=parameters_of(SCHEMA, FORM), callback=run)
    ran = CliRunner().invoke(command, words, input=stdin, catch_exceptions=True)
    if ran.exception is not None and not isinstance(ran.exception, SystemExit):
        raise ran.exception
    return heard if ran.exit_code == 0 else ran.output


def test_form_names_the_command_and_its_arguments():
    assert (FORM.name, FORM.arguments, FORM.takes_many) == ("search", ("path", "query"), False)
    assert read_form("kebab hwp batch SUBCOMMAND PATHS... --json").takes_many


def test_what_is_not_typed_is_left_to_the_tools_defaults(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    assert typed("a.hwp", "x") == {"path": str(tmp_path / "a.hwp"), "query": "x"}


def test_options_have_the_types_of_the_schema():
    heard = typed("/a.hwp", "x", "--limit", "3", "--no-verify", "--dry-run", "--kind", "a")

    assert heard == {
        "path": "/a.hwp",
        "query": "x",
        "limit": 3,
        "verify": False,
        "dry_run": True,
        "kind": ["a"],
    }


def test_wrong_value_is_told_by_the_command():
    assert "'c' is not one of" in typed("/a.hwp", "x", "--kind", "c")
    assert "Missing argument 'QUERY'" in typed("/a.hwp")


def test_object_is_json_a_file_or_pairs(tmp_path):
    file = tmp_path / "data.json"
    file.write_text('{"a": "1", "b": "2"}', "utf-8")

    assert typed("/a.hwp", "x", "--data", '{"a": "1"}')["data"] == {"a": "1"}
    assert typed("/a.hwp", "x", "--data", f"@{file}", "--data", "b=3=3")["data"] == {
        "a": "1",
        "b": "3=3",
    }


@pytest.mark.parametrize("text", ["{", "@nowhere.json"])
def test_object_that_cannot_be_read_is_refused(text):
    with pytest.raises(InvalidInputError):
        typed("/a.hwp", "x", "--data", text)
