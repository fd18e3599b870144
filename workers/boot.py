"""The first thing a worker does: tie its life to its parent's, put fd 1 out of reach, say hello."""

from __future__ import annotations

import ctypes
import logging
import os
import signal
import sys
import threading
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Protocol

from kebab import __version__
from kebab.security.private_files import close_off_process
from kebab.wire.frames import decode, encode
from kebab.wire.log_line import log_to
from kebab.wire.worker import ExitStatus, WorkerConfig
from workers.log_file import LogFile
from workers.memory import cap_address_space

_PR_SET_PDEATHSIG = 1  # linux/prctl.h


class Pipe(Protocol):
    """Our end of the pipe: a multiprocess Connection."""

    def recv_bytes(self) -> bytes:
        """Wait for a frame; EOFError when the front is gone."""

    def send_bytes(self, body: bytes) -> None:
        """Send a frame."""


class Inbox:
    """What the front sent, read by a thread so that a cancel is seen while a call runs.

    The end of the pipe is the end of the worker, whatever it is doing.
    """

    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe
        self._messages: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self._cancelled: set[int] = set()
        threading.Thread(target=self._read, daemon=True, name="inbox").start()

    def _read(self) -> None:
        while True:
            try:
                message = decode(self._pipe.recv_bytes())
            except (EOFError, OSError):
                os._exit(0)
            except BaseException:  # a worker that hears nothing must not live on
                logging.getLogger(__name__).exception("a message could not be read")
                os._exit(ExitStatus.UNREADABLE_MESSAGE)
            if "cancel" in message:
                self._cancelled.add(message["cancel"])
            else:
                self._messages.put(message)

    def take(self, patience_s: float | None = None) -> dict[str, Any] | None:
        """Wait for the next message; None where none came within `patience_s`."""
        try:
            return self._messages.get(timeout=patience_s)
        except Empty:
            return None

    def is_empty(self) -> bool:
        """Tell whether no message waits."""
        return self._messages.empty()

    def is_cancelled(self, call_id: int) -> bool:
        """Tell whether a call was given up by the front."""
        return call_id in self._cancelled

    def forget(self, call_id: int) -> None:
        """Drop what is known of a call that is over."""
        self._cancelled.discard(call_id)


def tie_to_parent(parent_pid: int) -> None:
    """End with the parent, even when it is killed; leave Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent_pid:  # it died before the line above
        os._exit(ExitStatus.PARENT_GONE)


def guard_descriptors() -> None:
    """Keep what native code prints away from the protocol: fd 1 becomes fd 2, fd 0 /dev/null."""
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    os.dup2(2, 1)
    sys.stdout = sys.stderr


def main(pipe: Pipe, parent_pid: int) -> None:
    """Run a worker until its pipe closes."""
    tie_to_parent(parent_pid)
    close_off_process()
    guard_descriptors()
    # A pool of threads under each of several workers is slower than none, and never idle.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    inbox = Inbox(pipe)
    # Before the hello: a worker that was started early has nothing better to do until it comes.
    from workers.handlers import Preload  # noqa: PLC0415 - the descriptors come first
    from workers.loop import serve  # noqa: PLC0415 - as above

    first = inbox.take()
    assert first is not None  # noqa: S101 - it waits without end
    hello = first["hello"]
    if hello["version"] != __version__:
        os._exit(ExitStatus.OTHER_VERSION)
    log = LogFile(Path(hello["log_path"]), hello["log_bytes"])
    log.open()
    log.keep_short()
    who = f"{os.getpid()} worker={hello['worker']}"
    log_to(logging.StreamHandler(sys.stderr), who, hello["log_level"])

    preload = Preload(
        anything=hello["warm_up"], views=hello["preload"], model=hello["preload_model"]
    )
    config = WorkerConfig.from_fields(hello["config"])
    cap_address_space(config.memory_limit_mb)
    ready = encode({"ready": {"pid": os.getpid(), "version": __version__}})
    serve(
        pipe,
        inbox,
        config,
        preload,
        log=log,
        announce=lambda: pipe.send_bytes(ready),
        announce_last=hello.get("warm_up_first", False),
    )
