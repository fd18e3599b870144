"""Writes a file so that a reader sees the old one or the new one, and never a part."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import secrets
from pathlib import Path

from kebab.errors import OutputExistsError, StoreError

_NO_LINKS = frozenset({errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK})


def write_file(path: Path, data: bytes, *, overwrite: bool) -> str:
    """Write beside it, flush to the disk, put it in its place; return the hash of what is there.

    Raises OutputExistsError where a file stands there and `overwrite` is not given, StoreError.
    """
    refuse_if_exists(path, overwrite=overwrite)
    part = path.with_name(f".{path.name[:80]}.{secrets.token_hex(4)}.part")
    try:
        _write_part(part, data)
        _put(part, path, overwrite=overwrite)
        _flush_folder(path.parent)
    except OSError as cause:
        raise StoreError(
            f"{path} cannot be written: {cause.strerror or cause}",
            hint="check that the folder exists, may be written and has room",
            details={"path": str(path), "errno": errno.errorcode.get(cause.errno or 0, "")},
        ) from cause
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
    return hashlib.sha256(data).hexdigest()


def refuse_if_exists(path: Path, *, overwrite: bool) -> None:
    """Raise OutputExistsError for a file that stands in the way, before any work is done."""
    if not overwrite and path.exists():
        raise _exists(path)


def _write_part(part: Path, data: bytes) -> None:
    with part.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _put(part: Path, path: Path, *, overwrite: bool) -> None:
    if overwrite:
        if path.exists():
            part.chmod(path.stat().st_mode & 0o777)
        part.replace(path)
        return
    try:
        os.link(part, path)  # unlike a rename it refuses where a file stands
    except FileExistsError as cause:
        raise _exists(path) from cause
    except OSError as cause:
        if cause.errno not in _NO_LINKS:
            raise
        if path.exists():
            raise _exists(path) from cause
        part.replace(path)


def _flush_folder(folder: Path) -> None:
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _exists(path: Path) -> OutputExistsError:
    return OutputExistsError(
        f"{path} exists",
        hint="name another output, or pass overwrite",
        details={"path": str(path)},
    )
