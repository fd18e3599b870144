"""Has language models look at pictures for an ingest, each for one task."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager

from kebab.answer.llm.load import load_model
from kebab.answer.llm.protocol import LanguageModel, Message, PictureModel, Sampling
from kebab.answer.writer import Writer
from kebab.errors import SettingsError
from kebab.ingest.vision import PictureReaders, Seen
from kebab.settings.model import LlmSettings, Settings
from kebab.wire.picture import Picture

_ASKED = "Here is the picture."


class ModelPictures:
    """Shows pictures to a model. The same picture gives the same words, as far as a server can."""

    def __init__(self, model: PictureModel, seed: int) -> None:
        self._model = model
        self._seed = seed

    async def check(self) -> None:
        """Raise what keeps the model from being asked now."""
        await self._model.check_pictures()

    async def read(self, picture: Picture, rules: str, *, max_tokens: int) -> Seen:
        """Ask about one picture; cancelling stops the model."""
        messages = [Message("system", rules), Message("user", _ASKED, (picture,))]
        writer = Writer(self._model, Sampling(max_tokens, temperature=0.0, seed=self._seed))
        written = await writer.write(messages)
        return Seen(written.text, is_cut=written.reason == "length")


@asynccontextmanager
async def picture_readers(
    settings: Settings, *, env: Mapping[str, str] = os.environ
) -> AsyncIterator[PictureReaders]:
    """Make what the settings want, and close it. Nothing is asked yet."""
    async with AsyncExitStack() as opened:

        def reader(chosen: str) -> ModelPictures:
            model = load_model(_with_model(settings.llm, chosen), env=env)
            if not isinstance(model, PictureModel):
                raise _shows_nothing(settings.llm, model)
            opened.push_async_callback(model.aclose)
            return ModelPictures(model, settings.llm.seed)

        captions, ocr = settings.captions, settings.ocr
        yield PictureReaders(
            captions=reader(captions.model) if captions.enabled else None,
            pages=reader(ocr.vision_model) if ocr.engine == "vision" else None,
        )


def _with_model(settings: LlmSettings, chosen: str) -> LlmSettings:
    return settings.model_copy(update={"model": chosen}) if chosen else settings


def _shows_nothing(settings: LlmSettings, model: LanguageModel | None) -> SettingsError:
    name = settings.provider if model is None else model.provider
    return SettingsError(
        f"the provider {name!r} cannot be shown pictures",
        hint='set [llm] provider to "ollama" or "openai", or [captions] enabled to false and '
        '[ocr] engine to "auto"',
    )
