"""Counts tokens of many texts at once, telling apart what a model adds to every text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

CountTokens = Callable[[Sequence[str]], list[int]]
_MAX_CHARS_PER_TOKEN = 20


class TokenCounter:
    """The model's own tokenizer. `overhead` is what an empty text counts, such as two marks.

    Texts over `max_chars` have too many tokens, or are mostly blank, and are not counted.
    """

    def __init__(self, count_tokens: CountTokens, max_tokens: int) -> None:
        self._count_tokens = count_tokens
        self.max_chars = max_tokens * _MAX_CHARS_PER_TOKEN
        self._too_many = max_tokens + 1
        (self.overhead,) = count_tokens([""])

    def sizes(self, texts: Sequence[str]) -> list[int]:
        """Count each text, without the overhead.

        One that is too long by far is not given to the tokenizer: it only has to be cut.
        """
        short = [text for text in texts if len(text) <= self.max_chars]
        counted = iter(self._count_tokens(short) if short else ())
        return [
            max(0, next(counted) - self.overhead)
            if len(text) <= self.max_chars
            else self._too_many + len(text) // _MAX_CHARS_PER_TOKEN
            for text in texts
        ]
