"""The real commands around settings: init, config, and what every command does with --config."""

from __future__ import annotations

import json
import tomllib

import pytest

EVERY_COMMAND = [
    ["ingest"],
    ["ingest-file", "a.md"],
    ["ingest-stdin", "--title", "a"],
    ["search", "x"],
    ["search", "--bulk"],
    ["list"],
    ["inspect", "doc", "a"],
    ["inspect", "chunk", "a"],
    ["fetch", "chunk", "a"],
    ["fetch", "doc", "a"],
    ["fetch", "span", "a", "1", "2"],
    ["forget", "a"],
    ["reindex"],
    ["reset", "--yes"],
    ["schema"],
    ["doctor"],
    ["try", "."],
    ["config", "show"],
    ["config", "path"],
]


def named(command):
    return " ".join(command[:2])


@pytest.mark.parametrize("command", EVERY_COMMAND, ids=named)
def test_named_file_that_is_missing_is_an_error_of_every_command(machine, command):
    ran = machine.run(*command, "--json", "--config", "nowhere.toml", stdin='{"query": "x"}')

    assert ran.returncode == 2
    assert ran.stdout == ""
    error = json.loads(ran.stderr)
    assert error["code"] == "config_not_found"
    assert error["details"]["path"] == str(machine.home / "nowhere.toml")


@pytest.mark.parametrize("command", EVERY_COMMAND[:-1], ids=named)
def test_unknown_key_in_the_named_file_reaches_every_command(machine, command):
    machine.write("bad.toml", "[search]\ndefualt_k = 3\n")

    ran = machine.run("--config", "bad.toml", *command, stdin='{"query": "x"}')

    shown = ran.stdout + ran.stderr
    assert ran.returncode == (3 if command == ["doctor"] else 2)
    assert "search.defualt_k" in shown
    assert "search.default_k" in shown


def test_config_show_says_where_each_value_came_from(machine):
    machine.write(".config/kebab/kebab.toml", '[search]\ndepth = 50\n[[sources]]\nroot = "n"\n')

    ran = machine.run(
        "config", "show", "--readonly", "--json", env={"KEBAB_SEARCH_RRF_K": "7", "KEBAB_X": "1"}
    )

    report = json.loads(ran.stdout)
    rows = {row["key"]: (row["value"], row["origin"]) for row in report["settings"]}
    assert report["path"] == str(machine.config)
    assert rows["search.depth"] == (50, "file")
    assert rows["search.rrf_k"] == (7, "KEBAB_SEARCH_RRF_K")
    assert rows["security.readonly"] == (True, "flag")
    assert rows["search.default_k"] == (10, "default")
    assert rows["sources[0].root"] == (str(machine.config.parent / "n"), "file")
    assert report["unknown_variables"] == ["KEBAB_X"]


def test_config_show_in_a_pipe_is_toml(machine):
    ran = machine.run("config", "show")

    assert tomllib.loads(ran.stdout)["search"]["default_k"] == 10


def test_config_path_prints_the_path_only(machine):
    ran = machine.run("config", "path")

    assert ran.stdout == f"{machine.config}\n"
    assert ran.stderr == ""


@pytest.mark.parametrize("word", ["maybe", "2"])
@pytest.mark.parametrize("command", [["config", "show"], ["init", "."]], ids=named)
def test_readonly_variable_that_is_neither_yes_nor_no_is_an_error(machine, command, word):
    ran = machine.run(*command, env={"KEBAB_READONLY": word})

    assert ran.returncode == 2
    assert "KEBAB_READONLY" in ran.stderr
    assert not machine.config.exists()


def test_init_writes_a_file_that_names_the_folder(machine):
    (machine.home / "notes").mkdir()

    ran = machine.run("init", "notes", "--json")

    assert json.loads(ran.stdout) == {
        "schema_version": "init_report.v1",
        "config_path": str(machine.config),
        "created": True,
        "root": str(machine.home / "notes"),
        "data_dir": str(machine.data),
    }
    tree = tomllib.loads(machine.config.read_text("utf-8"))
    assert tree["sources"] == [{"id": "default", "root": str(machine.home / "notes")}]


def test_init_without_a_folder_makes_one(machine):
    assert machine.run("init").returncode == 0
    assert (machine.home / "KnowledgeBase").is_dir()


def test_init_keeps_a_file_that_is_there_unless_forced(machine):
    machine.write(".config/kebab/kebab.toml", "# mine\n")

    kept = machine.run("init", ".")
    forced = machine.run("init", ".", "--force")

    assert kept.returncode == 0
    assert "kept" in kept.stdout
    assert "wrote" in forced.stdout
    assert machine.config.with_name("kebab.toml.bak").read_text() == "# mine\n"


def test_init_writes_where_config_says(machine):
    ran = machine.run("init", ".", "--config", "deep/my.toml")

    assert ran.returncode == 0
    assert (machine.home / "deep" / "my.toml").exists()
    assert "--config" in ran.stderr
    assert not machine.config.exists()


def test_init_of_a_folder_that_is_missing_writes_nothing(machine):
    ran = machine.run("init", "nowhere", "--json")

    assert ran.returncode == 2
    assert json.loads(ran.stderr)["code"] == "file_not_found"
    assert not machine.config.exists()


def test_tilde_behind_an_equals_sign_is_expanded(machine):
    machine.write("my.toml", "[search]\ndepth = 77\n")

    assert "search.depth = 77" in machine.run("config", "show", "--config=~/my.toml").stdout


def test_broken_settings_make_the_doctor_unhappy_and_not_fail(machine):
    machine.write(".config/kebab/kebab.toml", "[search\n")

    ran = machine.run("doctor", "--json")

    report = json.loads(ran.stdout)
    assert ran.returncode == 3
    assert not report["ok"]
    assert "line 1" in report["checks"][0]["detail"]
    assert ran.stderr == ""
