"""The log file of a worker: takes its records, and what libraries print on descriptors 1 and 2."""

from __future__ import annotations

import os
import stat
from pathlib import Path


class LogFile:
    """One that has grown too long is put aside, in place of the one before it.

    The descriptors themselves are moved: a library writes to them without asking anybody, and one
    that led to the host would stop the worker where the host does not read.
    """

    def __init__(self, path: Path, max_bytes: int) -> None:
        self._path = path
        self._max_bytes = max_bytes

    def open(self) -> None:
        """Point 1 and 2 at the file; where there can be none, at nothing."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            file = os.open(self._path, flags, 0o600)
        except OSError:
            file = os.open(os.devnull, os.O_WRONLY)
        os.dup2(file, 1)
        os.dup2(file, 2)
        os.close(file)

    def keep_short(self) -> None:
        """Begin a new file where this one is too long. To be asked between calls: it is cheap."""
        status = os.fstat(2)
        if not stat.S_ISREG(status.st_mode) or status.st_size <= self._max_bytes:
            return
        try:
            # Another server's worker with the same file may have put it aside already.
            if os.path.samestat(status, self._path.stat()):
                self._path.replace(self._path.with_name(f"{self._path.name}.1"))
        except OSError:
            pass
        self.open()
