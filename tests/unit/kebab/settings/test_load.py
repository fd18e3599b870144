"""Reading the settings: layers, paths, and errors that say where to look."""

from __future__ import annotations

from pathlib import Path

import pytest

from kebab.errors import SettingsError, SettingsNotFoundError
from kebab.settings.load import load_settings


@pytest.fixture
def write(tmp_path):
    def written(text, encoding="utf-8"):
        path = tmp_path / "kebab.toml"
        path.write_text(text, encoding)
        return path

    return written


def test_flag_beats_variable_beats_file_beats_default(write):
    path = write("[search]\ndefault_k = 11\nrrf_k = 12\ndepth = 13\n")
    env = {"KEBAB_SEARCH_RRF_K": "22", "KEBAB_SEARCH_DEPTH": "23"}

    loaded = load_settings(path, env, {"search.depth": 33})

    search = loaded.settings.search
    assert (search.default_k, search.rrf_k, search.depth) == (11, 22, 33)
    assert search.snippet_chars == 220
    assert loaded.origins == {
        "search.default_k": "file",
        "search.rrf_k": "KEBAB_SEARCH_RRF_K",
        "search.depth": "flag",
    }


def test_missing_file_that_was_named_is_an_error(tmp_path):
    with pytest.raises(SettingsNotFoundError, match=r"nowhere\.toml"):
        load_settings(tmp_path / "nowhere.toml", {}, {})


def test_missing_file_named_by_the_variable_is_an_error(tmp_path):
    with pytest.raises(SettingsNotFoundError):
        load_settings(None, {"KEBAB_CONFIG": str(tmp_path / "nowhere.toml")}, {})


def test_missing_default_file_means_defaults(tmp_path, monkeypatch):
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))

    loaded = load_settings(None, {}, {})

    assert loaded.settings.path is None
    assert loaded.settings.sources == ()
    assert loaded.settings.storage.data_dir.is_absolute()


