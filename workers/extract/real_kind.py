"""Tells by its first bytes what a file is that its name says something else of. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePosixPath
from typing import Final

from kebab.errors import UnreadableDocumentError

# What may be without a byte: an empty note or table is one, an empty PDF is none.
_MAY_BE_EMPTY: Final = frozenset({"markdown", "text", "code", "csv", "html"})
_LOOKED_AT_BYTES: Final = 4096
# By what comes first; in an archive and an OLE file, by names that stand anywhere in it.
_STARTS: Final = (
    (re.compile(rb"%PDF-"), "pdf"),
    (re.compile(rb"\x89PNG\r\n"), "png"),
    (re.compile(rb"\xff\xd8\xff"), "jpg"),
    (re.compile(rb"GIF8[79]a"), "gif"),
    (re.compile(rb"RIFF....WEBP", re.DOTALL), "webp"),
    (re.compile(rb"II\*\0|MM\0\*"), "tiff"),
    (re.compile(rb"\{\\rtf"), "rtf"),
    (re.compile(rb"From \S+ .*\d\d:\d\d"), "mbox"),
    (re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html)\b", re.IGNORECASE), "html"),
)
_PACKED: Final = (
    (b"word/document.xml", "docx"),
    (b"ppt/presentation.xml", "pptx"),
    (b"xl/workbook.xml", "xlsx"),
    (b"application/epub+zip", "epub"),
    (b"application/hwp+zip", "hwpx"),
    (b"application/vnd.oasis.opendocument.text", "odt"),
    (b"application/vnd.oasis.opendocument.spreadsheet", "ods"),
    (b"application/vnd.oasis.opendocument.presentation", "odp"),
)
_COMPOUND: Final = (
    (b"HWP Document File", "hwp"),
    ("WordDocument\0".encode("utf-16-le"), "doc"),
    ("PowerPoint Document\0".encode("utf-16-le"), "ppt"),
    ("Workbook\0".encode("utf-16-le"), "xls"),
)
_SAME: Final = (
    {"jpg", "jpeg"},
    {"tif", "tiff"},
    {"htm", "html", "xhtml"},
    {"docx", "docm"},
    {"pptx", "pptm"},
    {"xlsx", "xlsm"},
)


def refuse_empty(data: bytes, path: str, media: str) -> None:
    """Raise where a file without a byte cannot be a document of its medium."""
    if not data and media not in _MAY_BE_EMPTY:
        raise UnreadableDocumentError(
            f"{path} is empty",
            hint="Copy or download it again, or delete it.",
            details={"path": path},
        )


@contextmanager
def naming_real_kind(data: bytes, path: str) -> Iterator[None]:
    """Let what is raised on a file with a wrong name say which name would be right."""
    try:
        yield
    except UnreadableDocumentError as error:
        ending = PurePosixPath(path).suffix[1:].lower()
        kind = kind_of(data)
        if kind is not None and not _is_same(kind, ending):
            error.hint = f"It holds what a .{kind} file does: rename it, then ingest again."
        raise


def kind_of(data: bytes) -> str | None:
    """Return the extension that fits the content, None where it is not known."""
    head = data[:_LOOKED_AT_BYTES]
    if head.startswith(b"PK\x03\x04"):
        return next((kind for mark, kind in _PACKED if mark in data), None)
    if head.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        return next((kind for mark, kind in _COMPOUND if mark in data), None)
    return next((kind for start, kind in _STARTS if start.match(head)), None)


def _is_same(one: str, other: str) -> bool:
    return one == other or any({one, other} <= same for same in _SAME)
