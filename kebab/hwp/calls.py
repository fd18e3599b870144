"""Asks a worker about one document, by its path or by its handle, and puts the answer together."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from kebab.errors import (
    CallTimeoutError,
    FileNotFoundInputError,
    HandleLostError,
    PoolError,
    StoreError,
)
from kebab.hwp.condemned import Condemned, FileKey
from kebab.hwp.deadlines import deadline_s
from kebab.hwp.documents_pool import DocumentsPool
from kebab.hwp.file_state import has_changed
from kebab.hwp.handles import Edit, Handle
from kebab.hwp.untrusted import untrusted_fields
from kebab.security.allowed_paths import allow
from kebab.security.path_rules import PathRules, Purpose
from kebab.wire.hwp.envelope import HwpObject, HwpSource

M = TypeVar("M", bound=HwpObject)
_LATE = "ask for less of it: fewer pages, a lower limit; or try again when less is going on"
_SOURCE_FIELDS = tuple(HwpSource.model_fields)


@dataclass(frozen=True, slots=True)
class Attachment:
    """Bytes that come beside an answer: a picture, or a file to be written."""

    mime: str
    data: bytes


@dataclass(frozen=True, slots=True)
class NamedFile:
    """One of several files of an export."""

    name: str
    data: bytes
    page: int | None


@dataclass(frozen=True, slots=True)
class Reply:
    """What a worker said."""

    result: dict[str, Any]
    source: dict[str, Any]
    opened: bool
    warnings: list[str]
    attachment: Attachment | None
    files: list[NamedFile]


@dataclass(frozen=True, slots=True)
class Answer(Generic[M]):
    """An answer as it is emitted, and what came beside it."""

    value: M
    attachment: Attachment | None
    files: list[NamedFile]


class HwpCalls:
    """The one way to the workers."""

    def __init__(self, pool: DocumentsPool, rules: PathRules) -> None:
        self.pool = pool
        self._rules = rules
        self._condemned = Condemned()

    def readable(self, path: str) -> Path:
        """Return the real path of a file that may be read. Raises the errors of `allow`."""
        return allow(Path(path), Purpose.READ, self._rules)

    def writable(self, path: str) -> Path:
        """Return the real path of a file that may be written."""
        return allow(Path(path), Purpose.WRITE, self._rules)

    async def writable_folder(self, folder: str) -> Path:
        """Return the real path of a folder that may be written into; make it where it is missing,
        the one around it is there.
        """
        chosen = Path(folder)
        if not await asyncio.to_thread(chosen.is_dir):
            await asyncio.to_thread(_make_folder, self.writable(folder))
        # a folder is no file: what is checked is a file in it
        return self.writable(str(chosen / "document")).parent

    async def ask_path(self, op: str, path: Path, args: Mapping[str, Any]) -> Reply:
        """Have a document opened, asked and closed."""
        return await self._ask(op, path, args, _Stay())

    async def ask_handle(self, op: str, handle: Handle, args: Mapping[str, Any]) -> Reply:
        """Ask an open document; the caller holds its lock.

        Raises HandleLostError where it had to be opened again and is not the same any more.
        """
        stay = _Stay(handle.name, handle.state.to_fields(), handle.edits, handle.worker)
        handle.source_changed = await asyncio.to_thread(has_changed, handle.path, handle.state)
        try:
            return await self._ask(op, handle.path, args, stay, pages=handle.pages)
        except (FileNotFoundInputError, HandleLostError) as cause:
            raise _lost(handle) from cause

    async def first_ask(
        self, name: str, worker: int, path: Path, op: str, args: Mapping[str, Any]
    ) -> Reply:
        """Open a document that is to stay open under a name."""
        return await self._ask(op, path, args, _Stay(name, None, (), worker))

    async def release(self, handle: Handle) -> None:
        """Have the worker let go of a document. Raises PoolError."""
        params: dict[str, Any] = {
            "op": "close",
            "path": str(handle.path),
            "document": handle.name,
            "expected": None,
            "edits": [],
            "args": {},
        }
        await self.pool.call(params, timeout_s=deadline_s("close", 0, 0), worker=handle.worker)

    async def _ask(
        self, op: str, path: Path, args: Mapping[str, Any], stay: _Stay, pages: int = 0
    ) -> Reply:
        file = _key(path)
        if file is not None:
            self._condemned.refuse(file, op)
        params = {
            "op": op,
            "path": str(path),
            "document": stay.name,
            "expected": stay.expected,
            "edits": list(stay.edits),
            "args": dict(args),
        }
        timeout_s = deadline_s(op, pages, len(stay.edits))
        try:
            reply = await self.pool.call(params, timeout_s=timeout_s, worker=stay.worker)
        except PoolError as error:
            if isinstance(error, CallTimeoutError):
                error.hint = _LATE
            if file is not None:
                self._condemned.note(file, op, error)
            raise
        return _reply(reply)


@dataclass(frozen=True, slots=True)
class _Stay:
    """Under which name a document stays open, where it does."""

    name: str | None = None
    expected: dict[str, Any] | None = None
    edits: Sequence[Edit] = ()
    worker: int | None = None


def put_together(model: type[M], reply: Reply, handle: Handle | None = None, **more: Any) -> M:
    """Make the emitted object of a reply; `more` are fields that the front knows."""
    version = str(model.model_fields["schema_version"].default)
    envelope: dict[str, Any] = {
        "schema_version": version,
        "source": HwpSource(**{name: reply.source[name] for name in _SOURCE_FIELDS}),
    }
    if handle is not None:
        envelope["docId"] = handle.name
        envelope["source_changed"] = handle.source_changed
        if reply.opened and not handle.is_new:
            envelope["reopened"] = True
        handle.is_new = False
    if reply.warnings:
        envelope["warnings"] = reply.warnings
    if untrusted := untrusted_fields(version):
        envelope["untrusted_fields"] = untrusted
    return model(**envelope, **{**reply.result, **more})


def shown_edits(edits: Sequence[Edit]) -> list[Edit]:
    """Write edits so that they fit into an error: bytes by their number."""
    return [
        {
            "op": edit["op"],
            "args": {
                name: f"<{len(value)} bytes>" if isinstance(value, bytes) else value
                for name, value in edit["args"].items()
            },
        }
        for edit in edits
    ]


def _lost(handle: Handle) -> HandleLostError:
    return HandleLostError(
        f"{handle.name} is lost: {handle.path} changed while it had to be opened again",
        hint="open it with hwp_open and make the edits in `details` again where they still fit",
        details={
            "docId": handle.name,
            "path": str(handle.path),
            "edits": shown_edits(handle.edits),
            "next_call": {"name": "hwp_open", "arguments": {"path": str(handle.path)}},
        },
    )


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(exist_ok=True)
    except OSError as cause:
        raise StoreError(
            f"{folder} cannot be made: {cause.strerror or cause}",
            hint="name a folder that may be written",
            details={"path": str(folder)},
        ) from cause


def _key(path: Path) -> FileKey | None:
    try:
        status = os.stat(path)  # noqa: PTH116 - as quick as it gets
    except OSError:
        return None
    return str(path), status.st_size, status.st_mtime_ns


def _reply(fields: Mapping[str, Any]) -> Reply:
    attached = fields.get("attachment")
    return Reply(
        result=fields["result"],
        source=fields["source"],
        opened=fields["opened"],
        warnings=list(fields["warnings"]),
        attachment=None if attached is None else Attachment(attached["mime"], attached["data"]),
        files=[NamedFile(one["name"], one["data"], one["page"]) for one in fields["files"] or ()],
    )
