"""Tells which shares of a question each of some texts holds, as the lexical view does of chunks.

A text need not be indexed: it is a sentence of a chunk, or what an answer cites.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workers.shard.plan import Share, Statistics, plan_search
from workers.shard.question import Question
from workers.shard.tokens import Tokens, analyse, characters, composed


@dataclass(frozen=True, slots=True)
class Cover:
    """`masses` weighs the shares of the question, all of them together 1; `held` lists for each
    text the ones that it holds. Without a word to look for there are none.
    """

    masses: tuple[float, ...]
    held: tuple[tuple[int, ...], ...]


def cover(question: Question, statistics: Statistics, texts: Sequence[str]) -> Cover:
    """Look for the words of a question in each text."""
    plan = plan_search(question, statistics)
    if not plan.mass:
        return Cover((), ((),) * len(texts))
    held = []
    for text in texts:
        streams = _Streams(analyse(text), frozenset(characters(composed(text))))
        held.append(tuple(n for n, share in enumerate(plan.shares) if streams.hold(share)))
    return Cover(tuple(share.mass / plan.mass for share in plan.shares), tuple(held))


class _Streams:
    """The tokens of one text, ready to be asked."""

    def __init__(self, tokens: Tokens, single: frozenset[str]) -> None:
        self._sets = {
            "exact": frozenset(tokens.exact),
            "parts": frozenset(tokens.parts),
            "characters": single,
            "body": frozenset(tokens.words),
        }
        self._line = f" {' '.join(tokens.words)} "

    def hold(self, share: Share) -> bool:
        return any(self._stands(field, words) for field, words in share.anywhere)

    def _stands(self, field: str, words: tuple[str, ...]) -> bool:
        if len(words) == 1:
            return words[0] in self._sets[field]
        return field == "body" and f" {' '.join(words)} " in self._line
