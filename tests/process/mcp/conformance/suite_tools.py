"""The tools and resources that the official suites ask for by name, as tools of the product."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from mcp.shared.exceptions import MCPError
from mcp_types import (
    BlobResourceContents,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    TextResourceContents,
)
from pydantic import PrivateAttr

from kebab.answer.llm.protocol import Message, Sampler, Sampling
from kebab.mcp.progress import Send
from kebab.mcp.tool import DeclaredTool

PNG = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADU"
    "lEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
)
WAV = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA="
MISSING_CAPABILITY = -32021
Block = dict[str, Any]
Answer = Callable[[dict[str, Any], Send, Sampler | None], Awaitable[dict[str, Any]]]
# What the suites publish for `json-schema-2020-12`: every keyword has to arrive.
DIALECT_SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }
    },
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"},
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}
# What some hosts cannot read.
ODD = {"type": "object", "properties": {"anything": True}}


class SuiteTool(DeclaredTool):
    """A tool whose answer is the suites' own."""

    _answer: Answer = PrivateAttr()

    @classmethod
    def named(cls, name: str, answer: Answer, schema: dict[str, Any] | None = None) -> SuiteTool:
        tool = cls(name=name, description=f"{name}.", parameters=schema or {"type": "object"})
        tool._answer = answer
        return tool

    async def answer(
        self, arguments: dict[str, Any], send_progress: Send, sampler: Sampler | None = None
    ) -> dict[str, Any]:
        return await self._answer(arguments, send_progress, sampler)


def text(words: str) -> Block:
    return {"type": "text", "text": words}


def error(words: str) -> Block:
    """Write a failure; the product's are JSON with a code, which its metrics count."""
    return text(json.dumps({"code": "suite", "message": words}))


def embedded(uri: str, mime: str, words: str) -> Block:
    return {"type": "resource", "resource": {"uri": uri, "mimeType": mime, "text": words}}


FAILURE = {"isError": True}
IMAGE = {"type": "image", "data": PNG, "mimeType": "image/png"}
AUDIO = {"type": "audio", "data": WAV, "mimeType": "audio/wav"}
EMBEDDED = embedded(
    "test://embedded-resource", "text/plain", "This is an embedded resource content."
)
MIXED = embedded(
    "test://mixed-content-resource", "application/json", json.dumps({"test": "data", "value": 123})
)


def always(*blocks: Block, is_error: bool = False) -> Answer:
    async def answer(_arguments: object, _send: Send, _sampler: Sampler | None) -> dict[str, Any]:
        return {"content": list(blocks), **(FAILURE if is_error else {})}

    return answer


async def report_thrice(_arguments: object, send: Send, _sampler: Sampler | None) -> dict[str, Any]:
    for done in (0.0, 50.0, 100.0):
        await send(done, 100.0, f"Completed step {done:.0f} of 100")
    return {"content": [text("done")]}


async def sample(arguments: dict[str, Any], _send: Send, sampler: Sampler | None) -> dict[str, Any]:
    """Ask the host's model, as `ask` does."""
    if sampler is None:
        return FAILURE | {"content": [error("the host offers no model")]}
    prompt = str(arguments.get("prompt", "What is the capital of France?"))
    sampled = await sampler([Message("user", prompt)], Sampling(100, 0.0, 0))
    return {"content": [text(f"LLM response: {sampled.text}")]}


async def insist(_arguments: object, _send: Send, sampler: Sampler | None) -> dict[str, Any]:
    """Refuse where the host offers no model."""
    if sampler is None:
        needed = {"requiredCapabilities": {"sampling": {}}}
        raise MCPError(MISSING_CAPABILITY, "Missing required client capability", needed)
    return {"content": [text("there is one")]}


def suite_tools() -> list[SuiteTool]:
    prompt = {"type": "object", "properties": {"prompt": {"type": "string"}}}
    return [
        SuiteTool.named(
            "test_simple_text", always(text("This is a simple text response for testing."))
        ),
        SuiteTool.named("test_image_content", always(IMAGE)),
        SuiteTool.named("test_audio_content", always(AUDIO)),
        SuiteTool.named("test_embedded_resource", always(EMBEDDED)),
        SuiteTool.named(
            "test_multiple_content_types",
            always(text("Multiple content types test:"), IMAGE, MIXED),
        ),
        SuiteTool.named(
            "test_error_handling",
            always(error("This tool intentionally returns an error for testing"), is_error=True),
        ),
        SuiteTool.named("test_tool_with_progress", report_thrice),
        SuiteTool.named("test_sampling", sample, prompt),
        SuiteTool.named("test_input_required_result_sampling", sample),
        SuiteTool.named("test_input_required_result_capabilities", sample),
        # asks while it answers, as much as the product ever does
        SuiteTool.named("test_streaming_elicitation", sample),
        SuiteTool.named("test_logging_tool", always(text("kebab sends no log"))),
        SuiteTool.named("test_missing_capability", insist),
        SuiteTool.named("json_schema_2020_12_tool", always(text("ok")), DIALECT_SCHEMA),
    ]


RESOURCES = [
    Resource(uri="test://static-text", name="static-text", mime_type="text/plain"),
    Resource(uri="test://static-binary", name="static-binary", mime_type="image/png"),
]
TEMPLATE = ResourceTemplate(
    uri_template="test://template/{id}/data", name="template", mime_type="application/json"
)


def read_resource(uri: str) -> ReadResourceResult | None:
    """Read a resource of the suites; None where it is none."""
    if uri == "test://static-text":
        words = "This is the content of the static text resource."
        content = TextResourceContents(uri=uri, mime_type="text/plain", text=words)
    elif uri == "test://static-binary":
        return ReadResourceResult(
            contents=[BlobResourceContents(uri=uri, mime_type="image/png", blob=PNG)]
        )
    elif uri.startswith("test://template/"):
        name = uri.split("/")[3]
        words = json.dumps({"id": name, "templateTest": True, "data": f"Data for ID: {name}"})
        content = TextResourceContents(uri=uri, mime_type="application/json", text=words)
    else:
        return None
    return ReadResourceResult(contents=[content])
