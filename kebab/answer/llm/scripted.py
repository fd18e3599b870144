"""A model that says what a file tells it to: the same every time, for tests and evaluation."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kebab.answer.llm.protocol import Delta, Finished, Message, Sampling
from kebab.errors import KebabError, ProviderError, StreamAbortedError
from kebab.search.budget import estimate_tokens

if TYPE_CHECKING:
    from kebab.answer.llm.script import Rule, Script

_DETAILS = {"source": "scripted"}


class ScriptedModel:
    """Streams the replies of a script in pieces, and fails where a rule says so."""

    provider = "scripted"

    def __init__(self, path: Path, *, context_tokens: int) -> None:
        self.id = path.stem
        self.context_tokens = context_tokens
        self._path = path
        self._script: Script | None = None
        self._turns: Counter[int] = Counter()

    async def aclose(self) -> None:
        """Nothing is kept open."""

    async def check_pictures(self) -> None:
        """Nothing keeps it from being shown pictures: it reads their size."""

    async def count_tokens(self, text: str) -> int:
        """Estimate."""
        return estimate_tokens(text)

    async def stream(
        self, messages: Sequence[Message], sampling: Sampling
    ) -> AsyncGenerator[Delta | Finished]:
        """Give the reply piece by piece and `Finished` last, within `max_tokens`."""
        rule, turn = self._choose(messages)
        if rule.error:
            raise KebabError.by_code[rule.error]("the script says so", details=dict(_DETAILS))
        whole = rule.answer(messages, turn)
        text = _cut(whole, sampling.max_tokens)
        pieces = [text[at : at + rule.piece_chars] for at in range(0, len(text), rule.piece_chars)]
        for number, piece in enumerate(pieces):
            await _misbehave(rule, number)
            yield Delta(piece)
        await _misbehave(rule, len(pieces))
        prompt = sum(estimate_tokens(message.content) for message in messages)
        reason = rule.reason if text == whole else "length"
        yield Finished(prompt, estimate_tokens(text), reason)

    def _choose(self, messages: Sequence[Message]) -> tuple[Rule, int]:
        if self._script is None:
            from kebab.answer.llm.script import read_script  # noqa: PLC0415 - loads pydantic

            self._script = read_script(self._path)
        for index, rule in enumerate(self._script.rules):
            if rule.fits(messages):
                self._turns[index] += 1
                return rule, self._turns[index] - 1
        raise ProviderError(
            f"no rule of the script {self._path} fits what was asked",
            hint="add one without contains and pattern at the end",
            details=dict(_DETAILS),
        )


async def _misbehave(rule: Rule, given: int) -> None:
    if rule.abort_after == given:
        raise StreamAbortedError("the script breaks off here", details=dict(_DETAILS))
    if rule.hang_after == given:
        await asyncio.Event().wait()


def _cut(text: str, max_tokens: int) -> str:
    """Give the longest beginning that is within the limit."""
    if estimate_tokens(text) <= max_tokens:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        fits = estimate_tokens(text[:middle]) <= max_tokens
        low, high = (middle, high) if fits else (low, middle - 1)
    return text[:low]
