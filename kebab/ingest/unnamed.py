"""Looks at the first bytes of a file whose name has no extension: text, a script, or a mailbox."""

from __future__ import annotations

import os
import re
import stat

from kebab.ingest.media import NO_EXTENSION, extension_of, medium_of
from kebab.security.secret_names import secret_part

_LOOKED_AT_BYTES = 4096
# A pipe that took the file's place after the scan must not block.
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_MBOX = re.compile(rb"From \S+ [^\r\n]*\d\d:\d\d")
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


def medium_of_file(name: str, disk_path: str) -> str | None:
    """Return the medium by the name, or by the content where the name has no extension."""
    media = medium_of(name)
    return medium_of_head(_head(disk_path)) if media is None and is_unnamed(name) else media


def is_unnamed(name: str) -> bool:
    """Tell whether only the content can tell the medium; hidden files and keys are let alone."""
    is_hidden = name.startswith(".")
    return extension_of(name) == NO_EXTENSION and not is_hidden and secret_part([name]) is None


def medium_of_head(head: bytes) -> str | None:
    """Return the medium that begins like this; None for what is empty or no text."""
    if not head or _BINARY.search(head):
        return None
    if head.startswith(b"#!"):
        return "code"
    return "mbox" if _MBOX.match(head) else "text"


def _head(disk_path: str) -> bytes:
    """Read the beginning of a regular file; what cannot be read begins with nothing."""
    try:
        descriptor = os.open(disk_path, _FLAGS)
        with os.fdopen(descriptor, "rb", buffering=0) as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                return b""
            return file.read(_LOOKED_AT_BYTES)
    except OSError:
        return b""
