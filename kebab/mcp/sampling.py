"""Let the host's own model write, where the host has declared that it may be asked.

With a handshake the host is asked while the call goes on. In the modern era a server asks nothing:
the call ends with what it needs, and the host makes it again with the answers. The question is then
answered from its start, with the model's answers taken from the call; earlier ones travel in the
state that the host sends back, so that the server keeps none. They are the host's own words: to
change them on the way deceives nobody but itself.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp.server.session import ServerSession
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata
from mcp_types import (
    CallToolRequestParams,
    CreateMessageRequest,
    CreateMessageRequestParams,
    CreateMessageResult,
    InputRequiredResult,
    RequestId,
    SamplingMessage,
    TextContent,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from kebab.answer.llm.protocol import Message, Sampled, Sampler, Sampling
from kebab.errors import ProviderError

_HINT = "allow the server to use the host's model, or set another llm.provider in kebab.toml"


class HostAnswerMissingError(Exception):
    """No failure: the call is to end here, and to be made again with the host's answer."""

    def __init__(
        self, key: str, request: CreateMessageRequest, earlier: dict[str, Sampled]
    ) -> None:
        super().__init__("the host's model has not answered yet")
        self._key, self._request, self._earlier = key, request, earlier

    def result(self) -> InputRequiredResult:
        """Ask for the answer; the earlier ones go along as the call's state."""
        state = {name: [s.text, s.model, s.reason] for name, s in self._earlier.items()}
        return InputRequiredResult(
            input_requests={self._key: self._request},
            request_state=json.dumps(state, ensure_ascii=False),
        )


def sampler_of(
    context: ServerRequestContext[Any, Any], params: CallToolRequestParams
) -> Sampler | None:
    """Return the way to the host's model; None where the host has not declared one."""
    declared = context.session.client_capabilities
    if declared is None or declared.sampling is None:
        return None
    if context.protocol_version in MODERN_PROTOCOL_VERSIONS:
        return RepeatedCall(params.request_state, params.input_responses or {})
    return OpenCall(context.session, context.request_id)


class OpenCall:
    """Asks the host while the call is going on."""

    def __init__(self, session: ServerSession, call: RequestId | None) -> None:
        self._session = session
        self._call = call

    async def __call__(self, messages: Sequence[Message], sampling: Sampling) -> Sampled:
        """Ask for one completion."""
        try:
            result = await self._session.send_request(
                to_request(messages, sampling),
                CreateMessageResult,
                metadata=ServerMessageMetadata(related_request_id=self._call),
            )
        except MCPError as cause:
            raise ProviderError(
                f"the host's model gave no answer: {cause.message}", hint=_HINT
            ) from cause
        except ValidationError as cause:
            raise ProviderError(
                "the host's model answered in a form that is not MCP's", hint=_HINT
            ) from cause
        return read_result(result)


class RepeatedCall:
    """Takes the answers that came with the call, and ends the call at the first that is missing."""

    def __init__(self, state: str | None, responses: Mapping[str, Any]) -> None:
        self._known = _read_state(state)
        self._known |= {
            key: read_result(response)
            for key, response in responses.items()
            if isinstance(response, CreateMessageResult)
        }

    async def __call__(self, messages: Sequence[Message], sampling: Sampling) -> Sampled:
        """Return the answer to this very request, or ask for it."""
        request = to_request(messages, sampling)
        key = hashlib.sha256(request.model_dump_json().encode("utf-8", "replace")).hexdigest()[:32]
        if key in self._known:
            return self._known[key]
        raise HostAnswerMissingError(key, request, self._known)


def to_request(messages: Sequence[Message], sampling: Sampling) -> CreateMessageRequest:
    """Write a request as MCP has it: the system's words stand apart."""
    system = "\n\n".join(message.content for message in messages if message.role == "system")
    return CreateMessageRequest(
        params=CreateMessageRequestParams(
            messages=[
                SamplingMessage(
                    role="assistant" if message.role == "assistant" else "user",
                    content=TextContent(type="text", text=message.content),
                )
                for message in messages
                if message.role != "system"
            ],
            system_prompt=system or None,
            max_tokens=sampling.max_tokens,
            temperature=sampling.temperature,
        )
    )


def read_result(result: CreateMessageResult) -> Sampled:
    """Take the text out of what the host's model answered."""
    text = result.content.text if isinstance(result.content, TextContent) else ""
    return Sampled(text, result.model, "length" if result.stop_reason == "maxTokens" else "stop")


def _read_state(state: str | None) -> dict[str, Sampled]:
    """Read what an earlier round left; a state that is not ours holds nothing."""
    try:
        rows = json.loads(state or "{}").items()
        return {
            str(key): Sampled(str(text), str(model), "length" if reason == "length" else "stop")
            for key, (text, model, reason) in rows
        }
    except (ValueError, TypeError, AttributeError, RecursionError):
        return {}
