"""The check of the language model: whether its server answers, and whether it has the model."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from kebab.answer.llm.load import connect
from kebab.answer.llm.server_errors import ServerErrors
from kebab.doctor.checks import failed
from kebab.errors import KebabError
from kebab.settings.model import LlmSettings
from kebab.wire.doctor import Check

_NAME = "llm"
_OK = 200
_LISTINGS = {"ollama": "/api/tags", "openai": "/models"}
_KEY_REFUSED = frozenset({401, 403})
_SHOWN_MODELS = 5


async def check_llm(
    settings: LlmSettings, *, timeout_s: float, env: Mapping[str, str] = os.environ
) -> Check:
    """Look whether questions can be answered by the model that is configured; nothing is asked."""
    match settings.provider:
        case "extractive":
            detail = "none is configured: answers are quoted from the documents"
            return Check(name=_NAME, ok=True, detail=detail)
        case "host":
            detail = "the model of the MCP client, where it offers one"
            return Check(name=_NAME, ok=True, detail=detail)
        case "scripted":
            return _check_script(settings)
        case "ollama" | "openai":
            return await _check_server(settings, timeout_s, env)


def _check_script(settings: LlmSettings) -> Check:
    from kebab.answer.llm.script import read_script  # noqa: PLC0415 - only tests and evaluations

    if settings.scripted_path is None:
        return Check(name=_NAME, ok=False, detail="no script is named", hint="set scripted_path")
    try:
        script = read_script(settings.scripted_path)
    except KebabError as error:
        return failed(_NAME, error)
    detail = f"{len(script.rules)} scripted replies in {settings.scripted_path}"
    return Check(name=_NAME, ok=True, detail=detail)


async def _check_server(settings: LlmSettings, timeout_s: float, env: Mapping[str, str]) -> Check:
    client, errors = connect(settings, env)
    try:
        status, listing = await client.look_up(_LISTINGS[settings.provider], timeout_s=timeout_s)
    except KebabError as error:
        return failed(_NAME, error)
    finally:
        await client.aclose()
    if status in _KEY_REFUSED:
        return Check(
            name=_NAME,
            ok=False,
            detail=f"{errors.endpoint} does not accept the key (status {status})",
            hint=f"look at the variable {settings.api_key_env}"
            if settings.api_key_env
            else "name the variable that holds the key as [llm] api_key_env",
        )
    return _judge(settings, errors, model_names(listing) if status == _OK else None)


def model_names(listing: Any) -> list[str] | None:
    """Read the names out of the list of a server; None where it is none that is known."""
    if not isinstance(listing, dict):
        return None
    rows = listing.get("models", listing.get("data"))
    if not isinstance(rows, list):
        return None
    names = [row.get("name") or row.get("id") for row in rows if isinstance(row, dict)]
    return [str(name) for name in names if name]


def _judge(settings: LlmSettings, errors: ServerErrors, names: list[str] | None) -> Check:
    model, where = settings.model, errors.endpoint
    if names is None:
        # Not every compatible server lists its models; that it answers is what can be told.
        detail = f"{where} answers, and does not say which models it has"
        return Check(name=_NAME, ok=True, detail=detail)
    if model and not has_model(names, model):
        error = errors.not_pulled(
            model,
            f"ollama pull {model}" if settings.provider == "ollama" else "correct [llm] model",
        )
        there = ", ".join(names[:_SHOWN_MODELS]) or "none"
        return Check(name=_NAME, ok=False, detail=f"{error}; it has: {there}", hint=error.hint)
    return Check(name=_NAME, ok=True, detail=f"{model or 'a model'} at {where}")


def has_model(names: list[str], model: str) -> bool:
    """Tell whether a server has a model; without a tag, the latest is meant."""
    return model in names or f"{model}:latest" in names
