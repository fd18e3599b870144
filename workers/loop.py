"""Take a request, carry it out, answer. One at a time: no native library is entered twice."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable
from typing import Any

from kebab.errors import CancelledCallError, KebabError
from kebab.wire.call_id import NO_CALL, enter_call
from kebab.wire.frames import FrameError, encode
from kebab.wire.worker import ExitStatus, Reply, WorkerConfig
from workers.boot import Inbox, Pipe
from workers.handlers import Handlers, Preload
from workers.log_file import LogFile
from workers.memory import resident_bytes

_LOG = logging.getLogger(__name__)


class Cancellation:
    """Asked between steps of long work; knows which call is in hand."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self.call_id = 0

    def check(self) -> None:
        """Raise CancelledCallError where the front gave the call up."""
        if self._inbox.is_cancelled(self.call_id):
            raise CancelledCallError("the call was cancelled")


def serve(
    pipe: Pipe,
    inbox: Inbox,
    config: WorkerConfig,
    preload: Preload,
    *,
    log: LogFile,
    announce: Callable[[], None],
    announce_last: bool,
) -> None:
    """Answer requests until the process ends. While nothing waits, open what will be needed.

    `announce` says that calls may come: before anything is opened, or with `announce_last` after.
    """
    cancellation = Cancellation(inbox)
    handlers = Handlers(config, cancellation.check)
    if not announce_last:
        announce()
    for warm_up in handlers.warm_up(preload):
        if not inbox.is_empty():
            break
        _try(warm_up)
    if announce_last:
        announce()
    while True:
        while inbox.is_empty() and handlers.work_ahead():
            pass
        message = inbox.take(handlers.model_idle_in_s())
        if message is None:
            handlers.drop_idle_model()
            continue
        cancellation.call_id = message["id"]
        enter_call(message["call"])
        started = time.monotonic()
        reply = _answer(handlers, message)
        _LOG.debug("%s took %.1f ms", message["method"], 1000 * (time.monotonic() - started))
        inbox.forget(reply.id)
        enter_call(NO_CALL)
        pipe.send_bytes(_encoded(reply))
        log.keep_short()


def _encoded(reply: Reply) -> bytes:
    try:
        return encode(reply.to_fields())
    except FrameError as cause:
        too_large = KebabError(f"the answer is too large: {cause}", hint="ask for less")
        return encode(Reply(reply.id, error=too_large.to_fields()).to_fields())


def _try(warm_up: Callable[[], None]) -> None:
    try:
        warm_up()
    except KebabError as error:
        # The first call that needs it will report it to whoever asked.
        _LOG.warning("warm-up: %s", error)


def _answer(handlers: Handlers, message: dict[str, Any]) -> Reply:
    try:
        result = handlers.handle(message["method"], message["params"])
    except KebabError as error:
        return Reply(message["id"], error=error.to_fields(), held_bytes=resident_bytes())
    except MemoryError:
        # Another process may have the room that this one lacks: the call is tried again there.
        _LOG.exception("call %s found no memory", message["method"])
        os._exit(ExitStatus.OUT_OF_MEMORY)
    except Exception as error:  # noqa: BLE001 - the worker answers for every call
        # A fault of ours: told in one sentence, with the trace in the log. A Rust panic is no
        # Exception, so it ends the process, as it should: its state cannot be trusted.
        _LOG.exception("call %s failed", message["method"])
        fault = KebabError(
            f"internal error in a worker: {type(error).__name__}: {error}",
            hint="this is a bug of kebab; the worker's log file has the details",
            details={"method": message["method"]},
        )
        return Reply(message["id"], error=fault.to_fields(), held_bytes=resident_bytes())
    return Reply(message["id"], result=result, held_bytes=resident_bytes())
