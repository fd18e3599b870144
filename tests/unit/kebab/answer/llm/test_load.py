"""Which model the settings name."""

from __future__ import annotations

import subprocess
import sys

import pytest

from kebab.answer.llm.load import load_model
from kebab.answer.llm.protocol import LanguageModel
from kebab.settings.model import LlmSettings

NEEDED = {"model": "m", "base_url": "http://127.0.0.1:9/v1", "scripted_path": "/a.toml"}


def test_extractive_answers_need_no_model():
    assert load_model(LlmSettings()) is None


@pytest.mark.parametrize("provider", ["ollama", "openai", "host", "scripted"])
def test_every_provider_speaks_the_same_protocol(provider):
    model = load_model(LlmSettings(provider=provider, context_tokens=4096, **NEEDED), env={})

    assert isinstance(model, LanguageModel)
    assert (model.provider, model.context_tokens) == (provider, 4096)
    assert model.id


def test_a_model_is_made_without_loading_what_asks_it():
    code = (
        "import sys; from kebab.answer.llm.load import load_model;"
        "from kebab.settings.model import LlmSettings;"
        "load_model(LlmSettings(provider='ollama', model='m'), env={}); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert set(done.stdout.split()) & {"httpx", "httpx2", "stamina", "tenacity"} == set()
