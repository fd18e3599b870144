"""Lets a model judge whether what an answer cites entails what it says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from kebab.answer.prompts import entail_messages
from kebab.answer.writer import Writer

PREMISE_CHARS = 1600
_VERDICT_TOKENS = 8


class Entailment(Protocol):
    """Judges pairs of a cited text and a claim."""

    async def entails(self, premise: str, claim: str) -> bool:
        """Tell whether the premise bears out the claim."""
        ...


class WriterEntailment:
    """Asks the language model that wrote the answer, one claim at a time."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def entails(self, premise: str, claim: str) -> bool:
        """Tell whether the model says yes; anything else is a no."""
        written = await self._writer.write(
            entail_messages(claim, premise), max_tokens=_VERDICT_TOKENS
        )
        return written.text.strip(" \n*\"'.").casefold().startswith(("yes", "예", "네"))


async def entailed_share(pairs: Sequence[tuple[str, str]], model: Entailment) -> float:
    """Return the share of (premise, claim) pairs that are entailed; 1 for none at all."""
    judged = [await model.entails(premise, claim) for premise, claim in pairs]
    return sum(judged) / len(judged) if judged else 1.0


def premise_around(text: str, start: int, end: int) -> str:
    """Cut what is shown of a cited text: the sentence that was found in it, and what is around."""
    room = max(0, PREMISE_CHARS - (end - start)) // 2
    return text[max(0, start - room) : end + room]
