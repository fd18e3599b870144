"""What a tool is: one declaration, from which the listing, the manifest and the call all come."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from kebab.answer.llm.protocol import Sampler
from kebab.hwp.service import HwpService
from kebab.wire.answer import Answer, AnswerEvent, AskInput
from kebab.wire.doctor import DoctorReport, SchemaInfo
from kebab.wire.documents import DocumentList, FetchResult, ForgetReport
from kebab.wire.ingest import IngestProgress, IngestReport
from kebab.wire.inputs import FetchInput, ListInput
from kebab.wire.search import BulkResponse, SearchInput, SearchResponse
from kebab.wire.wire_object import WireObject

OnProgress = Callable[[IngestProgress], None]
OnAnswer = Callable[[AnswerEvent], None]


class Base(Protocol):
    """What the tools ask of an open knowledge base."""

    async def search(self, request: SearchInput, /) -> SearchResponse:
        """Answer one search."""
        ...

    async def bulk_search(self, queries: list[Any], /) -> BulkResponse:
        """Answer several searches; what is wrong with one is that one's error."""
        ...

    async def ask(
        self, request: AskInput, on_event: OnAnswer, /, *, host: Sampler | None
    ) -> Answer:
        """Answer one question; `host` is the model of the host, where it has lent one."""
        ...

    async def fetch(self, request: FetchInput, /) -> FetchResult:
        """Return a chunk, a document or lines of one."""
        ...

    async def list_docs(self, request: ListInput, /) -> DocumentList:
        """List documents."""
        ...

    async def schema(self) -> SchemaInfo:
        """Say what the knowledge base holds."""
        ...

    async def doctor(self) -> DoctorReport:
        """Check everything."""
        ...

    async def ingest_file(
        self,
        path: Path,
        *,
        tags: tuple[str, ...],
        metadata: Mapping[str, str],
        on_progress: OnProgress,
        stop: asyncio.Event,
    ) -> IngestReport:
        """Take in one file."""
        ...

    async def ingest_stdin(
        self,
        content: bytes,
        *,
        title: str,
        source_uri: str | None,
        tags: tuple[str, ...],
        metadata: Mapping[str, str],
        on_progress: OnProgress,
        stop: asyncio.Event,
    ) -> IngestReport:
        """Take in a text that has no file."""
        ...

    async def forget(self, targets: list[str], /) -> ForgetReport:
        """Remove documents from the index."""
        ...

    def hwp(self) -> HwpService:
        """Return what works on single HWP documents."""
        ...


@dataclass(frozen=True, slots=True)
class CallContext:
    """What a call brings beside its arguments: where progress goes, and how much may come back.

    `max_tokens` is what a tool aims at; an answer of more than `max_chars` is not sent. `sampler`
    asks the host's model, where the host has declared that it may be asked.
    """

    on_progress: OnProgress
    on_answer: OnAnswer
    max_tokens: int
    max_chars: int
    sampler: Sampler | None


@dataclass(frozen=True, slots=True)
class Illustrated:
    """An answer with a picture beside its text."""

    value: WireObject
    mime: str
    picture: bytes


Result = WireObject | Illustrated


def value_of(result: Result) -> WireObject:
    """Return what is emitted as text."""
    return result.value if isinstance(result, Illustrated) else result


Run = Callable[[Base, Any, CallContext], Awaitable[Result]]
Smaller = Callable[[Any, float, CallContext], WireObject | None]


@dataclass(frozen=True, slots=True)
class ToolDeclaration:
    """One tool, as hosts see it (`name` to `idempotent`), and how it is run.

    `input_schema` is kept by hand: flat, one type each, no reference. `cli` is the command that
    prints the same bytes; a tool that only a server can have has none. `smaller` returns an input
    whose answer is about `share` of the size, None where there is no such input; it is asked when
    an answer is over the limit. `smaller_hint` tells an agent to do the same.
    """

    name: str
    title: str
    description: str
    input_schema: dict[str, Any]
    read_only: bool
    destructive: bool
    idempotent: bool
    cli: str
    input_model: type[WireObject]
    run: Run
    smaller: Smaller = lambda _input, _share, _context: None
    smaller_hint: str = "ask for less"

    def hints(self) -> dict[str, bool]:
        """Tell hosts what a call may do; nothing here reaches beyond this machine.

        Whether a call destroys or may be repeated has a meaning only where it writes.
        """
        writing = {"destructiveHint": self.destructive, "idempotentHint": self.idempotent}
        return {
            "readOnlyHint": self.read_only,
            **({} if self.read_only else writing),
            "openWorldHint": False,
        }


def schema_of(required: list[str] | None = None, /, **properties: dict[str, Any]) -> dict[str, Any]:
    """Put the properties of a tool's arguments into the flat schema that every host reads."""
    schema: dict[str, Any] = {
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }
    if required:
        schema["required"] = required
    return schema


def text(description: str = "", **more: Any) -> dict[str, Any]:
    """Describe an argument that is a text; its name may say enough."""
    return {"type": "string", **_described(description), **more}


def texts(description: str = "", **more: Any) -> dict[str, Any]:
    """Describe an argument that is a list of texts."""
    return {"type": "array", "items": {"type": "string"}, **_described(description), **more}


def facts() -> dict[str, Any]:
    """Describe an argument that names facts: texts by their names, no deeper."""
    return {"type": "object"}


def number(
    description: str, minimum: float, maximum: float, *, whole: bool = True
) -> dict[str, Any]:
    """Describe an argument that is a number."""
    return {
        "type": "integer" if whole else "number",
        "minimum": minimum,
        "maximum": maximum,
        **_described(description),
    }


def switch(description: str) -> dict[str, Any]:
    """Describe an argument that is true or false."""
    return {"type": "boolean", **_described(description)}


def _described(description: str) -> dict[str, Any]:
    return {"description": description} if description else {}
