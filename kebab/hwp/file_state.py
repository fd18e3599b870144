"""What a file was when it was read, and whether it still is that."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

_READ_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class FileState:
    """Size and time tell quickly that nothing changed; the hash tells it for certain."""

    size: int
    mtime_ns: int
    sha256: str

    def to_fields(self) -> dict[str, Any]:
        """Flatten for the pipe."""
        return asdict(self)

    @staticmethod
    def of_source(source: Mapping[str, Any]) -> FileState:
        """Take it from what a worker says of the file that it read."""
        return FileState(source["size_bytes"], source["mtime_ns"], source["sha256"])


def has_changed(path: Path, state: FileState) -> bool:
    """Tell whether a file is another one now; one that is gone is. Blocks while it reads."""
    try:
        status = path.stat()
        if (status.st_size, status.st_mtime_ns) == (state.size, state.mtime_ns):
            return False
        return status.st_size != state.size or sha256_of(path) != state.sha256
    except OSError:
        return True


def sha256_of(path: Path) -> str:
    """Hash a file. Raises OSError."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(_READ_BYTES):
            digest.update(piece)
    return digest.hexdigest()
