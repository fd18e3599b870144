"""Caps the memory that may be taken while a file is parsed."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from traceback import clear_frames
from types import FrameType

from kebab.errors import TooLargeError
from workers.memory import address_bytes, give_back

_LOOK_EVERY_S = 0.05
# Python takes memory by the megabyte. Where that is refused it asks again for every object, and
# lives on for minutes on what lies free here and there.
_TOO_LITTLE_BYTES = 2 * 2**20


@contextmanager
def memory_cap(megabytes: int, path: str) -> Iterator[None]:
    """Let what runs inside take so much more than the process has now; 0 sets no cap.

    What counts is address space. Where the parser says that there is no more, the file is too
    large and the memory is given back; native code that does not say it ends the process. Where
    the process has less than that anyway, what it lacks is not the file's fault, and the
    MemoryError goes on. Only Linux keeps such a limit: elsewhere this does nothing.
    """
    if sys.platform != "linux" or not megabytes:
        yield
        return
    cap = _Cap(megabytes * 2**20)
    try:
        try:
            cap.set()
            yield
        finally:
            cap.lift()
    except MemoryError as error:
        cap.lift()  # the first time may have been what found no memory
        if not cap.is_ours:
            raise
        _let_go(error)
        raise TooLargeError(
            f"{path} needs more than {megabytes} MB of memory to be read",
            hint="Split the file, or raise parse_memory_mb under [limits] in kebab.toml.",
            details={"path": path, "parse_memory_mb": megabytes},
        ) from None


class _Cap:
    """The kernel's limit, and a look now and then whether Python is about to run against it."""

    def __init__(self, room_bytes: int) -> None:
        import resource  # noqa: PLC0415 - not every system has it

        self._resource = resource
        self._before = soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = address_bytes() + room_bytes
        self.is_ours = soft == resource.RLIM_INFINITY or most <= soft
        self._most = most if self.is_ours else soft
        self._capped = (self._most, hard)
        self._looks = threading.current_thread() is threading.main_thread()

    def set(self) -> None:
        self._resource.setrlimit(self._resource.RLIMIT_AS, self._capped)
        if self._looks:
            signal.signal(signal.SIGPROF, self._look)
            signal.setitimer(signal.ITIMER_PROF, _LOOK_EVERY_S, _LOOK_EVERY_S)

    def lift(self) -> None:
        self._resource.setrlimit(self._resource.RLIMIT_AS, self._before)
        if self._looks:
            signal.setitimer(signal.ITIMER_PROF, 0)
            # Not to its default, by which one that is still on its way would end the process.
            signal.signal(signal.SIGPROF, signal.SIG_IGN)

    def _look(self, _number: int, _frame: FrameType | None) -> None:
        if address_bytes() + _TOO_LITTLE_BYTES > self._most:
            raise MemoryError


def _let_go(error: BaseException) -> None:
    """Give the memory back: the frames that the error came through hold what did not fit."""
    link: BaseException | None = error
    while link is not None:
        clear_frames(link.__traceback__)
        link = link.__cause__ or link.__context__
    give_back()
