"""Opens the zip files that documents are packed in, after a look at what they would unpack to."""

from __future__ import annotations

import zipfile
from io import BytesIO

from kebab.errors import EncryptedDocumentError, TooLargeError
from workers.extract.foreign_errors import reading, unreadable
from workers.extract.limits import Limits
from workers.extract.ole import refuse_ole

_MAX_ENTRIES = 20_000
_MAX_RATIO = 200  # text of a document packs to a fiftieth at best, columns of equal numbers further
_SMALL_BYTES = 20_000_000
_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}  # formats of documents know no other


def open_archive(data: bytes, path: str, limits: Limits, what: str) -> zipfile.ZipFile:
    """Open it, or refuse what is no zip, is encrypted, or unpacks to more than the limits.

    The sizes that are judged bind: `zipfile` never gives more of an entry than it states.
    """
    refuse_ole(data, path)
    with reading(path, what):
        archive = zipfile.ZipFile(BytesIO(data))
    entries = archive.infolist()
    if any(entry.flag_bits & 0x1 for entry in entries):
        raise EncryptedDocumentError(
            f"{path} is protected by a password",
            hint="Save a copy without a password, and ingest that.",
            details={"path": path},
        )
    if any(entry.compress_type not in _METHODS for entry in entries):
        raise unreadable(path, f"is no {what}: it is packed in a way that documents are not")
    _refuse_bomb(entries, len(data), path, limits)
    return archive


def read_entry(archive: zipfile.ZipFile, name: str, path: str, what: str) -> bytes:
    """Unpack one entry; one that is missing or broken makes the whole document unreadable."""
    with reading(path, what):
        try:
            return archive.read(name)
        except KeyError as cause:
            raise unreadable(path, f"is no {what}: it has no {name}") from cause


def has_entry(archive: zipfile.ZipFile, name: str) -> bool:
    """Tell whether there is an entry of exactly this name."""
    return name in archive.NameToInfo


def _refuse_bomb(
    entries: list[zipfile.ZipInfo], size_bytes: int, path: str, limits: Limits
) -> None:
    hint = "No document is packed like that: exclude the file."
    unpacked = sum(entry.file_size for entry in entries)
    ratio = unpacked / max(1, size_bytes)
    if len(entries) > _MAX_ENTRIES:
        problem = f"holds {len(entries)} parts, more than {_MAX_ENTRIES}"
    elif unpacked > limits.max_unpacked_bytes:
        problem = f"unpacks to {unpacked} bytes, more than {limits.max_unpacked_bytes}"
        hint = "Raise limits.max_unpacked_bytes in kebab.toml, or exclude the file."
    elif unpacked > _SMALL_BYTES and ratio > _MAX_RATIO:
        problem = f"unpacks to {ratio:.0f} times its size, which no document does"
    else:
        return
    raise TooLargeError(
        f"{path} {problem}",
        hint=hint,
        details={"path": path, "unpacked_bytes": unpacked, "entries": len(entries)},
    )
