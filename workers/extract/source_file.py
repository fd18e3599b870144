"""Reads a document's bytes from the disk: regular files only, and never more than the limit."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from kebab.errors import StoreError, TooLargeError, UnreadableDocumentError

# A FIFO or a device that took the file's place after the first look must not block the worker.
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
_HINTS = {
    errno.ENOENT: "It was deleted or moved since it was listed; run the ingest again.",
    errno.EACCES: "Give the user that runs kebab read permission, or exclude the path.",
    errno.EPERM: "Give the user that runs kebab read permission, or exclude the path.",
    errno.ELOOP: "A symbolic link points to itself; exclude the path.",
    errno.ENAMETOOLONG: "The file system does not take so long a name; rename the file.",
}
_OTHER_HINT = "Check the disk or the network mount, then run the ingest again."


def read_file(disk_path: str, max_bytes: int) -> tuple[bytes, os.stat_result]:
    """Read a whole file, with the status it had when it was opened."""
    try:
        _refuse_irregular(disk_path, Path(disk_path).stat())  # opening a device may act on it
        descriptor = os.open(disk_path, _FLAGS)
        with os.fdopen(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            _refuse_irregular(disk_path, status)
            _refuse_large(disk_path, status.st_size, max_bytes)
            # Room is taken for as much as is asked for, and most files are far below the limit.
            data = file.read(status.st_size + 1)
            if len(data) > status.st_size:  # it grows, or does not know its size as those in /proc
                data += file.read(max_bytes + 1 - len(data))
    except (OSError, ValueError) as cause:
        raise _translated(disk_path, cause) from cause
    _refuse_large(disk_path, len(data), max_bytes)
    return data, status


def _refuse_irregular(disk_path: str, status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise UnreadableDocumentError(
            f"{disk_path} is not a regular file",
            hint="Folders, pipes, sockets and devices are not read; exclude the path.",
            details={"path": disk_path, "mode": stat.filemode(status.st_mode)},
        )


def _refuse_large(disk_path: str, size_bytes: int, max_bytes: int) -> None:
    if size_bytes > max_bytes:
        raise TooLargeError(
            f"{disk_path} is larger than {max_bytes} bytes",
            hint="Raise the limit of its medium under [ingest] in kebab.toml, or exclude the path.",
            details={"path": disk_path, "size_bytes": size_bytes, "max_bytes": max_bytes},
        )


def _translated(disk_path: str, cause: OSError | ValueError) -> StoreError:
    number = cause.errno if isinstance(cause, OSError) else None
    reason = cause.strerror if isinstance(cause, OSError) else str(cause)
    return StoreError(
        f"{disk_path} cannot be read: {reason}",
        hint=_HINTS.get(number or 0, _OTHER_HINT),
        details={
            "path": disk_path,
            "reason": str(reason),
            "errno": errno.errorcode.get(number or 0),
        },
    )
