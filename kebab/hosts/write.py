"""Writes a host's file: whole or not at all, after a copy of what was there."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from kebab.errors import SettingsError, StoreError

_BOM = "\ufeff"
_PRIVATE = 0o600


@dataclass(frozen=True, slots=True)
class Written:
    """What became of a file; the copy is None where there was nothing to copy."""

    changed: bool
    backup: Path | None = None


def rewrite(
    path: Path, edit: Callable[[str], str], *, now: datetime, secret: bool = False
) -> Written:
    """Edit a file's text; one that holds a secret is its owner's alone from then on.

    A link is followed: people keep such files elsewhere. Raises StoreError and SettingsError.
    """
    try:
        target = path.resolve()
        before = target.read_bytes() if target.exists() else None
        text = "" if before is None else before.decode("utf-8")
        mark = _BOM if text.startswith(_BOM) else ""
        edited = mark + edit(text.removeprefix(_BOM))
        if before is not None and edited == text:
            return Written(changed=False)
        backup = None if before is None else _copy(target, before, now)
        _replace(target, edited.encode("utf-8"), before, secret=secret)
    except UnicodeDecodeError as cause:
        raise SettingsError(
            f"{path} is not UTF-8 text; it was left alone", details={"path": str(path)}
        ) from cause
    except OSError as cause:
        raise StoreError(
            f"{path} cannot be written: {cause.strerror or cause}", details={"path": str(path)}
        ) from cause
    return Written(changed=True, backup=backup)


def _copy(target: Path, content: bytes, now: datetime) -> Path:
    """Write a copy beside the file, under a name that nothing has yet."""
    stem = f"{target.name}.{now:%Y%m%d-%H%M%S}"
    for number in range(1, 1000):
        backup = target.with_name(f"{stem}.bak" if number == 1 else f"{stem}-{number}.bak")
        with contextlib.suppress(FileExistsError):
            descriptor = os.open(backup, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE)
            with os.fdopen(descriptor, "wb") as file:
                file.write(content)
            return backup
    raise StoreError(f"there are too many copies beside {target}", hint="delete some of them")


def _replace(target: Path, content: bytes, before: bytes | None, *, secret: bool) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    mode = _PRIVATE
    if before is not None and not secret:
        mode = stat.S_IMODE(target.stat().st_mode)
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    fresh = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        fresh.chmod(mode)
        if (target.read_bytes() if target.exists() else None) != before:
            raise StoreError(
                f"{target} was written by another program meanwhile; it was left alone",
                hint="close the host, and try again",
                details={"path": str(target)},
            )
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)
