"""The worker's method `hwp`: finds the document of a request, carries out one operation on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from kebab.errors import InvalidInputError
from workers.extract.limits import Limits
from workers.extract.memory_cap import memory_cap
from workers.hwp.open_documents import OpenDocuments
from workers.hwp.outcome import Args, Operation, Outcome

# Each is imported when it is first asked for: the editing library alone takes half a second.
_READING, _EDITING, _LOOKING = "workers.hwp.reading", "workers.hwp.editing", "workers.hwp.looking"
OPERATIONS: Mapping[str, str] = {
    "open": f"{_READING}.facts:open_",
    "summary": f"{_READING}.facts:summary",
    "info": f"{_READING}.facts:info",
    "text": f"{_READING}.texts:text",
    "blocks": f"{_READING}.block_list:blocks",
    "markup": f"{_READING}.markup:markup",
    "chunks": f"{_READING}.chunks:chunks",
    "tables": f"{_READING}.table_list:tables",
    "table_csv": f"{_READING}.table_list:table_csv",
    "structure": f"{_READING}.structure:structure",
    "digest": f"{_READING}.digest:digest",
    "search": f"{_READING}.search:search",
    "extract_data": f"{_READING}.data:extract_data",
    "render": f"{_LOOKING}.rendering:render",
    "render_svgs": f"{_LOOKING}.rendering:render_svgs",
    "thumbnail": f"{_LOOKING}.thumbnail:thumbnail",
    "markdown_files": f"{_LOOKING}.markdown_files:markdown_files",
    "inspect": f"{_LOOKING}.inspecting:inspect",
    "diff": f"{_LOOKING}.comparing:diff",
    "fields": f"{_EDITING}.operations:fields",
    "edit": f"{_EDITING}.operations:edit",
    "save": f"{_EDITING}.operations:save",
}
# These ask nothing of a document: `function(args, limits)`.
WITHOUT_DOCUMENT: Mapping[str, str] = {"health": f"{_LOOKING}.health:health"}


class HwpRequests:
    """Answers requests about HWP documents, on the thread that made it."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._documents = OpenDocuments(limits)

    def handle(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """Carry out one request."""
        operation = params["op"]
        if operation == "close":
            self._documents.drop(params["document"])
            return _reply(Outcome({}), None, [], opened=False)
        if operation in WITHOUT_DOCUMENT:
            made = _without_document(operation)(params["args"], self._limits)
            return _reply(made, None, [], opened=False)
        act = operation_named(operation)
        with (
            memory_cap(self._limits.parse_memory_mb, params["path"]),
            self._documents.using(params) as (document, was_opened),
        ):
            document.ask(operation, params["args"])
            made = act(document, params["args"])
            source = document.source.to_fields(document.format.value)
            return _reply(made, source, document.warnings, opened=was_opened)


def operation_named(name: str) -> Operation:
    """Import what carries out an operation."""
    if name not in OPERATIONS:
        raise InvalidInputError(f"there is no operation {name!r} on a document")
    found: Operation = _imported(OPERATIONS[name])
    return found


def _without_document(name: str) -> Callable[[Args, Limits], Outcome]:
    found: Callable[[Args, Limits], Outcome] = _imported(WITHOUT_DOCUMENT[name])
    return found


def _imported(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def _reply(
    made: Outcome, source: dict[str, Any] | None, warnings: list[str], *, opened: bool
) -> dict[str, Any]:
    attachment = made.attachment
    return {
        "result": made.result,
        "source": source,
        "opened": opened,
        "warnings": list(dict.fromkeys([*warnings, *made.warnings])),
        "attachment": attachment and {"mime": attachment.mime, "data": attachment.data},
        "files": made.files
        and [{"name": one.name, "data": one.data, "page": one.page} for one in made.files],
    }