def test_default_file_is_found_in_the_platform_folder(tmp_path, monkeypatch):
    for name in ("XDG_CONFIG_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    from kebab.settings.paths import default_config_path  # noqa: PLC0415 - after the variables

    default_config_path().parent.mkdir(parents=True, exist_ok=True)
    default_config_path().write_text("[search]\ndefault_k = 7\n")

    assert load_settings(None, {}, {}).settings.search.default_k == 7


def test_relative_and_tilde_and_variable_paths_become_absolute(write, tmp_path):
    path = write(
        """
        [storage]
        data_dir = "${DATA:-~/data}"
        state_dir = "$STATE/log"
        [embedding]
        model = "./models/e5"
        [[sources]]
        id = "one"
        root = "notes/../docs"
        [[sources]]
        id = "two"
        root = "~/wiki"
        """
    )

    settings = load_settings(path, {"HOME": "/home/ann", "STATE": "/state"}, {}).settings

    assert settings.storage.data_dir == Path("/home/ann/data")
    assert settings.storage.state_dir == Path("/state/log")
    assert settings.embedding.model == str(tmp_path / "models/e5")
    assert [source.root for source in settings.sources] == [
        tmp_path / "docs",
        Path("/home/ann/wiki"),
    ]


def test_relative_path_in_a_variable_starts_at_the_working_folder(write, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path.parent)

    loaded = load_settings(write(""), {"KEBAB_STORAGE_DATA_DIR": "here"}, {})

    assert loaded.settings.storage.data_dir == tmp_path.parent / "here"


def test_model_name_is_not_taken_for_a_path(write):
    loaded = load_settings(write('[embedding]\nmodel = "BAAI/bge-small-en-v1.5"\n'), {}, {})

    assert loaded.settings.embedding.model == "BAAI/bge-small-en-v1.5"


def test_path_with_an_unset_variable_names_key_and_variable(write):
    path = write('[storage]\ndata_dir = "$NOT_SET/x"\n')

    with pytest.raises(SettingsError, match=r"storage\.data_dir.*NOT_SET") as caught:
        load_settings(path, {}, {})

    assert caught.value.details == {"variable": "NOT_SET", "key": "storage.data_dir"}


@pytest.mark.parametrize(
    ("text", "key", "meant"),
    [
        ("[search]\ndefualt_k = 5\n", "search.defualt_k", "search.default_k"),
        ("default_k = 5\n", "default_k", "search.default_k"),
        ("[serach]\ndefault_k = 5\n", "serach", "search"),
        ('[[sources]]\nid = "a"\nrot = "x"\nroot = "x"\n', "sources[0].rot", "sources.root"),
        ('[workspace]\nroot = "x"\n', "workspace", "sources"),
    ],
)
def test_unknown_key_is_named_with_the_nearest_known_one(write, text, key, meant):
    path = write(text)

    with pytest.raises(SettingsError) as caught:
        load_settings(path, {}, {})

    assert repr(key) in str(caught.value)
    assert str(path) in str(caught.value)
    assert caught.value.details["did_you_mean"] == meant
    assert meant in caught.value.hint


def test_path_is_no_key_of_the_file(write):
    with pytest.raises(SettingsError, match="unknown key 'path'"):
        load_settings(write('path = "x"\n'), {}, {})


def test_bad_value_names_key_value_and_file(write):
    path = write("[chunking]\nmax_tokens = 0\n")

    with pytest.raises(SettingsError) as caught:
        load_settings(path, {}, {})

    assert str(caught.value).startswith(f"chunking.max_tokens = 0 in {path}")
    assert caught.value.details["key"] == "chunking.max_tokens"


def test_bad_value_in_a_variable_names_the_variable(write):
    with pytest.raises(SettingsError, match=r"chunking\.max_tokens = '0' in KEBAB_CHUNKING_MAX"):
        load_settings(write(""), {"KEBAB_CHUNKING_MAX_TOKENS": "0"}, {})


def test_word_where_a_number_belongs_names_the_variable(write):
    with pytest.raises(SettingsError, match="KEBAB_POOL_WORKERS"):
        load_settings(write(""), {"KEBAB_POOL_WORKERS": "many"}, {})


def test_values_that_contradict_each_other_blame_the_variable_among_them(write):
    path = write("[chunking]\ntarget_tokens = 100\n")

    with pytest.raises(SettingsError, match="overlap_tokens has to be smaller") as caught:
        load_settings(path, {"KEBAB_CHUNKING_OVERLAP_TOKENS": "200"}, {})

    assert caught.value.details["variable"] == "KEBAB_CHUNKING_OVERLAP_TOKENS"


def test_every_fault_is_reported_at_once(write):
    with pytest.raises(SettingsError) as caught:
        load_settings(write("[search]\ndefault_k = 0\nrrf_k = 0\n"), {}, {})

    assert len(caught.value.details["also"]) == 1


def test_value_where_a_table_belongs_is_an_error(write):
    with pytest.raises(SettingsError, match=r"search in .*should be a table"):
        load_settings(write("search = 5\n"), {"KEBAB_SEARCH_DEPTH": "20"}, {})


def test_broken_toml_is_reported_with_line_and_column(write):
    with pytest.raises(SettingsError, match="not valid TOML") as caught:
        load_settings(write("[search]\ndefault_k = \n"), {}, {})

    assert (caught.value.details["line"], caught.value.details["column"]) == (2, 13)


def test_byte_order_mark_is_no_fault(write):
    loaded = load_settings(write("[search]\ndefault_k = 3\n", "utf-8-sig"), {}, {})

    assert loaded.settings.search.default_k == 3


def test_file_that_is_not_utf8_is_an_error(write):
    with pytest.raises(SettingsError, match="UTF-8"):
        load_settings(write("# 한글\n", "cp949"), {}, {})


def test_folder_in_place_of_the_file_is_an_error(tmp_path):
    with pytest.raises(SettingsError, match="cannot be read"):
        load_settings(tmp_path, {}, {})


def test_two_sources_with_one_id_are_an_error(write):
    table = '[[sources]]\nid = "a"\nroot = "x"\n'

    with pytest.raises(SettingsError, match="two sources have the same id"):
        load_settings(write(table * 2), {}, {})


def test_flag_replaces_all_sources(write, tmp_path):
    path = write('[[sources]]\nid = "a"\nroot = "x"\nexclude = ["*.tmp"]\n')

    loaded = load_settings(path, {}, {"sources": [{"id": "b", "root": str(tmp_path)}]})

    assert [source.id for source in loaded.settings.sources] == ["b"]
    assert loaded.origins == {"sources[0].id": "flag", "sources[0].root": "flag"}


def test_empty_folder_and_prefix_mean_the_default(write):
    path = write('[storage]\ndata_dir = ""\n[embedding]\nquery_prefix = ""\n')

    settings = load_settings(path, {}, {}).settings

    assert settings.storage.data_dir.name == "kebab"
    assert settings.embedding.query_prefix is None
