"""Conversations, beside the catalog: what was asked and answered, limited in number and age.

They have a file of their own, so that a question needs neither the ingest lease nor a catalog of
the newest schema, and a base that cannot be written can still be asked. A connection is open for
one step only: several processes may write, and none keeps the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from kebab.catalog.connection import Connection, open_connection, transaction, translated
from kebab.catalog.migrate import migrate, read_steps, version
from kebab.catalog.records import Turn
from kebab.errors import CatalogDamagedError, StoreError

_MIGRATIONS = Path(__file__).with_name("migrations") / "conversations"
_DAY_MS = 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class ConversationLimits:
    """How much is kept: turns a session, sessions, and days since a turn."""

    max_turns: int
    max_sessions: int
    max_age_days: int

    def oldest_ms(self, now_ms: int) -> int:
        """Return the time before which a turn is no longer kept."""
        return now_ms - self.max_age_days * _DAY_MS


class Conversations:
    """Reads and writes the sessions of one file, which is made by the first turn."""

    def __init__(self, path: Path, limits: ConversationLimits) -> None:
        self._path = path
        self._limits = limits

    def turns(self, session: str, now_ms: int) -> list[Turn]:
        """Return the turns of a session that are still kept, the oldest first."""
        if not self._path.exists():
            return []
        with self._opened(writable=False) as db:
            if not version(db):
                return []  # another process is just making it
            rows = db.execute(
                "SELECT question, answer, grounded, asked_at_ms FROM turns"
                " WHERE session = ? AND asked_at_ms >= ? ORDER BY number DESC LIMIT ?",
                (session, self._limits.oldest_ms(now_ms), self._limits.max_turns),
            ).fetchall()
        return [Turn(row[0], row[1], bool(row[2]), row[3]) for row in reversed(rows)]

    def append(self, session: str, turn: Turn, documents: Iterable[str]) -> int:
        """Keep a turn, drop what is over the limits, and return the turn's number."""
        quoted = json.dumps(sorted(set(documents)))
        with self._opened(writable=True) as db, transaction(db, self._path):
            (last,) = db.execute(
                "SELECT max(number) FROM turns WHERE session = ? AND asked_at_ms >= ?",
                (session, self._limits.oldest_ms(turn.asked_at_ms)),
            ).fetchone()
            number = int(last or 0) + 1
            self._drop(db, session, number, turn.asked_at_ms)
            db.execute(
                "INSERT INTO turns"
                " (session, number, question, answer, grounded, asked_at_ms, documents)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    *(session, number, turn.question, turn.answer),
                    *(turn.grounded, turn.asked_at_ms, quoted),
                ),
            )
        return number

    def _drop(self, db: Connection, session: str, number: int, now_ms: int) -> None:
        """Make room for one turn more."""
        limits = self._limits
        db.execute("DELETE FROM turns WHERE asked_at_ms < ?", (limits.oldest_ms(now_ms),))
        db.execute(
            "DELETE FROM turns WHERE session = ? AND number <= ?",
            (session, number - limits.max_turns),
        )
        db.execute(
            "DELETE FROM turns WHERE session <> ? AND session NOT IN ("
            " SELECT session FROM turns WHERE session <> ?"
            " GROUP BY session ORDER BY max(id) DESC LIMIT ?)",
            (session, session, limits.max_sessions - 1),
        )

    def sessions(self) -> list[str]:
        """Name every session, the one that was asked last first."""
        if not self._path.exists():
            return []
        with self._opened(writable=False) as db:
            return _names(db) if version(db) else []

    def forget(self, sessions: Sequence[str]) -> list[str]:
        """Delete sessions; return the ones that there were."""
        if not self._path.exists():
            return []
        with self._opened(writable=True) as db:
            with transaction(db, self._path):
                there = set(_names(db))
                gone = [name for name in dict.fromkeys(sessions) if name in there]
                db.executemany("DELETE FROM turns WHERE session = ?", [(name,) for name in gone])
            _wipe(db)
        return gone

    def forget_all(self) -> list[str]:
        """Delete every session, also where the file cannot be read any more."""
        try:
            return self.forget(self.sessions())
        except CatalogDamagedError:
            self._discard()
            return []

    def forget_documents(self, documents: Sequence[str]) -> None:
        """Delete the turns that quote any of these documents: what is forgotten is not kept."""
        if not documents or not self._path.exists():
            return
        try:
            self._delete_quoting(json.dumps(list(documents)))
        except CatalogDamagedError:
            self._discard()

    def _delete_quoting(self, documents: str) -> None:
        with self._opened(writable=True) as db:
            with transaction(db, self._path):
                db.execute(
                    "DELETE FROM turns WHERE EXISTS (SELECT 1 FROM json_each(turns.documents)"
                    " WHERE value IN (SELECT value FROM json_each(?)))",
                    (documents,),
                )
            _wipe(db)

    def _discard(self) -> None:
        """Remove a file that cannot be read: nothing in it could be forgotten otherwise."""
        for path in self._path.parent.glob(f"{self._path.name}*"):
            path.unlink(missing_ok=True)

    @contextmanager
    def _opened(self, *, writable: bool) -> Iterator[Connection]:
        db = open_connection(self._path, writable=writable)
        try:
            with translated(self._path):
                if writable:
                    # Before anything is deleted: its bytes are to go too.
                    db.execute("PRAGMA secure_delete = ON")
                _bring_up(db, self._path, writable=writable)
                yield db
        finally:
            db.close()


def _bring_up(db: Connection, path: Path, *, writable: bool) -> None:
    steps = read_steps(_MIGRATIONS)
    done = version(db)
    if done == len(steps) or (not writable and not done):
        return
    if not writable and done < len(steps):
        raise StoreError(
            f"the conversations in {path} are of an older kebab",
            hint="the next question that is kept brings them up to date",
            details={"path": str(path), "reason": "they are of an older kebab"},
        )
    try:
        migrate(db, path, steps)
    except StoreError:
        # Two processes may find no table; the one that comes second finds it made.
        if version(db) != len(steps):
            raise


def _names(db: Connection) -> list[str]:
    rows = db.execute("SELECT session FROM turns GROUP BY session ORDER BY max(id) DESC")
    return [str(row[0]) for row in rows]


def _wipe(db: Connection) -> None:
    """Take what was deleted out of the write-ahead log, too."""
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
