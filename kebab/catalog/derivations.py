"""What was derived from contents at some cost, kept so that it is derived once.

An entry whose checksum is wrong is none: what it stood for is derived again.
"""

from __future__ import annotations

from pathlib import Path

from blake3 import blake3

from kebab.catalog.connection import Connection, translated

# A note of each use would be a write of the disk each; what was used lately is not pruned anyway.
_NOTED_EVERY_MS = 3_600_000
_GET = "SELECT value, checksum, used_at_ms FROM derivations WHERE kind = ? AND key = ?"
_PUT = """
INSERT INTO derivations (kind, key, value, checksum, used_at_ms) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value, checksum = excluded.checksum,
    used_at_ms = excluded.used_at_ms
"""


def get_derivation(db: Connection, path: Path, kind: str, key: bytes, now_ms: int) -> bytes | None:
    """Return what was derived, and note that it was used; None where there is nothing sound."""
    with translated(path):
        row = db.execute(_GET, (kind, key)).fetchone()
        if row is None or blake3(row[0]).digest() != row[1]:
            return None
        if row[2] + _NOTED_EVERY_MS <= now_ms:
            sql = "UPDATE derivations SET used_at_ms = ? WHERE kind = ? AND key = ?"
            db.execute(sql, (now_ms, kind, key))
    return bytes(row[0])


def put_derivation(
    db: Connection, path: Path, kind: str, key: bytes, value: bytes, now_ms: int
) -> None:
    """Keep what was derived."""
    with translated(path):
        db.execute(_PUT, (kind, key, value, blake3(value).digest(), now_ms))


def prune_derivations(db: Connection, path: Path, before_ms: int) -> int:
    """Drop what was not used since; return how many entries went."""
    with translated(path):
        return db.execute("DELETE FROM derivations WHERE used_at_ms < ?", (before_ms,)).rowcount
