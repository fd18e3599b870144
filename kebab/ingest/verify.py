"""Tell by their hash whether files that look touched have changed."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass

from blake3 import blake3

from kebab.ingest.plan import Known, Work

# A pipe that took the file's place after the scan must not block.
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_BLOCK_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Verified:
    """`same` files have the content that is stored; `work` has to be read."""

    same: tuple[Known, ...]
    work: tuple[Work, ...]


def verify(files: Sequence[Known]) -> Verified:
    """Hash files. One that cannot be read is work: the worker says what is wrong with it."""
    is_same = [hash_file(known.file.disk_path) == known.state.content_hash for known in files]
    pairs = list(zip(files, is_same, strict=True))
    return Verified(
        same=tuple(known for known, same in pairs if same),
        work=tuple(Work(known.file, "changed", known.state) for known, same in pairs if not same),
    )


def hash_file(disk_path: str) -> str | None:
    """Return blake3 over a regular file in hex, None where it cannot be read."""
    try:
        descriptor = os.open(disk_path, _FLAGS)
        with os.fdopen(descriptor, "rb", buffering=0) as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                return None
            hasher = blake3()
            while block := file.read(_BLOCK_BYTES):
                hasher.update(block)
    except OSError:
        return None
    return hasher.hexdigest()


def stamp_now(disk_path: str) -> tuple[int, int] | None:
    """Return a file's size and time, None where it cannot be looked at."""
    try:
        status = os.stat(disk_path)  # noqa: PTH116 - as in hash_file, a path is a string here
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns
