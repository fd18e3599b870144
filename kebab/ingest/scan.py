"""What a scan of a source found. Pure values; `walk.py` makes them."""

from __future__ import annotations

import errno
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from kebab.errors import KebabError, StoreError
from kebab.ingest.ignore import Layer
from kebab.ingest.media import MEDIA, extension_of

SkipReason = (
    Layer
    | Literal[
        "unsupported_media",
        "unwanted_media",
        "too_large",
        "special_file",
        "dangling_link",
        "outside_root",
        "already_seen",
    ]
)


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file that is to be a document."""

    path: str
    disk_path: str
    media: str
    size_bytes: int
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class SkippedEntry:
    """A file, or a whole folder where `path` ends in a slash, that is left out."""

    path: str
    reason: SkipReason


@dataclass(frozen=True, slots=True)
class FailedEntry:
    """A file or folder that could not be looked at."""

    path: str
    error: KebabError


@dataclass(frozen=True, slots=True)
class Scan:
    """What a folder holds, each list by path. Nothing is known of what lies below `unseen`.

    `folders` are the places of those that were looked through.
    """

    files: tuple[FoundFile, ...]
    skipped: tuple[SkippedEntry, ...] = ()
    failed: tuple[FailedEntry, ...] = ()
    unseen: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()

    def could_hold(self, path: str) -> bool:
        """Tell whether a path that is not among the files may exist nevertheless."""
        return any(path.startswith(prefix) for prefix in self.unseen) or any(
            entry.path == path for entry in self.failed
        )


@dataclass(frozen=True, slots=True)
class ScanRules:
    """What the settings say of a scan. `barred` are absolute folders of kebab's own."""

    exclude: Sequence[str] = ()
    follow_symlinks: bool = False
    max_bytes: Mapping[str, int] = field(default_factory=dict)
    barred: frozenset[str] = frozenset()
    only: tuple[str, ...] = ()
    media: frozenset[str] = frozenset(MEDIA)


def cannot_read(path: str, cause: OSError) -> StoreError:
    """Say why the system would not let us at a file or folder."""
    name = errno.errorcode.get(cause.errno or 0, "")
    reason = cause.strerror or str(cause)
    return StoreError(
        f"{path} cannot be read: {reason}",
        hint="check its permissions and the disk, then run `kebab ingest` again; what was "
        "indexed of it before is kept",
        details={"path": path, "errno": name, "reason": reason},
    )


def extension_counted(entry: SkippedEntry) -> str:
    """Return under which extension an unsupported file is counted."""
    return extension_of(entry.path.rpartition("/")[2])
