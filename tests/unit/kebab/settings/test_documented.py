"""config/kebab.toml documents every key with its true default."""

from __future__ import annotations

import itertools
import tomllib

from kebab.settings.keys import fields_by_key
from kebab.settings.load import load_settings
from kebab.settings.model import SourceSettings
from kebab.settings.packaged import packaged_config

DOCUMENTED = packaged_config("kebab.toml")


def test_every_key_stands_in_the_documented_file():
    tables = tomllib.loads(DOCUMENTED.read_text("utf-8"))

    keys = [
        f"{table}.{key}"
        for table, keys in tables.items()
        if table != "schema_version"
        for key in keys
    ]
    assert keys == list(fields_by_key())


def test_documented_values_are_the_defaults(tmp_path):
    (tmp_path / "empty.toml").touch()

    documented = load_settings(DOCUMENTED, {}, {}).settings
    default = load_settings(tmp_path / "empty.toml", {}, {}).settings

    assert documented.model_copy(update={"path": None}) == default.model_copy(update={"path": None})


def test_every_key_of_a_source_is_documented():
    text = DOCUMENTED.read_text("utf-8")

    for key in SourceSettings.model_fields:
        assert f"\n# {key} = " in text


def test_every_key_is_preceded_by_a_comment_in_its_table():
    lines = DOCUMENTED.read_text("utf-8").splitlines()

    for before, line in itertools.pairwise(lines):
        if " = " in line and not line.startswith("#"):
            assert not before.startswith("["), line
