"""Makes language models as the settings would, and gathers what they answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import Any

from kebab.answer.llm.load import load_model
from kebab.answer.llm.protocol import Delta, Finished, LanguageModel, Message, Sampling
from kebab.settings.model import LlmSettings

ASKED = (Message("system", "Answer from the evidence."), Message("user", "What is a pod?"))
SAMPLING = Sampling(max_tokens=40, temperature=0.0, seed=7)
PATIENT_S = 20.0


@asynccontextmanager
async def model_of(
    provider: str, *, env: dict[str, str] | None = None, host: Any = None, **settings: Any
) -> AsyncIterator[LanguageModel]:
    """Make a model by its settings, and close it."""
    if provider == "ollama":
        settings.setdefault("model", "gemma3:270m")
    model = load_model(LlmSettings(provider=provider, **settings), host=host, env=env or {})
    assert model is not None
    try:
        yield model
    finally:
        await model.aclose()


async def gather(
    model: LanguageModel, messages: tuple[Message, ...] = ASKED, sampling: Sampling = SAMPLING
) -> tuple[str, Finished | None, list[str]]:
    """Read an answer to its end: the text, the end, and the pieces."""
    pieces: list[str] = []
    finished = None
    async with aclosing(model.stream(messages, sampling)) as stream:
        async for piece in stream:
            assert finished is None, "nothing follows the end"
            if isinstance(piece, Delta):
                pieces.append(piece.text)
            else:
                finished = piece
    return "".join(pieces), finished, pieces


def run(scenario: Any) -> Any:
    """Run a scenario that may not hang."""

    async def bounded() -> Any:
        async with asyncio.timeout(PATIENT_S):
            return await scenario

    return asyncio.run(bounded())
