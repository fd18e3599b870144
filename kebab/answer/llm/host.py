"""Asks the MCP client for its own model, where it offers one: sampling."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence

from kebab.answer.llm.protocol import Delta, Finished, Message, Sampler, Sampling
from kebab.errors import CallTimeoutError, ModelUnreachableError
from kebab.search.budget import estimate_tokens

_HINT = (
    "use kebab over MCP with a client that offers sampling, or choose another [llm] provider: "
    '"extractive" needs no model'
)


class HostModel:
    """The model of the host that started kebab. It answers in one piece."""

    provider = "host"

    def __init__(self, sampler: Sampler | None, *, context_tokens: int, timeout_s: float) -> None:
        self.id = "host"
        self.context_tokens = context_tokens
        self._sampler = sampler
        self._timeout_s = timeout_s

    async def aclose(self) -> None:
        """Nothing is kept open: the session is the server's."""

    async def count_tokens(self, text: str) -> int:
        """Estimate: a client does not count."""
        return estimate_tokens(text)

    async def stream(
        self, messages: Sequence[Message], sampling: Sampling
    ) -> AsyncGenerator[Delta | Finished]:
        """Give the answer in one piece, and `Finished`; a client does not tell what it cost."""
        details = {"endpoint": "host", "source": self.provider}
        if self._sampler is None:
            raise ModelUnreachableError(
                "the MCP client does not offer its model", hint=_HINT, details=details
            )
        try:
            async with asyncio.timeout(self._timeout_s):
                sampled = await self._sampler(messages, sampling)
        except TimeoutError as cause:
            raise CallTimeoutError(
                f"the MCP client's model did not answer within {self._timeout_s:g} s",
                hint="raise [llm] timeout_s; the client may be waiting for a person to approve",
                details={**details, "timeout_s": self._timeout_s},
            ) from cause
        self.id = sampled.model or self.id
        if sampled.text:
            yield Delta(sampled.text)
        yield Finished(None, None, sampled.reason)
