"""A stderr that never blocks: what the host does not read is dropped. Stdlib only.

Many hosts never read it. A pipe holds 64 kB; the write after that would stop the server for good.
"""

from __future__ import annotations

import io
import os
import select
import sys

# A pipe that is ready takes this much without blocking (POSIX, PIPE_BUF).
_ATOMIC_BYTES = 512


class QuietStderr(io.TextIOBase):
    """Writes only while the reader keeps up."""

    encoding = "utf-8"
    errors = "backslashreplace"

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def writable(self) -> bool:
        """Say that it can be written to."""
        return True

    def fileno(self) -> int:
        """Return a descriptor for libraries that hand it on: one that never blocks either."""
        return 2

    def write(self, text: str, /) -> int:
        """Write what can be written at once; claim that it was all."""
        data = text.encode("utf-8", "backslashreplace")
        try:
            while data and self._is_ready():
                data = data[os.write(self._descriptor, data[:_ATOMIC_BYTES]) :]
        except OSError:
            pass  # closed or full: nobody reads it
        return len(text)

    def _is_ready(self) -> bool:
        if sys.platform == "win32":
            return True  # select knows no pipes there
        return bool(select.select([], [self._descriptor], [], 0)[1])


def install(descriptor: int) -> None:
    """Replace sys.stderr; sys.stdout goes the same way."""
    sys.stderr = sys.stdout = QuietStderr(descriptor)
