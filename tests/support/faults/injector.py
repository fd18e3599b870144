"""Builds the library that stands between kebab and its disk, and tells it what to do."""

from __future__ import annotations

import hashlib
import mmap
import os
import shutil
import struct
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from pathlib import Path

import pytest

_SOURCE = Path(__file__).with_name("interpose.c")
_ANY = -1


class Operation(IntEnum):
    """What is counted, in the order of interpose.c."""

    READ = 0
    OPEN = 1
    CREATE = 2
    WRITE = 3
    TRUNCATE = 4
    SYNC = 5
    RENAME = 6
    UNLINK = 7
    MKDIR = 8


class Kind(IntEnum):
    """What a path is, in the order of interpose.c."""

    WAL = 0
    SHM = 1
    DB = 2
    LEXICAL = 3
    VECTORS = 4
    VIEWS = 5
    LEASE = 6
    LOG = 7
    SOURCE = 8
    OTHER = 9


class Mode(IntEnum):
    """What happens at the point, in the order of interpose.c."""

    COUNT = 0
    CUT = 1
    TEAR = 2
    FAIL = 3


@dataclass(frozen=True, slots=True)
class Point:
    """The `at`-th operation of one sort on one kind of file; None is any."""

    at: int
    operation: Operation | None = None
    kind: Kind | None = None

    def __str__(self) -> str:
        operation = "any operation" if self.operation is None else self.operation.name.lower()
        kind = "any file" if self.kind is None else self.kind.name.lower()
        return f"{operation} {self.at} of {kind}"


class Injector:
    """What the library counts and does below one folder, for every process that is given `env`."""

    _HEAD = struct.Struct("<8q")  # mode, error, operation, kind, at, matched, is_healed, fired
    _COUNTS = struct.Struct(f"<{len(Operation) * len(Kind)}q")
    _IS_HEALED = 6 * 8

    def __init__(self, folder: Path, control: Path) -> None:
        control.write_bytes(bytes(self._HEAD.size + self._COUNTS.size))
        with control.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), 0)
        self.env = {
            "LD_PRELOAD": str(_library()),
            "FAULTS_FOLDER": str(folder),
            "FAULTS_CONTROL": str(control),
        }

    def arm(self, mode: Mode, point: Point = Point(1), error: int = 0) -> None:
        """Start to count anew, and say what is to happen where."""
        operation = _ANY if point.operation is None else point.operation
        kind = _ANY if point.kind is None else point.kind
        self._map[self._HEAD.size :] = bytes(self._COUNTS.size)
        self._map[: self._HEAD.size] = self._HEAD.pack(
            mode, error, operation, kind, point.at, 0, 0, 0
        )

    def heal(self) -> None:
        """Let every operation succeed from now on."""
        self._map[self._IS_HEALED : self._IS_HEALED + 8] = struct.pack("<q", 1)

    @property
    def fired(self) -> int:
        """Return how often the fault has happened."""
        return int(self._HEAD.unpack(self._map[: self._HEAD.size])[7])

    @property
    def matched(self) -> int:
        """Return how many operations were of the sort that was asked for."""
        return int(self._HEAD.unpack(self._map[: self._HEAD.size])[5])

    def counts(self) -> Counter[tuple[Operation, Kind]]:
        """Return how many operations of each sort there were."""
        values = iter(self._COUNTS.unpack(self._map[self._HEAD.size :]))
        counted = {(operation, kind): next(values) for operation in Operation for kind in Kind}
        return Counter({sort: count for sort, count in counted.items() if count})


@cache
def _library() -> Path:
    source = _SOURCE.read_bytes()
    name = f"kebab-faults-{os.getuid()}-{hashlib.sha256(source).hexdigest()[:16]}.so"
    library = Path(tempfile.gettempdir()) / name
    if not library.exists() or library.stat().st_uid != os.getuid():
        made = library.with_suffix(f".{os.getpid()}")
        flags = ["-shared", "-fPIC", "-O1", "-x", "c"]
        command = [_compiler(), *flags, "-o", made, _SOURCE, "-ldl"]
        subprocess.run(command, check=True)
        made.replace(library)
    return library


def _compiler() -> str | None:
    # hnswlib is built with g++, which brings the C compiler.
    return shutil.which("cc") or shutil.which("gcc") or shutil.which("g++")


def require_faults() -> None:
    """Skip where faults cannot be injected; fail where CI has to be able to."""
    if sys.platform != "linux":
        pytest.skip("faults are injected by LD_PRELOAD, as Linux has it")
    if _compiler() is None:
        reason = "there is no C compiler"
        if os.environ.get("CI"):
            pytest.fail(f"{reason}, and CI has to have it")
        pytest.skip(reason)
