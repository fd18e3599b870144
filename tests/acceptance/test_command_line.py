"""The real command line: exit status, streams, and what is said to whom."""

from __future__ import annotations

import json
import subprocess

import pytest


def test_version_is_one_line(machine):
    assert machine.run("--version").stdout.startswith("kebab 0.")
    for words in (["--version", "--json"], ["--json", "--version"]):
        told = json.loads(machine.run(*words).stdout)
        assert told["schema_version"] == "version.v1"
        assert told["packages"]["tantivy"].startswith("0.")


def test_help_goes_to_stdout_and_succeeds(machine):
    ran = machine.run("search", "--help")

    assert ran.returncode == 0
    assert "--path-glob" in ran.stdout
    assert ran.stderr == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["serch", "x"],
        ["search"],
        ["search", "--k", "0", "x"],
        ["search", "--mode", "magic", "x"],
        ["search", "--nonsense", "x"],
        ["fetch", "span", "a"],
        ["fetch", "span", "a", "5", "2"],
        ["ingest-stdin"],
        ["inspect"],
        ["reset"],
        ["search", "--bulk", "x"],
    ],
    ids=" ".join,
)
def test_wrong_arguments_are_error_v1_with_json_and_prose_without(machine, arguments):
    told = machine.run(*arguments)
    parsed = machine.run(*arguments, "--json")

    assert told.returncode == parsed.returncode == 2
    assert told.stderr.startswith("error: ")
    assert parsed.stderr.count("\n") == 1
    error = json.loads(parsed.stderr)
    assert (error["schema_version"], error["code"]) == ("error.v1", "invalid_input")
    assert told.stdout == parsed.stdout == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["init", "."],
        ["try", "."],
        ["ingest"],
        ["ingest-file", "a.md"],
        ["ingest-stdin", "--title", "a"],
        ["forget", "a"],
        ["reindex"],
        ["reset", "--yes"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("how", ["flag", "variable", "file"])
def test_readonly_blocks_every_command_that_writes(machine, arguments, how):
    machine.write("a.md", "# A\n\ntext\n")
    switch = ["--readonly"] if how == "flag" else []
    env = {"KEBAB_READONLY": "yes"} if how == "variable" else {}
    if how == "file":
        machine.write(
            ".config/kebab/kebab.toml", '[security]\nreadonly = true\n[[sources]]\nroot = "~"\n'
        )

    ran = machine.run(*arguments, *switch, "--json", env=env, stdin="text")

    assert ran.returncode == 1, ran.stderr
    assert json.loads(ran.stderr)["code"] == "readonly_mode"
    assert not machine.data.exists()
    assert machine.config.exists() == (how == "file")


def test_reader_that_leaves_early_is_no_failure(machine):
    command = machine.command("config", "show")
    with subprocess.Popen(
        command, env=machine.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=machine.home
    ) as ran:
        ran.stdout.close()

        assert ran.stderr.read() == b""
        assert ran.wait(30) == 0


def test_capabilities_are_json(machine):
    ran = machine.run("capabilities", "--mcp")

    manifest = json.loads(ran.stdout)
    assert "search" in {tool["name"] for tool in manifest["tools"]}
