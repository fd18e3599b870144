"""Tells what lies in an OLE file, the container of old and of encrypted Office documents."""

from __future__ import annotations

from kebab.errors import EncryptedDocumentError, KebabError, UnsupportedMediaError
from workers.extract.foreign_errors import unreadable

_SIGNATURE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# Names of streams, as its directory has them.
_LEGACY = (
    ("WordDocument", "Word 97-2003", "docx"),
    ("PowerPoint Document", "PowerPoint 97-2003", "pptx"),
    ("Workbook", "Excel 97-2003", "xlsx"),
    ("Book", "Excel 5", "xlsx"),
)


def is_encrypted_package(data: bytes) -> bool:
    """Tell whether a .docx, .pptx or .xlsx lies encrypted in it."""
    return data.startswith(_SIGNATURE) and _has_stream(data, "EncryptedPackage")


def refuse_ole(data: bytes, path: str) -> None:
    """Raise if this is an OLE file; none of them is read here."""
    if data.startswith(_SIGNATURE):
        raise _refusal(data, path)


def _refusal(data: bytes, path: str) -> KebabError:
    if _has_stream(data, "EncryptedPackage"):
        return EncryptedDocumentError(
            f"{path} is protected by a password",
            hint="Open it in Office, save a copy without a password, and ingest that.",
            details={"path": path},
        )
    for stream, program, ending in _LEGACY:
        if _has_stream(data, stream):
            return UnsupportedMediaError(
                f"{path} is of {program}, which is not read",
                hint=f"Save it as .{ending} in Office or LibreOffice, and ingest that.",
                details={"path": path},
            )
    return unreadable(path, "is an OLE file without an Office document in it")


def _has_stream(data: bytes, name: str) -> bool:
    return (name + "\0").encode("utf-16-le") in data
