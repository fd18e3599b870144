"""Counts tokens at the server where it can (llama.cpp, vLLM), found out once; else estimates."""

from __future__ import annotations

from typing import Any, Literal

from kebab.answer.llm.http_client import HttpClient
from kebab.answer.llm.payloads import read_count
from kebab.errors import ProviderError
from kebab.search.budget import estimate_tokens


class TokenCounter:
    """Counts for one model of one server."""

    def __init__(self, client: HttpClient, endpoint: str, model: str) -> None:
        self._client = client
        # /tokenize lies beside /v1, not in it
        self._url = f"{endpoint.removesuffix('/v1')}/tokenize"
        self._model = model
        self._server: Literal["unknown", "counts", "cannot", "away"] = "unknown"

    def server_answered(self) -> None:
        """Note that a server which was away is back, so that it is asked again."""
        if self._server == "away":
            self._server = "unknown"

    async def count(self, text: str) -> int:
        """Count the tokens of a text; never fail."""
        if not text:
            return 0
        if self._server in {"unknown", "counts"}:
            counted = await self._ask(text)
            if counted is not None:
                return counted
        return estimate_tokens(text)

    async def _ask(self, text: str) -> int | None:
        # llama.cpp reads content, vLLM prompt; each leaves the other alone
        body = {"content": text, "prompt": text, "add_special_tokens": False}
        if self._model:
            body["model"] = self._model
        try:
            answer = await self._client.ask(self._url, body)
        except ProviderError:
            self._server = "away"
            return None
        counted = _counted(answer)
        if counted is not None:
            self._server = "counts"
        elif self._server == "unknown":
            self._server = "cannot"
        return counted


def _counted(answer: Any) -> int | None:
    if not isinstance(answer, dict):
        return None
    tokens = answer.get("tokens")
    count = read_count(answer.get("count"))
    return count if count is not None else len(tokens) if isinstance(tokens, list) else None
