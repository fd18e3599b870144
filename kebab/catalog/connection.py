"""Open the catalog. The only file that knows sqlite3 and its errors."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from kebab.errors import CatalogDamagedError, KebabError, NotIndexedError, StoreError

Connection: TypeAlias = sqlite3.Connection
Row: TypeAlias = sqlite3.Row

# In the data directory of the settings.
BUSY_TIMEOUT_MS = 15_000
_STEPS_A_LOOK = 1000  # of SQLite's virtual machine, between two looks at the clock
_DAMAGE = ("malformed", "not a database", "database corruption")
# https://www.sqlite.org/limits.html: 32,766 variables a statement since 3.32; kept well below.
MAX_VARIABLES = 900


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn sqlite3's errors into ours, naming the file and the way out."""
    try:
        yield
    except sqlite3.DatabaseError as cause:
        raise _translate(cause, path) from cause


def _translate(cause: sqlite3.DatabaseError, path: Path) -> KebabError:
    reason = str(cause)
    details = {"path": str(path), "reason": reason}
    if any(word in reason for word in _DAMAGE):
        return CatalogDamagedError(
            f"the catalog {path} is damaged: {reason}",
            hint="keep a copy of the file, run `kebab doctor`, then restore a backup or "
            "recover it with `sqlite3 FILE .recover` and ingest again",
            details=details,
        )
    if "unable to open" in reason:
        return StoreError(
            f"the catalog {path} cannot be opened",
            hint="check that its folder exists and that you may read and write it",
            details=details,
        )
    if "locked" in reason:
        return StoreError(
            f"the catalog {path} is busy: another process kept it locked for "
            f"{BUSY_TIMEOUT_MS // 1000} s",
            hint="wait for the other process, then call again",
            details=details,
        )
    if "full" in reason:
        return StoreError(
            f"no space left for the catalog {path}",
            hint="free some disk space, then run the same command again: nothing was lost",
            details=details,
        )
    return StoreError(
        f"the catalog {path} could not be used: {reason}",
        hint="check the disk and the permissions of the file, then run `kebab doctor`",
        details=details,
    )


def open_connection(path: Path, *, writable: bool) -> Connection:
    """Open an existing catalog, or create the file where `writable`.

    Raises NotIndexedError where there is none to read. Readers get a connection that refuses
    writes; it still has to be able to touch the -shm file, unless the whole disk is read-only.
    """
    if not writable and not path.exists():
        raise not_indexed(path)
    with translated(path):
        db = sqlite3.connect(
            path, timeout=BUSY_TIMEOUT_MS / 1000, isolation_level=None, check_same_thread=False
        )
        try:
            _prepare(db, writable=writable)
        except sqlite3.DatabaseError:
            db.close()
            if writable or not _is_unwritable(path):
                raise
            db = sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True, isolation_level=None)
            _prepare(db, writable=False)
    return db


def not_indexed(path: Path) -> NotIndexedError:
    """Say that there is no knowledge base yet."""
    return NotIndexedError(
        f"there is no knowledge base at {path.parent}",
        hint="run `kebab init FOLDER`, then `kebab ingest`",
        details={"expected": str(path)},
    )


def _prepare(db: Connection, *, writable: bool) -> None:
    db.row_factory = sqlite3.Row
    db.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    db.execute("PRAGMA foreign_keys = ON")
    if writable:
        db.execute("PRAGMA journal_mode = WAL")
        # FULL: a commit that was reported survives a power cut (https://sqlite.org/pragma.html).
        db.execute("PRAGMA synchronous = FULL")
    else:
        db.execute("PRAGMA query_only = ON")
    db.execute("SELECT count(*) FROM sqlite_master").fetchone()


def _is_unwritable(path: Path) -> bool:
    try:
        with path.open("r+b"):
            return False
    except OSError:
        return True


@contextmanager
def transaction(db: Connection, path: Path) -> Iterator[None]:
    """Commit what happens inside, or nothing of it."""
    with translated(path):
        db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise
        try:
            db.execute("COMMIT")
        except sqlite3.DatabaseError:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise


def quick_check(db: Connection, path: Path, *, most: int, seconds: float) -> list[str] | None:
    """Run SQLite's own check for at most so long; None where that was not enough to end it.

    It reads the whole file, which takes as long as the disk does where nothing is cached.
    """
    deadline = time.monotonic() + seconds
    db.set_progress_handler(lambda: time.monotonic() > deadline, _STEPS_A_LOOK)
    try:
        with translated(path):
            found = [str(row[0]) for row in db.execute(f"PRAGMA quick_check({most})")]
    except StoreError as error:
        # Only the handler above interrupts; damage that comes to light late is still damage.
        if getattr(error.__cause__, "sqlite_errorcode", None) == sqlite3.SQLITE_INTERRUPT:
            return None
        raise
    finally:
        db.set_progress_handler(None, 0)
    return [] if found == ["ok"] else found


@contextmanager
def snapshot(db: Connection, path: Path) -> Iterator[None]:
    """See one state of the catalog throughout, whatever others commit meanwhile."""
    with translated(path):
        db.execute("BEGIN")
        try:
            yield
        finally:
            if db.in_transaction:
                db.execute("ROLLBACK")
