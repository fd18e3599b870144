"""Asks an Ollama server over its own interface: /api/chat, one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, suppress
from typing import Any

from kebab.answer.llm.http_client import HttpClient, read_off
from kebab.answer.llm.payloads import (
    ThinkingFilter,
    in_base64,
    read_count,
    read_object,
)
from kebab.answer.llm.protocol import Delta, Finished, Message, Sampling
from kebab.answer.llm.server_errors import ServerErrors
from kebab.errors import KebabError, ModelUnreachableError
from kebab.search.budget import estimate_tokens

DEFAULT_URL = "http://127.0.0.1:11434"
_NOT_FOUND = 404
_CHECK_TIMEOUT_S = 10.0


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
        self._may_take_pictures = False

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
        if any(message.pictures for message in messages):
            await self._require_pictures()
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

    async def check_pictures(self) -> None:
        """Ask what the model can do: one that takes no pictures would make something up."""
        status, shown = await self._client.look_up(
            "/api/show", timeout_s=_CHECK_TIMEOUT_S, body={"model": self.id}
        )
        if not isinstance(shown, dict):
            return
        if status == _NOT_FOUND:
            raise self._refuse(status, json.dumps(shown))
        abilities = shown.get("capabilities")
        if isinstance(abilities, list) and "vision" not in abilities:
            raise self._errors.sees_nothing(self.id)
        self._may_take_pictures = True

    async def _require_pictures(self) -> None:
        if not self._may_take_pictures:
            with suppress(ModelUnreachableError):  # the question itself is tried again
                await self.check_pictures()

    def _body(self, messages: Sequence[Message], sampling: Sampling) -> dict[str, Any]:
        return {
            "model": self.id,
            "messages": [_message(one) for one in messages],
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


def _message(message: Message) -> dict[str, Any]:
    images = [in_base64(picture) for picture in message.pictures]
    written: dict[str, Any] = {"role": message.role, "content": message.content}
    return {**written, "images": images} if images else written


def _finished(line: dict[str, Any]) -> Finished:
    return Finished(
        prompt_tokens=read_count(line.get("prompt_eval_count")),
        completion_tokens=read_count(line.get("eval_count")),
        reason="length" if line.get("done_reason") == "length" else "stop",
    )
