"""Edits: those of a session stay in memory until they are saved, the others go into a new file."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kebab.errors import InvalidInputError, KebabError
from kebab.hwp.calls import HwpCalls, Reply, put_together, shown_edits
from kebab.hwp.file_state import FileState
from kebab.hwp.handles import Handle
from kebab.hwp.new_file import refuse_if_exists, write_file
from kebab.hwp.sessions import HwpSessions
from kebab.security.readonly import refuse_writing
from kebab.wire.hwp.editing import HwpEdit, HwpSave, HwpSaved, HwpVerification

FORMATS = {".hwp": "hwp5", ".hwpx": "hwpx"}


@dataclass(frozen=True, slots=True)
class Output:
    """Where a result goes. The path is checked and real."""

    path: Path
    format: str
    overwrite: bool


class HwpEdits:
    """Changes documents."""

    def __init__(self, calls: HwpCalls, sessions: HwpSessions, *, readonly: bool) -> None:
        self._calls = calls
        self._sessions = sessions
        self._readonly = readonly

    async def edit_session(
        self, handle: Handle, operation: str, args: Mapping[str, Any], *, dry_run: bool
    ) -> HwpEdit:
        """Edit an open document in memory."""
        async with handle.lock:
            asked = {"operation": operation, "args": dict(args), "dry_run": dry_run}
            reply = await self._sessions.asked("edit", handle, asked)
            if reply.result["applied"]:
                handle.edits.append({"op": operation, "args": dict(args)})
            return put_together(HwpEdit, reply, handle, unsaved_edits=handle.unsaved)

    async def edit_file(
        self,
        path: str,
        operation: str,
        args: Mapping[str, Any],
        *,
        dry_run: bool,
        output: str,
        overwrite: bool,
    ) -> HwpEdit:
        """Edit a document into another file; nothing is written where it cannot be done whole."""
        target = None if dry_run else self.output(output, overwrite=overwrite)
        real = self._calls.readable(path)
        asked = {
            "operation": operation,
            "args": dict(args),
            "dry_run": dry_run,
            "format": None if target is None else target.format,
        }
        reply = await self._calls.ask_path("edit", real, asked)
        more: dict[str, Any] = {}
        verification = reply.result.pop("verification", None)
        reply.result.pop("format", None)
        if target is not None and reply.result["applied"]:
            more = {"saved": await self._write(reply, target, verification)}
        return put_together(HwpEdit, reply, **more)

    async def save(
        self, handle: Handle, output: str, *, format_name: str, overwrite: bool, verify: bool
    ) -> HwpSave:
        """Write an open document with its edits. It stays open; what it holds is saved then."""
        target = self.output(output, overwrite=overwrite, format_name=format_name)
        async with handle.lock:
            asked = {"format": target.format, "verify": verify}
            reply = await self._sessions.asked("save", handle, asked)
            self._refuse_where_changed(handle, target)
            # Who gives the call up now must not leave a file of which the handle knows nothing.
            finishing = asyncio.ensure_future(self._write_saved(handle, reply, target))
            try:
                return await asyncio.shield(finishing)
            except asyncio.CancelledError:
                await asyncio.wait({finishing})
                raise

    async def _write_saved(self, handle: Handle, reply: Reply, target: Output) -> HwpSave:
        saved = await self._write(reply, target, reply.result.get("verification"))
        reply.result.clear()
        edits = len(handle.edits)
        answer = put_together(HwpSave, reply, handle, saved=saved, edits=edits)
        await self._settle(handle, target.path, saved)
        return answer

    async def convert(
        self, path: str, output: str, format_name: str, *, overwrite: bool
    ) -> HwpSave:
        """Write a document in the other format."""
        target = self.output(output, overwrite=overwrite, format_name=format_name)
        real = self._calls.readable(path)
        reply = await self._calls.ask_path("save", real, {"format": format_name, "verify": True})
        saved = await self._write(reply, target, reply.result.get("verification"))
        reply.result.clear()
        return put_together(HwpSave, reply, saved=saved, edits=0)

    async def folder(self, folder: str) -> None:
        """See to it that there is a folder that may be written into."""
        self.refuse_if_readonly()
        await self._calls.writable_folder(folder)

    def output(self, output: str, *, overwrite: bool, format_name: str = "") -> Output:
        """Check where a document is to be written. Raises before any work is done."""
        self.refuse_if_readonly()
        if not output:
            raise InvalidInputError(
                "an output is needed: the path of the file to write",
                hint="give output, or dry_run to see what would change",
                details={"argument": "output"},
            )
        path = self._calls.writable(output)
        by_name = FORMATS.get(path.suffix.lower())
        if by_name is None or (format_name and format_name != by_name):
            wanted = {"hwp5": ".hwp", "hwpx": ".hwpx"}.get(format_name, ".hwpx or .hwp")
            raise InvalidInputError(
                f"the output has to end in {wanted}, and {path.name!r} does not",
                hint=f"name a file that ends in {wanted}",
                details={"argument": "output", "given": output},
            )
        refuse_if_exists(path, overwrite=overwrite)
        return Output(path, by_name, overwrite)

    def refuse_if_readonly(self) -> None:
        """Raise ReadOnlyError where nothing may be written."""
        refuse_writing(readonly=self._readonly)

    def _refuse_where_changed(self, handle: Handle, target: Output) -> None:
        """Keep a save onto the document's own file from wiping out what someone else did there."""
        if target.path == handle.path and handle.source_changed:
            raise KebabError(
                f"{handle.path} was changed by someone else since {handle.name} was opened",
                hint="save to another file, and compare the two with hwp_ir_diff",
                details={"docId": handle.name, "edits": shown_edits(handle.edits)},
            )

    async def _write(
        self, reply: Reply, target: Output, verification: Mapping[str, Any] | None
    ) -> HwpSaved:
        assert reply.attachment is not None  # noqa: S101 - a save without bytes is a fault of ours
        data = reply.attachment.data
        sha256 = await asyncio.to_thread(write_file, target.path, data, overwrite=target.overwrite)
        return HwpSaved(
            path=str(target.path),
            format="hwp5" if target.format == "hwp5" else "hwpx",
            bytes=len(data),
            sha256=sha256,
            verification=None if verification is None else HwpVerification(**verification),
        )

    async def _settle(self, handle: Handle, path: Path, saved: HwpSaved) -> None:
        """Note what is saved. Where the document's own file was written, it begins anew there."""
        handle.saved = len(handle.edits)
        if path == handle.path:
            status = await asyncio.to_thread(path.stat)
            handle.state = FileState(status.st_size, status.st_mtime_ns, saved.sha256)
            handle.edits, handle.saved, handle.is_new = [], 0, True
