"""Reads the events of a chat completion: text, end, usage, or a fault. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kebab.answer.llm.payloads import read_count, read_object
from kebab.answer.llm.protocol import StopReason

_DONE = "[DONE]"


@dataclass(slots=True)
class ChatEnd:
    """What is known of the end so far; `done` once nothing more is to come."""

    done: bool = False
    reason: StopReason | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class ChatEvent:
    """The text that one event adds, or why the answer cannot go on."""

    text: str = ""
    fault: str | None = None


def read_event(payload: str, end: ChatEnd) -> ChatEvent:
    """Read one event, noting in `end` what it says of the end."""
    if payload.strip() == _DONE:
        end.done = True
        return ChatEvent()
    event = read_object(payload)
    if event is None:
        return ChatEvent(fault=f"an event of it is no JSON object: {payload}")
    if event.get("error"):
        return ChatEvent(fault=_words(event["error"]))
    usage = event.get("usage")
    if isinstance(usage, dict):
        end.prompt_tokens = read_count(usage.get("prompt_tokens"))
        end.completion_tokens = read_count(usage.get("completion_tokens"))
    choices = event.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    return _read_choice(choice, end) if isinstance(choice, dict) else ChatEvent()


def _read_choice(choice: dict[str, Any], end: ChatEnd) -> ChatEvent:
    match choice.get("finish_reason"):
        case "content_filter":
            return ChatEvent(fault="the server's content filter stopped it")
        case "length":
            end.reason = "length"
        case str() as reason if reason:
            end.reason = "stop"
        case _:
            pass
    delta = choice.get("delta")
    content = delta.get("content") if isinstance(delta, dict) else None
    return ChatEvent(content if isinstance(content, str) else "")


def _words(error: Any) -> str:
    return str(error.get("message") or error) if isinstance(error, dict) else str(error)
