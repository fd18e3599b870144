"""Makes what only its user may see: folders 0700, files 0600, and no memory in core files.

Stdlib only and without imports of ours: workers and the catalog use it too.
"""

from __future__ import annotations

import os
from pathlib import Path

_FOLDER, _FILE = 0o700, 0o600
_OTHERS = 0o077


def make_private_folder(folder: Path) -> None:
    """Make a folder, and those above it, unless it is there. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True, mode=_FOLDER)


def open_private(path: Path, flags: int) -> int:
    """Open a file, made where it is missing; return its descriptor. Raises OSError."""
    return os.open(path, flags | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), _FILE)


def close_off_process() -> None:
    """Let no file that this process makes be another user's to read, whoever makes it.

    Native libraries make their files as the process's mask says.
    """
    os.umask(os.umask(_OTHERS) | _OTHERS)
    leave_no_core()


def leave_no_core() -> None:
    """Have no core file written: it would hold keys, passwords and documents."""
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
