"""Makes declarations of HWP tools: most say which operation of a worker they are, and no more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ConfigDict

from kebab.hwp.calls import Answer
from kebab.mcp.tools.declaration import (
    Base,
    CallContext,
    Illustrated,
    Result,
    Run,
    ToolDeclaration,
    number,
    schema_of,
    switch,
    text,
)
from kebab.wire.hwp.envelope import HwpObject
from kebab.wire.wire_object import WireObject

PATH = text("Absolute path of a .hwp or .hwpx file.", minLength=1, maxLength=4096)
DOC = text("From hwp_open.", minLength=1, maxLength=40)
OUTPUT = text("Absolute path of the file to write.", maxLength=4096)
NEW_DOCUMENT = text(
    "Absolute path of the new .hwp or .hwpx; its ending is the format.", maxLength=4096
)
OVERWRITE = switch("Replace a file that is there.") | {"default": False}
DRY_RUN = switch("Only say what would change.") | {"default": False}
CURSOR = text("From next_cursor.", maxLength=200) | {"default": ""}
PAGE = number("Counts from 0.", 0, 100_000)
TABLE = number("From the list of tables.", 0, 1_000_000)
# What a tool keeps to itself; the worker is not told.
_OF_THE_FRONT = frozenset({"path", "docId", "output", "output_dir", "overwrite"})
_SHOWN = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
_FLOOR = 1


class HwpArguments(WireObject):
    """The arguments of a call, checked against the tool's schema, with its defaults."""

    model_config = ConfigDict(frozen=True, extra="allow")

    @property
    def given(self) -> dict[str, Any]:
        """Return them by name."""
        return dict(self.model_extra or {})


def limit(default: int, most: int, description: str = "") -> dict[str, Any]:
    """Describe how many entries an answer may have."""
    return number(description, 1, most) | {"default": default}


def declare(
    name: str,
    title: str,
    description: str,
    run: Run,
    *,
    properties: Mapping[str, dict[str, Any]],
    required: tuple[str, ...] = (),
    cli: str = "",
    read_only: bool = True,
    idempotent: bool = True,
) -> ToolDeclaration:
    """Declare a tool. What it may destroy follows from its arguments: only `overwrite` does."""
    return ToolDeclaration(
        name=name,
        title=title,
        description=description,
        input_schema=schema_of(list(required), **dict(properties)),
        read_only=read_only,
        destructive="overwrite" in properties,
        idempotent=idempotent,
        cli=f"kebab hwp {cli} --json" if cli else "",
        input_model=HwpArguments,
        run=run,
        smaller=_smaller,
        smaller_hint="ask for less: a smaller limit or max_chars, and go on with next_cursor",
    )


def by_path(
    name: str,
    title: str,
    description: str,
    op: str,
    model: type[HwpObject],
    *,
    cli: str,
    properties: Mapping[str, dict[str, Any]] | None = None,
    required: tuple[str, ...] = (),
    fixed: Mapping[str, Any] | None = None,
    renamed: Mapping[str, str] | None = None,
) -> ToolDeclaration:
    """Declare a tool that opens a file, asks one thing, and closes it.

    `fixed` is what the worker is told beside the arguments, `renamed` under which name.
    """
    described = {"path": PATH, **(properties or {})}

    async def run(base: Base, request: HwpArguments, _context: CallContext) -> Result:
        given = arguments(described, request)
        names = renamed or {}
        told = {names.get(name, name): value for name, value in for_worker(given).items()}
        asked = {**told, **(fixed or {})}
        if given.get("output"):
            answer = await base.hwp().exports.read_into(
                op,
                given["path"],
                asked,
                model,
                output=given["output"],
                overwrite=given["overwrite"],
            )
        else:
            answer = await base.hwp().exports.read(op, given["path"], asked, model)
        return shown(answer)

    return declare(
        name,
        title,
        description,
        run,
        properties=described,
        required=("path", *required),
        cli=cli,
        read_only="output" not in described,
    )


def by_handle(
    name: str,
    title: str,
    description: str,
    op: str,
    model: type[HwpObject],
    *,
    properties: Mapping[str, dict[str, Any]] | None = None,
    required: tuple[str, ...] = (),
    fixed: Mapping[str, Any] | None = None,
) -> ToolDeclaration:
    """Declare a tool that asks an open document one thing."""
    described = {"docId": DOC, **(properties or {})}

    async def run(base: Base, request: HwpArguments, _context: CallContext) -> Result:
        given = arguments(described, request)
        sessions = base.hwp().sessions
        handle = sessions.handle(given["docId"])
        asked = {**for_worker(given), **(fixed or {})}
        return shown(await sessions.ask(op, handle, asked, model))

    return declare(
        name, title, description, run, properties=described, required=("docId", *required)
    )


def arguments(properties: Mapping[str, Mapping[str, Any]], request: HwpArguments) -> dict[str, Any]:
    """Fill in what was left out: the default, or None."""
    given = request.given
    return {name: given.get(name, schema.get("default")) for name, schema in properties.items()}


def for_worker(given: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what the worker is not told; an empty cursor is none."""
    told = {name: value for name, value in given.items() if name not in _OF_THE_FRONT}
    return {**told, "cursor": told["cursor"] or None} if "cursor" in told else told


def shown(answer: Answer[Any]) -> Result:
    """Put a picture beside the answer, where hosts can show it."""
    attached = answer.attachment
    if attached is None or attached.mime not in _SHOWN:
        value: WireObject = answer.value
        return value
    return Illustrated(answer.value, attached.mime, attached.data)


def _smaller(request: HwpArguments, share: float, _context: CallContext) -> HwpArguments | None:
    given = request.given
    for name in ("max_chars", "limit", "max_matches"):
        if isinstance(given.get(name), int):
            less = int(given[name] * share)
            return HwpArguments(**{**given, name: less}) if less >= _FLOOR else None
    return None
