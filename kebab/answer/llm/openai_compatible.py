"""Asks any server with OpenAI's interface: /chat/completions, one event a piece."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Any

from kebab.answer.llm.chat_events import ChatEnd, read_event
from kebab.answer.llm.http_client import HttpClient, read_off
from kebab.answer.llm.payloads import ThinkingFilter, in_base64, read_object
from kebab.answer.llm.protocol import Delta, Finished, Message, Sampling
from kebab.answer.llm.server_errors import ServerErrors
from kebab.answer.llm.token_counter import TokenCounter
from kebab.errors import KebabError, ProviderError

_log = logging.getLogger(__name__)
_BAD_REQUEST, _NOT_FOUND = 400, 404
_CHECK_TIMEOUT_S = 10.0
_KEY_REFUSED = frozenset({401, 403})
# newer models of OpenAI itself refuse some of these, and say which
_OPTIONAL = frozenset({"max_tokens", "temperature", "seed", "stream_options"})


class OpenAiModel:
    """A model behind an OpenAI-compatible server. `model = ""` takes what the server offers."""

    provider = "openai"

    def __init__(
        self,
        model: str,
        *,
        context_tokens: int,
        client: HttpClient,
        errors: ServerErrors,
        key_variable: str,
    ) -> None:
        self.id = model or "default"
        self.context_tokens = context_tokens
        self._model = model
        self._client = client
        self._errors = errors
        self._key_variable = key_variable
        self._counter = TokenCounter(client, errors.endpoint, model)
        self._refused: set[str] = set()

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def count_tokens(self, text: str) -> int:
        """Ask the server where it has /tokenize, else estimate."""
        return await self._counter.count(text)

    async def stream(
        self, messages: Sequence[Message], sampling: Sampling
    ) -> AsyncGenerator[Delta | Finished]:
        """Give the answer piece by piece and `Finished` last."""
        while True:
            try:
                async with aclosing(self._attempt(messages, sampling)) as pieces:
                    async for piece in pieces:
                        yield piece
            except ProviderError as refusal:
                if not self._adapts_to(refusal):
                    raise
            else:
                return

    async def _attempt(
        self, messages: Sequence[Message], sampling: Sampling
    ) -> AsyncGenerator[Delta | Finished]:
        answer, end = ThinkingFilter(), ChatEnd()
        payloads = self._client.stream(
            "/chat/completions", self._body(messages, sampling), form="sse", refuse=self._refuse
        )
        async with aclosing(payloads):
            async for payload in payloads:
                self._counter.server_answered()
                event = read_event(payload, end)
                if event.fault is not None:
                    raise self._errors.aborted(event.fault)
                if text := answer.feed(event.text):
                    yield Delta(text)
                if end.done:
                    await read_off(payloads)
                    break
        if not end.done and end.reason is None:
            raise self._errors.aborted("the stream ended before it said why")
        if text := answer.finish():
            yield Delta(text)
        yield Finished(end.prompt_tokens, end.completion_tokens, end.reason or "stop")

    async def check_pictures(self) -> None:
        """Look whether the server is there; what its model can do, it says when it is asked."""
        await self._client.look_up("/models", timeout_s=_CHECK_TIMEOUT_S)

    def _body(self, messages: Sequence[Message], sampling: Sampling) -> dict[str, Any]:
        body: dict[str, Any] = {
            "messages": [_message(one) for one in messages],
            "stream": True,
            "stream_options": {"include_usage": True},
            "max_tokens": sampling.max_tokens,
            "temperature": sampling.temperature,
            "seed": sampling.seed,
        }
        if self._model:
            body["model"] = self._model
        if "max_tokens" in self._refused:
            body["max_completion_tokens"] = sampling.max_tokens
        return {name: value for name, value in body.items() if name not in self._refused}

    def _adapts_to(self, refusal: ProviderError) -> bool:
        """Leave out, from now on, what the server names as a parameter that it does not take."""
        name = refusal.details.get("parameter")
        if name not in _OPTIONAL or name in self._refused:
            return False
        self._refused.add(name)
        _log.warning("%s does not take %s; it is left out", self._errors.endpoint, name)
        return True

    def _refuse(self, status: int, text: str) -> KebabError:
        found = (read_object(text) or {}).get("error")
        error = found if isinstance(found, dict) else {"message": found}
        said = str(error.get("message") or text or "nothing")
        if status in _KEY_REFUSED:
            return self._errors.refused(status, said, self._key_hint())
        if status == _NOT_FOUND and found is not None and "model" in said.lower():
            return self._errors.not_pulled(self.id, _pull_hint(self.id))
        if status == _NOT_FOUND:
            return self._errors.unusable(
                f"has no /chat/completions (status {status})",
                "[llm] base_url has to lead to an OpenAI-compatible interface, often .../v1",
            )
        refusal = self._errors.refused(
            status, said, "if the prompt is too long, lower [ask] max_evidence_tokens"
        )
        if status == _BAD_REQUEST and isinstance(error.get("param"), str):
            refusal.details["parameter"] = error["param"]
        return refusal

    def _key_hint(self) -> str:
        if self._key_variable:
            return f"put a key that the server accepts into the variable {self._key_variable}"
        return "put the key into a variable, and name the variable in [llm] api_key_env"


def _message(message: Message) -> dict[str, Any]:
    if not message.pictures:
        return {"role": message.role, "content": message.content}
    parts: list[dict[str, Any]] = [{"type": "text", "text": message.content}]
    parts += [
        {
            "type": "image_url",
            "image_url": {"url": f"data:{picture.media_type};base64,{in_base64(picture)}"},
        }
        for picture in message.pictures
    ]
    return {"role": message.role, "content": parts}


def _pull_hint(model: str) -> str:
    return f"load it there (with Ollama: ollama pull {model}), or correct [llm] model"
