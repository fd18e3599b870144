"""Asks an Ollama server over its own interface: /api/chat, one JSON object a line."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Any

from kebab.answer.llm.http_client import HttpClient, read_off
from kebab.answer.llm.payloads import ThinkingFilter, read_count, read_object
from kebab.answer.llm.protocol import Delta, Finished, Message, Sampling
from kebab.answer.llm.server_errors import ServerErrors
from kebab.errors import KebabError
from kebab.search.budget import estimate_tokens

DEFAULT_URL = "http://127.0.0.1:11434"
_NOT_FOUND = 404


class OllamaModel:
    """A model of an Ollama server."""

    provider = "ollama"

    def __init__(
        self, model: str, *, context_tokens: int, client: HttpClient, errors: ServerErrors
    ) -> None:
        self.id = model
        self.context_tokens = context_tokens
        self._client = client
        self._errors = errors

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def count_tokens(self, text: str) -> int:
        """Estimate: Ollama does not count without answering."""
        return estimate_tokens(text)

    async def stream(
        self, messages: Sequence[Message], sampling: Sampling
    ) -> AsyncGenerator[Delta | Finished]:
        """Give the answer piece by piece and `Finished` last."""
        answer = ThinkingFilter()
        payloads = self._client.stream(
            "/api/chat", self._body(messages, sampling), form="ndjson", refuse=self._refuse
        )
        async with aclosing(payloads):
            async for payload in payloads:
                line = self._read(payload)
                message = line.get("message")
                content = message.get("content") if isinstance(message, dict) else None
                if text := answer.feed(content if isinstance(content, str) else ""):
                    yield Delta(text)
                if line.get("done") is True:
                    await read_off(payloads)
                    if text := answer.finish():
                        yield Delta(text)
                    yield _finished(line)
                    return
        raise self._errors.aborted("the stream ended before it said done")

    def _body(self, messages: Sequence[Message], sampling: Sampling) -> dict[str, Any]:
        return {
            "model": self.id,
            "messages": [{"role": one.role, "content": one.content} for one in messages],
            "stream": True,
            # thinking would use up num_predict before the answer begins
            "think": False,
            # a prompt that does not fit is to be refused, not cut without a word
            "truncate": False,
            "shift": False,
            "options": {
                "num_ctx": self.context_tokens,
                "num_predict": sampling.max_tokens,
                "temperature": sampling.temperature,
                "seed": sampling.seed,
            },
        }

    def _read(self, payload: str) -> dict[str, Any]:
        line = read_object(payload)
        if line is None:
            raise self._errors.aborted(f"a line of it is no JSON object: {payload}")
        if "error" in line:
            raise self._errors.aborted(str(line["error"]))
        return line

    def _refuse(self, status: int, text: str) -> KebabError:
        said = (read_object(text) or {}).get("error")
        if not isinstance(said, str):
            return self._errors.unusable(
                f"is no Ollama server: it answers /api/chat with status {status}",
                'correct [llm] base_url, or use provider = "openai" for another server',
            )
        if status == _NOT_FOUND:
            return self._errors.not_pulled(self.id, f"ollama pull {self.id}")
        return self._errors.refused(status, said, "see what the server says, and `ollama ps`")


def _finished(line: dict[str, Any]) -> Finished:
    return Finished(
        prompt_tokens=read_count(line.get("prompt_eval_count")),
        completion_tokens=read_count(line.get("eval_count")),
        reason="length" if line.get("done_reason") == "length" else "stop",
    )
