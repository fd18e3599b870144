"""Makes the language model that the settings name."""

from __future__ import annotations

import os
from collections.abc import Mapping

from kebab.answer.llm.api_key import read_key
from kebab.answer.llm.host import HostModel
from kebab.answer.llm.http_client import HttpClient, Patience
from kebab.answer.llm.ollama import DEFAULT_URL, OllamaModel
from kebab.answer.llm.openai_compatible import OpenAiModel
from kebab.answer.llm.protocol import LanguageModel, Sampler
from kebab.answer.llm.scripted import ScriptedModel
from kebab.answer.llm.server_errors import ServerErrors
from kebab.settings.model import LlmSettings


def load_model(
    settings: LlmSettings, *, host: Sampler | None = None, env: Mapping[str, str] = os.environ
) -> LanguageModel | None:
    """Make the model; None where the answers are extractive.

    Nothing is opened and nothing fails here: what is missing is told when the model is used. The
    caller closes it.
    """
    room = settings.context_tokens
    match settings.provider:
        case "extractive":
            return None
        case "host":
            return HostModel(host, context_tokens=room, timeout_s=settings.timeout_s)
        case "scripted":
            assert settings.scripted_path is not None  # noqa: S101 - the settings see to it
            return ScriptedModel(settings.scripted_path, context_tokens=room)
        case "ollama" | "openai":
            return _served(settings, env)


def connect(settings: LlmSettings, env: Mapping[str, str]) -> tuple[HttpClient, ServerErrors]:
    """Make what talks to the server of the settings; nothing is opened yet."""
    key = read_key(settings.api_key_env, env)
    errors = ServerErrors(
        settings.base_url or DEFAULT_URL, source=settings.provider, secret=key.value
    )
    patience = Patience(
        settings.connect_timeout_s,
        settings.token_timeout_s,
        settings.timeout_s,
        settings.retries,
    )
    return HttpClient(errors, patience, key), errors


def _served(settings: LlmSettings, env: Mapping[str, str]) -> LanguageModel:
    client, errors = connect(settings, env)
    if settings.provider == "ollama":
        return OllamaModel(
            settings.model, context_tokens=settings.context_tokens, client=client, errors=errors
        )
    return OpenAiModel(
        settings.model,
        context_tokens=settings.context_tokens,
        client=client,
        errors=errors,
        key_variable=settings.api_key_env,
    )
