"""The token that a client has to show: kept in a file that only its owner can read.

It is made at the first start. Two servers that start at once agree on one: the file appears whole
or not at all, and whoever comes second reads it.
"""

from __future__ import annotations

import contextlib
import hmac
import os
import re
import secrets
import stat
import sys
from dataclasses import dataclass
from pathlib import Path

from kebab.errors import SettingsError

FILE_NAME = "http.token"
_BYTES = 32
_LEAST_CHARS = 16
_OTHERS = stat.S_IRWXG | stat.S_IRWXO
# RFC 6750, 2.1
_PLAIN = re.compile(r"[A-Za-z0-9._~+/-]+=*")


@dataclass(frozen=True, slots=True)
class Token:
    """The secret, and whether it was made just now. Its text is not shown where it is printed."""

    text: str
    path: Path
    is_new: bool

    def __repr__(self) -> str:
        return f"Token({self.path})"

    def fits(self, headers: list[bytes]) -> bool:
        """Tell if a request's Authorization headers show it; how long that takes tells nothing."""
        if len(headers) != 1:
            return False
        scheme, _, shown = headers[0].partition(b" ")
        right = hmac.compare_digest(shown.strip(), self.text.encode())
        return right and scheme.lower() == b"bearer"


def load_token(path: Path) -> Token:
    """Read the token, or make one where there is none. Raises SettingsError."""
    try:
        is_new = not path.exists() and _make(path)
        text = _read(path)
    except OSError as cause:
        raise SettingsError(
            f"the token file {path} cannot be used: {cause.strerror or cause}",
            hint="name another one as http.token_file or with --token-file",
            details={"path": str(path)},
        ) from cause
    if len(text) < _LEAST_CHARS or not _PLAIN.fullmatch(text):
        raise SettingsError(
            f"the token in {path} is no token: it has to be one word of at least {_LEAST_CHARS}"
            " letters, digits and -._~+/",
            hint="delete the file: a good one is made at the next start",
            details={"path": str(path)},
        )
    return Token(text, path, is_new)


def _read(path: Path) -> str:
    descriptor = os.open(path, os.O_RDONLY)
    with os.fdopen(descriptor, encoding="utf-8", errors="replace") as file:
        mode = os.fstat(descriptor).st_mode
        if sys.platform != "win32" and mode & _OTHERS:
            raise SettingsError(
                f"others may read the token file {path}",
                hint=f"run `chmod 600 {path}`; if somebody may have read it, delete it instead",
                details={"path": str(path), "mode": f"{stat.S_IMODE(mode):04o}"},
            )
        return file.read(1024).strip()


def _make(path: Path) -> bool:
    """Write a new token; False where somebody else was faster."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(secrets.token_urlsafe(_BYTES) + "\n")
        with contextlib.suppress(FileExistsError):
            # not renamed: that would take the place of another's
            os.link(fresh, path)
            return True
        return False
    finally:
        fresh.unlink(missing_ok=True)
