"""A declared tool as FastMCP knows it: checks the arguments, runs, renders, and never raises."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from fastmcp.tools.base import Tool, ToolResult
from mcp_types import TextContent, ToolAnnotations
from pydantic import PrivateAttr, ValidationError

from kebab.answer.llm.protocol import Sampler
from kebab.errors import InvalidInputError, KebabError
from kebab.mcp.opening import Opening
from kebab.mcp.progress import Send, reporting
from kebab.mcp.results import failure, hard_limit, success, too_large
from kebab.mcp.sampling import HostAnswerMissingError
from kebab.mcp.tools.declaration import CallContext, Illustrated, ToolDeclaration, value_of
from kebab.mcp.validation import check_arguments
from kebab.settings.model import McpSettings
from kebab.wire.wire_object import WireObject, to_json

logger = logging.getLogger(__name__)
_SMALLER_TRIES = 3
_MARGIN = 0.8


@dataclass(frozen=True, slots=True)
class Service:
    """What all tools share: the knowledge base, and how results are to look."""

    opening: Opening
    settings: McpSettings


class DeclaredTool(Tool):
    """One tool of the server."""

    _declaration: ToolDeclaration = PrivateAttr()
    _service: Service = PrivateAttr()
    _served: frozenset[str] = PrivateAttr()

    @classmethod
    def of(
        cls, declaration: ToolDeclaration, service: Service, served: Iterable[str]
    ) -> DeclaredTool:
        """Make the tool of a declaration, in a server that serves these."""
        tool = cls(
            name=declaration.name,
            title=declaration.title,
            description=declaration.description,
            parameters=declaration.input_schema,
            annotations=ToolAnnotations.model_validate(declaration.hints()),
        )
        tool._declaration = declaration
        tool._service = service
        tool._served = frozenset(served)
        return tool

    def get_meta(self) -> dict[str, Any] | None:  # type: ignore[override]  # None leaves it out
        """Keep FastMCP's own marks off the wire."""
        return None

    async def run(self, arguments: dict[str, Any]) -> ToolResult:
        """Serve FastMCP's own way of calling; the server calls `answer`."""

        async def unheard(_progress: float, _total: float | None, _message: str | None) -> None:
            return

        result = await self.answer(arguments, unheard)
        return ToolResult(
            content=[TextContent(**block) for block in result["content"]],
            structured_content=result.get("structuredContent"),
            is_error=result.get("isError", False),
        )

    async def answer(
        self, arguments: dict[str, Any], send_progress: Send, sampler: Sampler | None = None
    ) -> dict[str, Any]:
        """Carry out a call; a failure is a result too. Raises only HostAnswerMissingError."""
        try:
            request = self._read(arguments)
            return await self._respond(request, send_progress, sampler)
        except HostAnswerMissingError:
            raise  # no failure: the call goes on when the host has answered
        except KebabError as error:
            return failure(error, self._served)
        except Exception as cause:
            logger.exception("tool %s failed", self.name)
            unexpected = KebabError(
                f"{self.name} failed unexpectedly: {type(cause).__name__}",
                hint="run `kebab doctor`; the log file in the state directory has the details",
            )
            return failure(unexpected, self._served)

    def _read(self, arguments: dict[str, Any]) -> WireObject:
        checked = check_arguments(self.name, self.parameters, arguments)
        try:
            return self._declaration.input_model(**checked)
        except ValidationError as cause:
            first = cause.errors(include_url=False, include_input=False)[0]
            name = ".".join(str(part) for part in first["loc"])
            raise InvalidInputError(
                f"{name}: {first['msg']}", hint="correct it", details={"argument": name}
            ) from cause

    async def _respond(
        self, request: WireObject, send_progress: Send, sampler: Sampler | None
    ) -> dict[str, Any]:
        settings = self._service.settings
        limit = hard_limit(settings.max_result_tokens)
        base = await self._service.opening.base()
        async with reporting(send_progress) as reports:
            context = CallContext(
                on_progress=reports.ingest,
                on_answer=reports.answer,
                max_tokens=settings.max_result_tokens,
                max_chars=limit,
                sampler=sampler,
            )
            found = await self._declaration.run(base, request, context)
            text = to_json(value_of(found))
            for _ in range(_SMALLER_TRIES):
                if len(text) <= limit:
                    break
                smaller = self._declaration.smaller(request, _MARGIN * limit / len(text), context)
                if smaller is None:
                    break
                request = smaller
                found = await self._declaration.run(base, request, context)
                text = to_json(value_of(found))
        if len(text) > limit:
            raise too_large(self.name, len(text), limit, self._declaration.smaller_hint)
        picture = (found.mime, found.picture) if isinstance(found, Illustrated) else None
        return success(text, structured=settings.structured_content, picture=picture)
