"""Whether the configured language model can be had, told without asking it anything."""

from __future__ import annotations

import json

import pytest
from support.http_server import serving

from kebab.doctor.llm_check import check_llm, has_model, model_names
from kebab.settings.model import LlmSettings

TAGS = {"models": [{"name": "gemma3:4b", "model": "gemma3:4b"}, {"name": "qwen3:latest"}]}
MODELS = {"object": "list", "data": [{"id": "local", "object": "model"}]}


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def look(provider, path, answer, status=200, **settings):
    async def handle(request, reply):
        known = (request.method, request.path) == ("GET", path)
        await reply.whole(status if known else 404, answer if known else "not here")

    async with serving(handle) as server:
        base = f"{server.url}/v1" if provider == "openai" else server.url
        settings = {"model": "gemma3:4b", **settings}
        chosen = LlmSettings(provider=provider, base_url=base, **settings)
        return await check_llm(chosen, timeout_s=20, env={"KEY": "secret"})


@pytest.mark.anyio
async def test_ollama_that_has_the_model_is_well():
    check = await look("ollama", "/api/tags", TAGS)

    assert check.ok
    assert check.detail.startswith("gemma3:4b at http://")


@pytest.mark.anyio
async def test_model_that_was_not_pulled_is_named_with_the_command():
    check = await look("ollama", "/api/tags", TAGS, model="llama3")

    assert not check.ok
    assert check.detail.endswith("it has: gemma3:4b, qwen3:latest")
    assert check.hint == "ollama pull llama3"


@pytest.mark.anyio
async def test_openai_compatible_server_is_asked_for_its_models():
    assert (await look("openai", "/v1/models", MODELS, model="local")).ok
    assert not (await look("openai", "/v1/models", MODELS, model="other")).ok
    assert (await look("openai", "/v1/models", MODELS, model="")).ok


@pytest.mark.anyio
async def test_server_that_lists_nothing_counts_as_reachable():
    check = await look("openai", "/elsewhere", MODELS)

    assert check.ok
    assert "answers" in check.detail


@pytest.mark.anyio
async def test_refused_key_names_the_variable_and_not_the_key():
    check = await look("openai", "/v1/models", {"error": "no"}, status=401, api_key_env="KEY")

    assert not check.ok
    assert "KEY" in check.hint
    assert "secret" not in json.dumps(check.model_dump())


@pytest.mark.anyio
async def test_server_that_is_not_there_fails_with_its_address():
    settings = LlmSettings(provider="ollama", model="m", base_url="http://127.0.0.1:9")

    check = await check_llm(settings, timeout_s=20, env={})

    assert not check.ok
    assert "http://127.0.0.1:9" in check.detail
    assert check.hint


@pytest.mark.anyio
async def test_providers_without_a_server_need_none(tmp_path):
    script = tmp_path / "script.json"
    script.write_text('{"rules": [{"reply": "a"}]}')
    for settings in (
        LlmSettings(),
        LlmSettings(provider="host"),
        LlmSettings(provider="scripted", scripted_path=script),
    ):
        assert (await check_llm(settings, timeout_s=1, env={})).ok
    broken = LlmSettings(provider="scripted", scripted_path=tmp_path / "missing.json")
    assert not (await check_llm(broken, timeout_s=1, env={})).ok


def test_names_are_read_from_either_listing_and_nothing_else():
    assert model_names(TAGS) == ["gemma3:4b", "qwen3:latest"]
    assert model_names(MODELS) == ["local"]
    for odd in (None, [], {}, {"models": "x"}):
        assert model_names(odd) is None
    assert has_model(["qwen3:latest"], "qwen3")
    assert not has_model(["qwen3:8b"], "qwen3")
