"""The look before the settings agrees with the settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from kebab.mcp import first_look
from kebab.mcp.instructions import NOTHING, compose
from kebab.settings.load import load_settings
from kebab.settings.paths import catalog_path


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("lines", "variables"),
    [
        ("", {}),
        ('[storage]\ndata_dir = "here"', {}),
        ('[storage]\ndata_dir = ""', {}),
        ('[storage]\ndata_dir = "~/there"', {}),
        ('[storage]\ndata_dir = "$PLACE/x"', {"PLACE": "/somewhere"}),
        ('[storage]\ndata_dir = "here"', {"KEBAB_STORAGE_DATA_DIR": "other"}),
        ('[storage]\ndata_dir = "here"', {"KEBAB_STORAGE_DATA_DIR": ""}),
        ("[security]\nreadonly = true", {}),
        ("[security]\nreadonly = true", {"KEBAB_READONLY": "no"}),
        ("", {"KEBAB_SECURITY_READONLY": "yes"}),
    ],
)
@pytest.mark.parametrize("named", ["argument", "variable"])
def test_it_finds_what_the_settings_say(home: Path, lines, variables, named):
    file = home / "folder" / "kebab.toml"
    file.parent.mkdir()
    file.write_text(lines, encoding="utf-8")
    env = {"HOME": str(home), **variables}
    argument = file if named == "argument" else None
    if named == "variable":
        env["KEBAB_CONFIG"] = str(file)
    settings = load_settings(argument, env, {}).settings
    tables = first_look.read_tables(argument, env)

    assert first_look.data_dir(argument, tables, env) == settings.storage.data_dir
    assert first_look.is_readonly(tables, env) == settings.security.readonly


def test_it_looks_at_the_default_place_without_a_file(home: Path):
    env = {"HOME": str(home)}

    found = first_look.data_dir(None, first_look.read_tables(None, env), env)
    assert found == load_settings(None, env, {}).settings.storage.data_dir
    assert found / "catalog.sqlite" == catalog_path(found)


def test_no_base_and_a_broken_file_are_told_apart(home: Path):
    broken = home / "kebab.toml"
    broken.write_text('[storage]\ndata_dir = "$NOWHERE/x"', encoding="utf-8")
    missing = home / "none.toml"
    env = {"HOME": str(home)}

    assert first_look.introduce(missing, readonly=False, env=env) == compose(
        NOTHING, readonly=False
    )
    assert first_look.introduce(broken, readonly=False, env=env) == compose(None, readonly=False)
