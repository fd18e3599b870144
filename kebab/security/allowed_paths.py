"""Decides, for every tool that reads or writes a file by its path, whether it may."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path, PureWindowsPath

from kebab.errors import (
    FileNotFoundInputError,
    InvalidInputError,
    KebabError,
    OutsideRootsError,
    StoreError,
)
from kebab.security.path_rules import OF_THE_SYSTEM, PathRules, Purpose, reason_against
from kebab.security.windows_names import windows_problem

# Where a link or a pipe takes the file's place after the look, opening must not follow or wait.
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


def allow(path: Path, purpose: Purpose, rules: PathRules) -> Path:
    """Return the real path of a regular file that may be read, or of one that may be written.

    Links and `..` are followed first, also those of the folders above. Raises OutsideRootsError
    for a place that is not allowed, whether there is a file or not; InvalidInputError,
    FileNotFoundInputError and StoreError for what is no such file.
    """
    _check_spelling(path, purpose, rules)
    try:
        real = _real(path, purpose)
    except OSError as cause:
        _check_place(path, Path(os.path.realpath(path)), purpose, rules)
        raise _unusable(path, purpose, cause) from cause
    _check_place(path, real, purpose, rules)
    _check_kind(path, real, purpose)
    return real


def open_readable(path: Path, rules: PathRules) -> int:
    """Open a file that may be read, and return its descriptor, which is the caller's to close.

    What was opened is looked at again where the system tells: a folder above may have become a
    link in between.
    """
    real = allow(path, Purpose.READ, rules)
    try:
        descriptor = os.open(real, _FLAGS)
    except OSError as cause:
        raise _unusable(path, Purpose.READ, cause) from cause
    try:
        _check_regular(path, os.fstat(descriptor).st_mode)
        _check_place(path, _opened(descriptor) or real, Purpose.READ, rules)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _check_spelling(path: Path, purpose: Purpose, rules: PathRules) -> None:
    text = str(path)
    if not path.is_absolute():
        raise InvalidInputError(
            f"path has to be absolute, not {text!r}",
            hint="a server does not know your working directory: give the path from the root",
            details={"path": text},
        )
    try:
        is_plain = "\0" not in text and bool(text.encode())
    except UnicodeEncodeError:
        is_plain = False
    if not is_plain:
        raise InvalidInputError(
            "the path is not valid UTF-8, or holds a NUL character", hint="rename the file"
        )
    if sys.platform == "win32":
        roots = [PureWindowsPath(root) for root in rules.roots_for(purpose)]
        if problem := windows_problem(PureWindowsPath(path), roots):
            raise _refused(path, purpose, rules, problem)


def _real(path: Path, purpose: Purpose) -> Path:
    """Follow all links. What is to be written need not be there, its folder has to."""
    try:
        return Path(os.path.realpath(path, strict=True))
    except FileNotFoundError:
        if purpose is Purpose.READ or path.is_symlink() or path.name in {"", ".."}:
            raise
    return Path(os.path.realpath(path.parent, strict=True)) / path.name


def _check_place(path: Path, real: Path, purpose: Purpose, rules: PathRules) -> None:
    if reason := reason_against(real, purpose, rules):
        raise _refused(path, purpose, rules, reason)


def _check_kind(path: Path, real: Path, purpose: Purpose) -> None:
    try:
        mode = real.lstat().st_mode
    except FileNotFoundError as cause:
        if purpose is Purpose.WRITE:
            return
        raise _unusable(path, purpose, cause) from cause
    except OSError as cause:
        raise _unusable(path, purpose, cause) from cause
    _check_regular(path, mode)


def _check_regular(path: Path, mode: int) -> None:
    if not stat.S_ISREG(mode):
        raise InvalidInputError(
            f"{path} is not a regular file",
            hint="to ingest a folder, add it as [[sources]] and run `kebab ingest`",
            details={"path": str(path)},
        )


def _opened(descriptor: int) -> Path | None:
    """Ask the system for the real path of an open file; None where it does not tell."""
    if sys.platform == "linux":
        try:
            return Path(f"/proc/self/fd/{descriptor}").readlink()
        except OSError:
            return None
    if sys.platform == "darwin":
        import fcntl  # noqa: PLC0415 - not everywhere

        found = fcntl.fcntl(descriptor, fcntl.F_GETPATH, bytes(1024))
        return Path(os.fsdecode(found.rstrip(b"\0")))
    return None


def _refused(path: Path, purpose: Purpose, rules: PathRules, reason: str) -> OutsideRootsError:
    key = "roots" if purpose is Purpose.READ else "output_roots"
    hint = (
        f"ask the person to name its folder, or the file itself, as [security] {key} in kebab.toml"
    )
    if purpose is Purpose.READ:
        hint += ", or to run `kebab ingest-file` on it"
    return OutsideRootsError(
        f"tools may not {purpose} {path}: {reason}",
        hint="copy what you need of it into a file" if reason == OF_THE_SYSTEM else hint,
        details={
            "path": str(path),
            "purpose": str(purpose),
            "reason": reason,
            "roots": [str(root) for root in rules.roots_for(purpose)],
        },
    )


def _unusable(path: Path, purpose: Purpose, cause: OSError) -> KebabError:
    details = {"path": str(path), "reason": cause.strerror or str(cause)}
    if isinstance(cause, FileNotFoundError | NotADirectoryError):
        folder = purpose is Purpose.WRITE
        return FileNotFoundInputError(
            f"there is no folder {path.parent}" if folder else f"there is no file {path}",
            hint="make the folder first"
            if folder
            else "check the path; relative ones start at the folder that kebab was started in",
            details=details,
        )
    return StoreError(
        f"{path} cannot be {'read' if purpose is Purpose.READ else 'written'}: {details['reason']}",
        hint="check its permissions, and those of the folders above it",
        details=details,
    )
