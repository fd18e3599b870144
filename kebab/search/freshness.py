"""Tell whether the file of a document is still what was indexed."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from blake3 import blake3

from kebab.catalog.records import Document

# A file of the same size but another time is read and compared up to this size.
COMPARED_BYTES = 4_000_000


@dataclass(frozen=True, slots=True)
class Freshness:
    """`stale`: the file changed since it was indexed. `gone`: it is no longer there."""

    stale: bool = False
    gone: bool = False


FRESH = Freshness()
STALE = Freshness(stale=True)
GONE = Freshness(stale=True, gone=True)


def probe(document: Document) -> Freshness:
    """Look at the file. A document without a file is always fresh."""
    if document.disk_path is None:
        return FRESH
    try:
        found = os.stat(document.disk_path)  # noqa: PTH116 - asked of every hit: a third of the time
    except (FileNotFoundError, NotADirectoryError):
        return GONE
    except (OSError, ValueError):
        return STALE  # it cannot be looked at: nothing says that it is what was indexed
    if found.st_size != document.size_bytes or not stat.S_ISREG(found.st_mode):
        return STALE
    if found.st_mtime_ns == document.mtime_ns:
        return FRESH
    return FRESH if _has_same_content(Path(document.disk_path), document) else STALE


def _has_same_content(path: Path, document: Document) -> bool:
    if document.size_bytes > COMPARED_BYTES:
        return False
    try:
        return blake3(path.read_bytes()).hexdigest() == document.content_hash
    except OSError:
        return False


def probe_all(documents: Iterable[Document]) -> dict[str, Freshness]:
    """Look at several files; the answers by document id."""
    return {document.id: probe(document) for document in documents}
