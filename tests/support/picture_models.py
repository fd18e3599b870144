"""A server with a model that looks at pictures, in both protocols: it answers by their colour."""

from __future__ import annotations

import base64
import io
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from PIL import Image
from support.http_server import HttpServer, Reply, Request, serving
from support.model_servers import CHAT_DONE, CHAT_STOP, OLLAMA_DONE, chat_event, ollama_line

MODEL = "gemma3:4b"
COLOURS = {"red": (200, 30, 30), "blue": (30, 30, 200), "green": (30, 160, 30)}


def painted(colour: str, size: tuple[int, int] = (60, 40), kind: str = "PNG") -> bytes:
    """Make an image file of one colour."""
    file = io.BytesIO()
    Image.new("RGB", size, COLOURS[colour]).save(file, kind)
    return file.getvalue()


def colour_of(image: Image.Image) -> str:
    """Name the colour that an image comes nearest to."""
    found = image.convert("RGB").resize((1, 1)).getpixel((0, 0))
    return min(
        COLOURS, key=lambda name: sum(abs(a - b) for a, b in zip(COLOURS[name], found, strict=True))
    )


@dataclass
class Looking:
    """What the server was shown, and what it says: a text for each colour, or a refusal."""

    says: Callable[[str], str]
    abilities: Sequence[str] | None = ("completion", "vision")
    refusal: tuple[int, Any] | None = None
    hangs: bool = False
    shown: list[Image.Image] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    on_shown: Callable[[], None] = lambda: None

    @property
    def colours(self) -> list[str]:
        """Name the colours of the pictures in the order in which they came."""
        return [colour_of(image) for image in self.shown]

    def look(self, data: str) -> str:
        """Decode a picture as a model's server would, and answer."""
        image = Image.open(io.BytesIO(base64.b64decode(data, validate=True)))
        image.load()
        self.shown.append(image)
        self.on_shown()
        return self.says(colour_of(image))


@asynccontextmanager
async def picture_server(looking: Looking) -> AsyncIterator[HttpServer]:
    """Serve Ollama's /api/chat and /api/show, and /v1/chat/completions."""

    async def handle(request: Request, reply: Reply) -> None:
        match request.path:
            case "/api/show" if looking.abilities is not None:
                await reply.whole(200, {"capabilities": list(looking.abilities)})
            case "/v1/models":
                await reply.whole(200, {"data": [{"id": MODEL}]})
            case "/api/chat" | "/v1/chat/completions":
                await answer(request, reply)
            case _:
                await reply.whole(404, "404 page not found")

    async def answer(request: Request, reply: Reply) -> None:
        *before, last = request.body["messages"]
        looking.asked.append("\n".join(message["content"] for message in before))
        if looking.refusal is not None:
            await reply.whole(*looking.refusal)
            return
        if request.path == "/api/chat":
            media, text = "application/x-ndjson", looking.look(last["images"][0])
            pieces = [ollama_line(text), OLLAMA_DONE]
        else:
            (url,) = (part["image_url"]["url"] for part in last["content"] if "image_url" in part)
            head, _, data = url.partition(",")
            assert head == "data:image/jpeg;base64"
            media, text = "text/event-stream", looking.look(data)
            pieces = [chat_event(text), CHAT_STOP, CHAT_DONE]
        await reply.start(media)
        if looking.hangs:
            await reply.client_left()
            return
        for piece in pieces:
            await reply.piece(piece)
        await reply.end()

    async with serving(handle) as server:
        yield server
