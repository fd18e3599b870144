"""What [llm] takes and refuses."""

from __future__ import annotations

import json

import pytest

from kebab.errors import SettingsError
from kebab.settings.load import load_settings


@pytest.fixture
def load(tmp_path):
    def load_text(text, **env):
        file = tmp_path / "kebab.toml"
        file.write_text(f"[llm]\n{text}\n", "utf-8")
        return load_settings(file, env, {}).settings.llm

    return load_text


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ('provider = "ollama"', "model"),
        ('provider = "openai"', "base_url"),
        ('provider = "scripted"', "scripted_path"),
    ],
)
def test_a_provider_says_what_it_needs(load, text, missing):
    with pytest.raises(SettingsError, match=f"needs {missing}"):
        load(text)


def test_variables_complete_the_file(load):
    llm = load('provider = "ollama"', KEBAB_LLM_MODEL="gemma3", KEBAB_LLM_TIMEOUT_S="9.5")

    assert (llm.model, llm.timeout_s) == ("gemma3", 9.5)


def test_a_script_is_found_beside_the_file(load, tmp_path):
    assert load('scripted_path = "replies.toml"').scripted_path == tmp_path / "replies.toml"


@pytest.mark.parametrize("key", ["connect_timeout_s", "token_timeout_s", "timeout_s"])
@pytest.mark.parametrize("value", ["0", "-1", "inf", "nan"])
def test_no_timeout_means_at_once_or_never(load, key, value):
    with pytest.raises(SettingsError, match=key):
        load(f"{key} = {value}")


def test_an_answer_has_to_fit_into_the_context(load):
    with pytest.raises(SettingsError, match="smaller than context_tokens"):
        load("context_tokens = 1024\nmax_tokens = 1024")


@pytest.mark.parametrize(
    "text",
    [
        'api_key_env = "sk-1234"',
        'api_key = "sk-1234"',
        'base_url = "http://me:sk-1234@models.example"',
        'base_url = "https://models.example/v1?key=sk-1234"',
    ],
)
def test_a_key_that_was_written_into_the_file_is_refused_and_not_repeated(load, text):
    with pytest.raises(SettingsError) as caught:
        load(text)

    assert "sk-1234" not in json.dumps(caught.value.to_fields())


@pytest.mark.parametrize("provider", ["extractive", "host"])
@pytest.mark.parametrize(
    ("table", "named"),
    [
        ("[captions]\nenabled = true", "captions.enabled"),
        ('[ocr]\nengine = "vision"', "ocr.engine"),
    ],
)
def test_pictures_need_a_provider_that_can_be_shown_them(load, provider, table, named):
    with pytest.raises(SettingsError, match='"ollama" or "openai"') as caught:
        load(f'provider = "{provider}"\n{table}')

    assert named in str(caught.value)


def test_pictures_may_be_shown_to_a_server(load):
    wanted = '[captions]\nenabled = true\n[ocr]\nengine = "vision"'

    assert load(f'provider = "ollama"\nmodel = "gemma3:4b"\n{wanted}').provider == "ollama"
