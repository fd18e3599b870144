"""Servers that speak as Ollama and as an OpenAI-compatible one do, after their documentation."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from support.http_server import HttpServer, Reply, Request, serving

PIECES = ("A pod", " is the", " smallest unit", " [1].")
_MODEL = "gemma3:270m"
_AT = "2026-11-30T12:00:00.000000Z"


def ollama_line(content: str, **more: Any) -> str:
    """Write one line of /api/chat."""
    message = {"role": "assistant", "content": content}
    line = {"model": _MODEL, "created_at": _AT, "message": message, "done": False, **more}
    return json.dumps(line) + "\n"


OLLAMA_DONE = ollama_line(
    "",
    done=True,
    done_reason="stop",
    total_duration=4883583458,
    load_duration=1334875,
    prompt_eval_count=26,
    prompt_eval_duration=342546000,
    eval_count=298,
    eval_duration=4535599000,
)


class Behaviour:
    """What the server does, in the order of the requests for an answer; the last one stays.

    An entry is a tuple (status, body, headers), or a list of pieces in which the words `drop`,
    `hang` and `end` stand for themselves.
    """

    def __init__(self, *entries: Any) -> None:
        self.entries = list(entries)
        self.answered = 0
        self.client_left = asyncio.Event()
        self.waiting = asyncio.Event()

    async def act(self, media: str, reply: Reply) -> None:
        """Carry out the next entry."""
        self.answered += 1
        entry = self.entries.pop(0) if len(self.entries) > 1 else self.entries[0]
        if isinstance(entry, tuple):
            status, body, *headers = entry
            await reply.whole(status, body, **(headers[0] if headers else {}))
            return
        await reply.start(media)
        for piece in entry:
            match piece:
                case "drop":
                    reply.drop()
                    return
                case "hang":
                    self.waiting.set()
                    await reply.client_left()
                    self.client_left.set()
                    return
                case _:
                    await reply.piece(piece)
        await reply.end()


@asynccontextmanager
async def ollama_server(
    behaviour: Behaviour, *, models: Sequence[str] = (_MODEL,), shows: Any = None
) -> AsyncIterator[HttpServer]:
    """Serve /api/chat; a model that is not among `models` is 404 in Ollama's words.

    `shows` is what /api/show says of a model that it does not have.
    """

    async def handle(request: Request, reply: Reply) -> None:
        if request.path == "/api/show" and shows is not None:
            await reply.whole(404, shows)
        elif (request.method, request.path) != ("POST", "/api/chat"):
            await reply.whole(404, "404 page not found")
        elif request.body["model"] not in models:
            await reply.whole(404, {"error": f"model '{request.body['model']}' not found"})
        else:
            await behaviour.act("application/x-ndjson", reply)

    async with serving(handle) as server:
        yield server


def chat_event(content: str | None = None, **more: Any) -> str:
    """Write one event of /v1/chat/completions."""
    delta = {} if content is None else {"content": content}
    choice = {"index": 0, "delta": delta, "finish_reason": None, **more}
    return chat_chunk(choices=[choice])


def chat_chunk(**fields: Any) -> str:
    """Write one chunk as an event."""
    chunk = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m", **fields}
    return f"data: {json.dumps(chunk)}\n\n"


CHAT_STOP = chat_event(finish_reason="stop")
CHAT_USAGE = chat_chunk(
    choices=[], usage={"prompt_tokens": 31, "completion_tokens": 9, "total_tokens": 40}
)
CHAT_DONE = "data: [DONE]\n\n"
CHAT_ANSWER = [
    chat_event("", role="assistant"),
    ": keep-alive\n\n",
    *(chat_event(piece) for piece in PIECES),
    CHAT_STOP,
    CHAT_USAGE,
    CHAT_DONE,
]
OLLAMA_ANSWER = [*(ollama_line(piece) for piece in PIECES), OLLAMA_DONE]


@asynccontextmanager
async def openai_server(behaviour: Behaviour, *, tokenize: str = "") -> AsyncIterator[HttpServer]:
    """Serve /v1/chat/completions, and /tokenize as `llama.cpp` or `vllm` do, or not at all."""

    async def handle(request: Request, reply: Reply) -> None:
        match request.path:
            case "/v1/chat/completions":
                await behaviour.act("text/event-stream", reply)
            case "/tokenize" if tokenize == "llama.cpp":
                await reply.whole(200, {"tokens": request.body["content"].split()})
            case "/tokenize" if tokenize == "vllm":
                words = request.body["prompt"].split()
                await reply.whole(
                    200, {"count": len(words), "max_model_len": 8192, "tokens": words}
                )
            case _:
                await reply.whole(404, {"detail": "Not Found"})

    async with serving(handle) as server:
        yield server
