"""The first kebab.toml."""

from __future__ import annotations

import pytest

from kebab.errors import InvalidInputError, StoreError
from kebab.settings.explain import explain_settings
from kebab.settings.initial import write_atomically, write_initial
from kebab.settings.load import load_settings


@pytest.mark.parametrize("name", ["notes", 'a "quoted" \\ 노트 # x'])
def test_first_file_names_the_folder_and_leaves_every_default_inactive(tmp_path, name):
    path = tmp_path / "deep" / "kebab.toml"

    assert write_initial(path, tmp_path / name, force=False)

    loaded = load_settings(path, {}, {})
    assert [(source.id, source.root) for source in loaded.settings.sources] == [
        ("default", tmp_path / name)
    ]
    assert set(loaded.origins) == {"schema_version", "sources[0].id", "sources[0].root"}
    assert "# default_k = 10\n" in path.read_text("utf-8")


def test_file_that_is_there_is_kept(tmp_path):
    path = tmp_path / "kebab.toml"
    path.write_text("mine")

    assert not write_initial(path, tmp_path, force=False)
    assert path.read_text() == "mine"


def test_force_replaces_the_file_and_keeps_the_old_one_beside_it(tmp_path):
    path = tmp_path / "kebab.toml"
    path.write_text("mine")

    assert write_initial(path, tmp_path, force=True)
    assert (tmp_path / "kebab.toml.bak").read_text() == "mine"
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["kebab.toml", "kebab.toml.bak"]


def test_place_that_cannot_be_written_is_an_error_of_the_store(tmp_path):
    (tmp_path / "file").touch()

    with pytest.raises(StoreError, match="cannot be written"):
        write_initial(tmp_path / "file" / "kebab.toml", tmp_path, force=False)


def test_folder_whose_name_is_no_text_is_refused(tmp_path):
    with pytest.raises(InvalidInputError, match="UTF-8"):
        write_initial(tmp_path / "kebab.toml", tmp_path / "a\udcff", force=False)


def test_write_that_fails_leaves_no_draft(tmp_path):
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "file").touch()

    with pytest.raises(OSError, match="taken"):
        write_atomically(tmp_path / "taken", b"x")
    assert [entry.name for entry in tmp_path.iterdir()] == ["taken"]


def test_every_setting_is_explained_with_its_origin(tmp_path):
    path = tmp_path / "kebab.toml"
    path.write_text('[[sources]]\nid = "a"\nroot = "n"\n[search]\ndepth = 50\n')

    explained = explain_settings(load_settings(path, {"KEBAB_READONLY": "1"}, {}))

    by_key = {setting.key: (setting.value, setting.origin) for setting in explained}
    assert by_key["search.depth"] == (50, "file")
    assert by_key["security.readonly"] == (True, "KEBAB_READONLY")
    assert by_key["sources[0].root"] == (str(tmp_path / "n"), "file")
    assert by_key["sources[0].exclude"] == ([], "default")
    assert by_key["search.rrf_k"] == (60, "default")
