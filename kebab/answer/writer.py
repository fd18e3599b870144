"""Lets the language model write, passes on what comes, and adds up what it costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, cast

from kebab.answer.llm.protocol import Delta, LanguageModel, Message, Sampling, StopReason
from kebab.search.budget import estimate_tokens


@dataclass(frozen=True, slots=True)
class Written:
    """What a model wrote, and whether it came to its own end."""

    text: str
    reason: StopReason


class Writer:
    """Writes with one model for one question."""

    def __init__(self, model: LanguageModel, sampling: Sampling) -> None:
        self.model = model
        self.sampling = sampling
        self.prompt_tokens = 0
        self.completion_tokens = 0

    async def write(
        self,
        messages: Sequence[Message],
        *,
        on_text: Callable[[str], None] = lambda _text: None,
        stop: Callable[[str], bool] = lambda _text: False,
        max_tokens: int | None = None,
    ) -> Written:
        """Write to the end, or until `stop` says of the text so far that it is no use.

        Leaving early, also by cancellation, closes the stream, which stops the model.
        """
        sampling = self.sampling
        if max_tokens is not None:
            sampling = Sampling(
                min(max_tokens, sampling.max_tokens), sampling.temperature, sampling.seed
            )
        text = ""
        # Every model's stream is a generator; the protocol says so in words.
        async with aclosing(cast("Any", self.model.stream(messages, sampling))) as stream:
            async for piece in stream:
                if isinstance(piece, Delta):
                    text += piece.text
                    if stop(text):
                        break
                    on_text(piece.text)
                else:
                    self._count(messages, text, piece.prompt_tokens, piece.completion_tokens)
                    return Written(text, piece.reason)
        self._count(messages, text, None, None)
        return Written(text, "stop")

    def _count(
        self, messages: Sequence[Message], text: str, prompt: int | None, completion: int | None
    ) -> None:
        estimated = sum(estimate_tokens(message.content) for message in messages)
        self.prompt_tokens += estimated if prompt is None else prompt
        self.completion_tokens += estimate_tokens(text) if completion is None else completion
