"""Variables that override settings."""

from __future__ import annotations

import pytest

from kebab.errors import SettingsError
from kebab.settings.environment import read_environment, variable_of


def values(env):
    return {value.key: value.value for value in read_environment(env).values}


def test_variable_is_named_after_table_and_key():
    assert variable_of("search.default_k") == "KEBAB_SEARCH_DEFAULT_K"


@pytest.mark.parametrize("word", ["1", "true", "YES", "on"])
def test_readonly_can_be_switched_on(word):
    assert values({"KEBAB_READONLY": word}) == {"security.readonly": True}


@pytest.mark.parametrize("word", ["0", "False", "no", "off"])
def test_readonly_can_be_switched_off(word):
    assert values({"KEBAB_READONLY": word}) == {"security.readonly": False}


@pytest.mark.parametrize("variable", ["KEBAB_READONLY", "KEBAB_MCP_STRUCTURED_CONTENT"])
def test_anything_else_is_an_error_that_names_the_variable(variable):
    with pytest.raises(SettingsError, match=f"{variable} is 'maybe'"):
        read_environment({variable: "maybe"})


def test_list_is_split_at_commas():
    assert values({"KEBAB_INGEST_EXCLUDE": "*.tmp, drafts/,"}) == {
        "ingest.exclude": ["*.tmp", "drafts/"]
    }


def test_empty_variable_counts_as_unset_except_for_a_text():
    env = {"KEBAB_READONLY": "", "KEBAB_SEARCH_DEPTH": "", "KEBAB_EMBEDDING_MODEL": ""}

    assert values(env) == {"embedding.model": ""}


def test_passwords_are_no_unknown_variable():
    assert read_environment({"KEBAB_PASSWORDS": "x"}).unknown == ()


def test_unknown_variables_are_told_and_other_programs_are_left_alone():
    env = {"KEBAB_SEARCH_DEPHT": "5", "KEBAB_CONFIG": "x", "KEBAB_PROGRESS": "plain", "PATH": "/"}

    assert read_environment(env).unknown == ("KEBAB_SEARCH_DEPHT",)
