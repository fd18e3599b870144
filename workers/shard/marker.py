"""Notice that a native library kills the process whenever it touches a certain view.

Beside each view that a process has open lies a file of one byte: what is being done with the view
at this moment. A byte that is set in the file of a process that is gone is a death while doing it.
A few of them, with no success in between, are taken for the view's fault. One proves nothing: a
host may have killed us just then, or the question was one that the library dies of.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import IntEnum
from pathlib import Path


class Doing(IntEnum):
    """What is done with a view; deaths are counted for each apart."""

    NOTHING = 0
    BUILDING = 1  # opening it, or bringing it up to the catalog
    SEARCHING = 2


# A question that kills two workers is refused for a while, so that the third death is of another.
DEATHS_THAT_CONDEMN = {Doing.BUILDING: 2, Doing.SEARCHING: 3}


class Marker:
    """The marker of this process beside the view in `folder`, and those that the dead left."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder.with_name(f".{folder.name}-{os.getpid()}.marker")
        self._descriptor: int | None = None
        self._succeeded: set[Doing] = set()

    @contextmanager
    def around(self, doing: Doing) -> Iterator[None]:
        """Say what is done while it is done; the first success takes earlier deaths back."""
        self._write(doing)
        try:
            yield
        finally:
            self._write(Doing.NOTHING)
        if doing not in self._succeeded:
            self._succeeded.add(doing)
            self._forget(doing)

    def is_condemned(self) -> bool:
        """Tell whether too many processes died of the view."""
        found = [doing for _, doing in self._deaths()]
        return any(found.count(doing) >= most for doing, most in DEATHS_THAT_CONDEMN.items())

    def forget_deaths(self) -> None:
        """Start to count afresh, where the view was replaced."""
        for doing in DEATHS_THAT_CONDEMN:
            self._forget(doing)

    def close(self) -> None:
        """Take this process's marker away."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
            _remove(self._path)

    def _write(self, doing: Doing) -> None:
        # A disk that cannot be written to is no reason not to read.
        with suppress(OSError):
            if self._descriptor is None:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                self._descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT, 0o600)
            _put(self._descriptor, bytes([doing]))

    def _forget(self, doing: Doing) -> None:
        for path, died in self._deaths():
            if died is doing:
                _remove(path)

    def _deaths(self) -> list[tuple[Path, Doing]]:
        deaths: list[tuple[Path, Doing]] = []
        for path in self._folder.parent.glob(f".{self._folder.name}-*.marker"):
            if _is_alive(path):
                continue
            with suppress(OSError):
                doing = _read(path)
                if doing is Doing.NOTHING:
                    path.unlink(missing_ok=True)
                else:
                    deaths.append((path, doing))
        return deaths


def _put(descriptor: int, byte: bytes) -> None:
    if sys.platform == "win32":
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, byte)
    else:
        os.pwrite(descriptor, byte, 0)


def _remove(path: Path) -> None:
    with suppress(OSError):  # as in _write
        path.unlink()


def _read(path: Path) -> Doing:
    found = path.read_bytes()[:1]
    return Doing(found[0]) if found and found[0] in set(Doing) else Doing.NOTHING


def _is_alive(path: Path) -> bool:
    number = path.stem.rpartition("-")[2]
    pid = int(number) if number.isdecimal() else 0
    if pid == 0:
        return False
    if pid == os.getpid():
        return True
    if sys.platform == "win32":
        import psutil  # noqa: PLC0415 - elsewhere the system tells for nothing

        return bool(psutil.pid_exists(pid))
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
