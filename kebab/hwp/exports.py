"""Reading without a session, and what goes into files: pages, Markdown, pictures, CSV."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from kebab.errors import InvalidInputError, StoreError
from kebab.hwp.calls import Answer, Attachment, HwpCalls, NamedFile, put_together
from kebab.hwp.edits import HwpEdits
from kebab.hwp.new_file import refuse_if_exists, write_file
from kebab.wire.hwp.envelope import HwpObject
from kebab.wire.hwp.inspection import HwpDiff
from kebab.wire.hwp.pictures import HwpFiles, HwpWrittenFile

M = TypeVar("M", bound=HwpObject)
_MAX_INPUT_BYTES = 50_000_000


class HwpExports:
    """Answers about files by their path."""

    def __init__(self, calls: HwpCalls, edits: HwpEdits) -> None:
        self._calls = calls
        self._edits = edits

    async def read(self, op: str, path: str, args: Mapping[str, Any], model: type[M]) -> Answer[M]:
        """Have a document opened, asked and closed."""
        reply = await self._calls.ask_path(op, self._calls.readable(path), args)
        return Answer(put_together(model, reply), reply.attachment, reply.files)

    async def read_into(
        self,
        op: str,
        path: str,
        args: Mapping[str, Any],
        model: type[M],
        *,
        output: str,
        overwrite: bool,
    ) -> Answer[M]:
        """Read, and write what comes beside the answer to a file."""
        self._edits.refuse_if_readonly()
        target = self._calls.writable(output)
        refuse_if_exists(target, overwrite=overwrite)
        reply = await self._calls.ask_path(op, self._calls.readable(path), args)
        more: dict[str, Any] = {}
        if reply.attachment is not None:
            await self._write(target, reply.attachment, overwrite=overwrite)
            more = {"output": str(target)}
        return Answer(put_together(model, reply, **more), None, [])

    async def export(
        self, op: str, path: str, args: Mapping[str, Any], *, folder: str, overwrite: bool
    ) -> HwpFiles:
        """Write the files of an export into a folder, all of them or none that is in the way."""
        self._edits.refuse_if_readonly()
        real = self._calls.readable(path)
        place = await self._calls.writable_folder(folder)
        reply = await self._calls.ask_path(op, real, args)
        targets = []
        for one in reply.files:
            inner = await self._calls.writable_folder(str((place / one.name).parent))
            targets.append(self._calls.writable(str(inner / Path(one.name).name)))
        for target in targets:
            refuse_if_exists(target, overwrite=overwrite)
        for target, one in zip(targets, reply.files, strict=True):
            await asyncio.to_thread(write_file, target, one.data, overwrite=overwrite)
        return put_together(HwpFiles, reply, files=_written(targets, reply.files))

    async def diff(self, a: str, b: str, args: Mapping[str, Any]) -> HwpDiff:
        """Compare two documents."""
        other = self._calls.readable(b)
        reply = await self._calls.ask_path(
            "diff", self._calls.readable(a), {**args, "b": str(other)}
        )
        return put_together(HwpDiff, reply)

    async def input_bytes(self, path: str) -> bytes:
        """Read a file that goes into a document, such as a picture."""
        real = self._calls.readable(path)
        if real.stat().st_size > _MAX_INPUT_BYTES:
            raise InvalidInputError(
                f"{real} is over {_MAX_INPUT_BYTES // 1_000_000} MB",
                hint="give a smaller file",
                details={"path": str(real)},
            )
        try:
            return await asyncio.to_thread(real.read_bytes)
        except OSError as cause:
            raise StoreError(
                f"{real} cannot be read: {cause.strerror or cause}",
                hint="check its permissions",
                details={"path": str(real)},
            ) from cause

    async def _write(self, target: Path, attached: Attachment, *, overwrite: bool) -> None:
        await asyncio.to_thread(write_file, target, attached.data, overwrite=overwrite)


def _written(targets: Sequence[Path], files: Sequence[NamedFile]) -> list[HwpWrittenFile]:
    return [
        HwpWrittenFile(
            path=str(target),
            bytes=len(one.data),
            **({} if one.page is None else {"page": one.page}),
        )
        for target, one in zip(targets, files, strict=True)
    ]
