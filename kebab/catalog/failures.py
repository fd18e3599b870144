"""Files that could not be read: put, dropped and read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from kebab.catalog.connection import Connection, Row
from kebab.catalog.records import Failure

_PUT = """
INSERT OR REPLACE INTO failures (source_id, path, disk_path, size_bytes, mtime_ns, content_hash,
    fingerprint, error, failed_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_LIST = """
SELECT source_id, path, disk_path, size_bytes, mtime_ns, content_hash, fingerprint, error,
       failed_at_ms FROM failures WHERE source_id = ?
"""


def put_failures(db: Connection, failures: Sequence[Failure]) -> None:
    """Note files that could not be read, each in place of what was known of it."""
    rows = [
        (
            one.source_id,
            one.path,
            one.disk_path,
            one.size_bytes,
            one.mtime_ns,
            one.content_hash,
            one.fingerprint,
            json.dumps(one.error, default=str),  # in ASCII: an error may quote what is no text
            one.failed_at_ms,
        )
        for one in failures
    ]
    db.executemany(_PUT, rows)


def drop_failures(db: Connection, places: Sequence[tuple[str, str]]) -> None:
    """Forget the failures of files, each named by its source and path."""
    db.executemany("DELETE FROM failures WHERE source_id = ? AND path = ?", places)


def drop_failure_of(db: Connection, document_id: str) -> None:
    """Forget the failure of a document's file."""
    db.execute(
        "DELETE FROM failures WHERE (source_id, path) ="
        " (SELECT source_id, path FROM documents WHERE id = ?)",
        (document_id,),
    )


def list_failures(db: Connection, source_id: str, only: Sequence[str]) -> Iterator[Failure]:
    """Give the failures of a source, or those at and below some paths of it; some twice."""
    if not only or "" in only:
        yield from map(_failure, db.execute(_LIST, (source_id,)).fetchall())
        return
    for path in only:
        # "0" comes right behind "/"
        below = f"{_LIST} AND (path = ? OR (path > ? AND path < ?))"
        values = (source_id, path, f"{path}/", f"{path}0")
        yield from map(_failure, db.execute(below, values).fetchall())


def _failure(row: Row) -> Failure:
    return Failure(**{**dict(row), "error": json.loads(row["error"])})
