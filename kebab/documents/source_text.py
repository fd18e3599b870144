"""Read the text of a document as it is now: its file, its stored body, or what its chunks kept."""

from __future__ import annotations

import os
import re
import stat
import unicodedata
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from kebab.catalog.records import Chunk, Document
from kebab.errors import CatalogDamagedError, StoreError, TooLargeError
from kebab.search.freshness import Freshness, probe

MAX_BYTES = 64_000_000
# What an editor counts as the end of a line; `str.splitlines` knows a dozen more.
_LINE_END = re.compile(r"\r\n|\n|\r")
_MARKS = (
    b"\xef\xbb\xbf",
    b"\xff\xfe\x00\x00",
    b"\x00\x00\xfe\xff",
    b"\xff\xfe",
    b"\xfe\xff",
)
# Not a pipe that took the file's place: opening must not wait.
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


@dataclass(frozen=True, slots=True)
class SourceText:
    """The lines of a document, NFC as the chunks are, and how fresh what was indexed is."""

    lines: tuple[str, ...]
    freshness: Freshness


def read_source(document: Document, body: bytes | None, root: Path | None) -> SourceText | None:
    """Read a document's lines; None where its file is gone.

    A document that is stored with its text has the lines of that. With a `root`, a file that now
    leads out of it, through a link, is refused.
    """
    if document.disk_path is None or document.has_body:
        return SourceText(split_lines(_stored_text(document, body)), probe(document))
    freshness = probe(document)
    if freshness.gone:
        return None
    if root is not None:
        _refuse_outside(document, root)
    data = _read(document.disk_path)
    return SourceText(split_lines(_decode(data, document.encoding or "utf-8")), freshness)


def _stored_text(document: Document, body: bytes | None) -> str:
    try:
        return zlib.decompress(body).decode("utf-8", "replace") if body else ""
    except zlib.error as cause:
        raise CatalogDamagedError(
            f"the stored text of {document.path} is damaged",
            hint="store it again: with `kebab ingest --force`, or as it came with "
            "`kebab ingest-stdin`; and run `kebab doctor`",
            details={"path": document.path, "reason": str(cause)},
        ) from cause


def split_lines(text: str) -> tuple[str, ...]:
    """Split into lines as an editor numbers them; the end of the last line starts no new one."""
    lines = _LINE_END.split(unicodedata.normalize("NFC", text.removeprefix("\ufeff")))
    if lines[-1] == "":
        lines.pop()
    return tuple(lines)


def _decode(data: bytes, encoding: str) -> str:
    """Decode as the document was when it was indexed; a file that changed may be UTF-8 now."""
    for mark in _MARKS:
        if data.startswith(mark) and encoding.startswith("utf"):
            data = data.removeprefix(mark)
            break
    for candidate in (encoding, "utf-8"):
        try:
            return data.decode(candidate)
        except (UnicodeDecodeError, LookupError):
            continue
    return data.decode("utf-8", "replace")


def _refuse_outside(document: Document, root: Path) -> None:
    real = os.path.realpath(document.disk_path or "")
    if not Path(real).is_relative_to(os.path.realpath(root)):
        raise StoreError(
            f"{document.path} now leads out of the folder of its source",
            hint="a link took its place: run `kebab ingest`, or set [ingest] follow_symlinks",
            details={"path": document.path, "source": document.source_id},
        )


def _read(disk_path: str) -> bytes:
    try:
        with os.fdopen(os.open(disk_path, _FLAGS), "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise _unreadable(disk_path, "it is no regular file")
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as cause:
        reason = cause.strerror if isinstance(cause, OSError) else None
        raise _unreadable(disk_path, reason or str(cause)) from cause
    if len(data) > MAX_BYTES:
        raise TooLargeError(
            f"{disk_path} has over {MAX_BYTES:,} bytes",
            hint="fetch chunks of it instead: a search names them",
            details={"path": disk_path, "maximum": MAX_BYTES},
        )
    return data


def _unreadable(disk_path: str, reason: str) -> StoreError:
    return StoreError(
        f"{disk_path} cannot be read: {reason}",
        hint="check its permissions; fetch of kind chunk answers from the index",
        details={"path": disk_path, "reason": reason},
    )


def lines_of_chunks(chunks: Iterable[Chunk]) -> dict[int, str]:
    """Return what lines of a file its chunks have kept word for word, by line number.

    A chunk counts whose text has as many lines as its span.
    """
    kept: dict[int, str] = {}
    for chunk in chunks:
        lines = split_lines(chunk.text)
        if len(lines) == chunk.line_end - chunk.line_start + 1:
            kept.update(enumerate(lines, chunk.line_start))
    return kept
