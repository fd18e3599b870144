"""The file of an HWP document as it was read, and whether it is the one that is expected."""

from __future__ import annotations

import errno
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from kebab.errors import FileNotFoundInputError, HandleLostError, StoreError
from workers.extract.limits import Limits
from workers.extract.source_file import read_file


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file's bytes and what it was like when they were read."""

    path: str
    data: bytes
    mtime_ns: int
    sha256: str

    def to_fields(self, format_: str) -> dict[str, Any]:
        """Flatten to the fields of HwpSource, and `mtime_ns`."""
        mtime = datetime.fromtimestamp(self.mtime_ns // 10**9, UTC)
        return {
            "path": self.path,
            "format": format_,
            "size_bytes": len(self.data),
            "mtime": mtime.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "sha256": self.sha256,
            "mtime_ns": self.mtime_ns,
        }


def read_source(path: str, limits: Limits) -> SourceFile:
    """Read a file. One that is larger than what may be unpacked is refused unread."""
    try:
        data, status = read_file(path, limits.max_unpacked_bytes)
    except StoreError as cause:
        if cause.details.get("errno") != errno.errorcode[errno.ENOENT]:
            raise
        raise FileNotFoundInputError(
            f"there is no file {path}", hint="Give an absolute path.", details={"path": path}
        ) from cause
    return SourceFile(path, data, status.st_mtime_ns, hashlib.sha256(data).hexdigest())


def read_expected(
    path: str, limits: Limits, expected: Mapping[str, Any], edits: Sequence[Mapping[str, Any]]
) -> SourceFile:
    """Read the file of a session again. Raises HandleLostError where it is no longer the same."""
    try:
        source = read_source(path, limits)
    except (StoreError, FileNotFoundInputError) as cause:
        raise _lost(path, "can no longer be read", edits) from cause
    if source.sha256 != expected["sha256"]:
        raise _lost(path, "has changed since it was opened", edits)
    return source


def replay_failed(path: str, edits: Sequence[Mapping[str, Any]]) -> HandleLostError:
    """Say that the session's edits cannot be made again."""
    return _lost(path, "was opened again, and its edits could not be replayed", edits)


def _lost(path: str, what: str, edits: Sequence[Mapping[str, Any]]) -> HandleLostError:
    shown = [{"op": edit["op"], "args": _shown(edit["args"])} for edit in edits]
    return HandleLostError(
        f"{path} {what}",
        hint="Open it anew with hwp_open; the edits that were not saved are in details.edits.",
        details={"path": path, "edits": shown, "file_exists": Path(path).exists()},
    )


def _shown(args: Mapping[str, Any]) -> dict[str, Any]:
    """Leave the bytes of pictures out: details are JSON."""
    return {
        name: f"<{len(value)} bytes>" if isinstance(value, bytes) else value
        for name, value in args.items()
    }
