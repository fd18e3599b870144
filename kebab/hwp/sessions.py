"""Documents that stay open: opened, asked, edited in memory, saved, closed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from kebab.errors import HandleLostError, PoolError
from kebab.hwp.calls import Answer, HwpCalls, Reply, put_together
from kebab.hwp.file_state import FileState, has_changed
from kebab.hwp.handles import Handle, Handles
from kebab.wire.hwp.envelope import HwpObject
from kebab.wire.hwp.handles import HwpClosed, HwpHandle, HwpHandles, HwpOpenDocument

M = TypeVar("M", bound=HwpObject)


class HwpSessions:
    """Handles, each pinned to the worker that has its document."""

    def __init__(
        self,
        calls: HwpCalls,
        *,
        limit: int,
        idle_s: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._calls = calls
        self._clock = clock
        self._handles = Handles(limit, idle_s, clock)
        self._to_release: list[Handle] = []  # closed, and their workers do not know it yet

    def is_empty(self) -> bool:
        """Tell whether nothing is open, once what was idle for too long is closed."""
        self._expire()
        return not self._handles.all()

    async def open(self, path: str) -> HwpHandle:
        """Open a document and keep it. Raises the errors of reading, OverloadedError."""
        await self._close_idle()
        self._handles.refuse_if_full()
        handle, reply = await self._opened(path)
        self._handles.add(handle)
        return put_together(HwpHandle, reply, handle)

    async def open_apart(self, path: str) -> Handle:
        """Open a document for one call's own use; the caller has to `release` it."""
        handle, _ = await self._opened(path)
        handle.is_new = False
        return handle

    async def _opened(self, path: str) -> tuple[Handle, Reply]:
        real = self._calls.readable(path)
        worker = self._least_used()
        name = self._handles.reserve()
        reply = await self._calls.first_ask(name, worker, real, "open", {})
        state = FileState.of_source(reply.source)
        return Handle(name, real, state, worker, reply.result["pages"], self._clock()), reply

    async def ask(
        self, op: str, handle: Handle, args: Mapping[str, Any], model: type[M], **more: Any
    ) -> Answer[M]:
        """Ask an open document. Raises HandleLostError."""
        async with handle.lock:
            reply = await self.asked(op, handle, args)
            return Answer(put_together(model, reply, handle, **more), reply.attachment, reply.files)

    async def asked(self, op: str, handle: Handle, args: Mapping[str, Any]) -> Reply:
        """Ask an open document whose lock is held; one that is lost is forgotten."""
        try:
            return await self._calls.ask_handle(op, handle, args)
        except HandleLostError:
            self._handles.forget(handle.name)
            raise

    def handle(self, name: str) -> Handle:
        """Return an open document's handle. Raises HandleUnknownError."""
        self._expire()
        return self._handles.use(name)

    async def list_open(self) -> HwpHandles:
        """Name what is open."""
        await self._close_idle()
        handles = self._handles.all()
        changed = [await asyncio.to_thread(has_changed, one.path, one.state) for one in handles]
        return HwpHandles(
            schema_version="hwp_handles.v1",
            handles=[
                HwpOpenDocument(
                    docId=handle.name,
                    path=str(handle.path),
                    pages=handle.pages,
                    edits=len(handle.edits),
                    unsaved_edits=handle.unsaved,
                    idle_s=int(self._handles.idle_of(handle)),
                    source_changed=is_changed,
                )
                for handle, is_changed in zip(handles, changed, strict=True)
            ],
            limit=self._handles.limit,
            idle_expiry_s=int(self._handles.idle_s),
        )

    async def close(self, name: str, *, discard: bool) -> HwpClosed:
        """Close a document. Raises HandleUnknownError, UnsavedEditsError."""
        handle = self.handle(name)
        async with handle.lock:
            self._handles.close(name, discard=discard)
        await self.release(handle)
        return HwpClosed(
            schema_version="hwp_closed.v1",
            docId=name,
            closed=True,
            discarded_edits=handle.unsaved,
        )

    def _expire(self) -> None:
        self._to_release += self._handles.expire()

    async def _close_idle(self) -> None:
        self._expire()
        while self._to_release:
            await self.release(self._to_release.pop())

    async def release(self, handle: Handle) -> None:
        """Tell the worker to let go; where it cannot be told, it has let go already."""
        if self._calls.pool.running is None:
            return
        try:
            await self._calls.release(handle)
        except PoolError:
            return

    def _least_used(self) -> int:
        used = [handle.worker for handle in self._handles.all()]
        return min(range(self._calls.pool.size), key=used.count)
