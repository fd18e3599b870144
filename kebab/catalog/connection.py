"""Open the catalog. The only file that knows sqlite3 and its errors."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeAlias

from kebab.catalog.damage import damaged
from kebab.errors import KebabError, NotIndexedError, StoreError
from kebab.security.private_files import open_private

Connection: TypeAlias = sqlite3.Connection
Row: TypeAlias = sqlite3.Row

# In the data directory of the settings.
BUSY_TIMEOUT_MS = 15_000
_WITH_SHM, _ALONE = "mode=ro&readonly_shm=1", "immutable=1"  # https://www.sqlite.org/uri.html
_PRIMARY = 0xFF  # of an extended error code
_CANNOT_WRITE = frozenset(
    (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL)
)
_STEPS_A_LOOK = 1000  # of SQLite's virtual machine, between two looks at the clock
# The last two: the schema's version was found right before anything is asked of a table.
_DAMAGE = ("malformed", "not a database", "corrupt", "no such table", "no such column")
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
        return damaged(path, reason)
    if path.is_dir():
        return StoreError(
            f"the catalog {path} cannot be opened: it is a folder",
            hint="move it away, then run `kebab ingest`",
            details=details,
        )
    if "unable to open" in reason:
        return StoreError(
            f"the catalog {path} cannot be opened",
            hint="check that its folder exists, that you may read and write it, and that its disk "
            "has room",
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
        hint="check that its disk has room and that you may write to it, then run the same command "
        "again: nothing was lost",
        details=details,
    )


def open_connection(path: Path, *, writable: bool) -> Connection:
    """Open an existing catalog, or create the file where `writable`.

    Raises NotIndexedError where there is none to read. Readers get a connection that refuses
    writes; where it cannot touch the -shm file either, because the disk is full or read-only, it
    does without.
    """
    if not writable and not path.exists():
        raise not_indexed(path)
    with translated(path):
        try:
            if writable:
                _make_private(path)
            return _connect(path, "", writable=writable)
        except sqlite3.OperationalError as cause:
            if writable or cause.sqlite_errorcode & _PRIMARY not in _CANNOT_WRITE:
                raise
            return _connect_without_writing(path, cause)


def _make_private(path: Path) -> None:
    """Make the file before SQLite does; its -wal and -shm have the same permissions."""
    with suppress(OSError):  # SQLite finds it too, and says more
        os.close(open_private(path, os.O_RDWR))


def _connect(path: Path, options: str, *, writable: bool) -> Connection:
    db = sqlite3.connect(
        f"{path.absolute().as_uri()}?{options}" if options else path,
        uri=bool(options),
        timeout=BUSY_TIMEOUT_MS / 1000,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        _prepare(db, writable=writable)
    except sqlite3.DatabaseError:
        db.close()
        raise
    return db


def _connect_without_writing(path: Path, cause: sqlite3.OperationalError) -> Connection:
    """Read a catalog beside which nothing can be written; raise the cause where that cannot be.

    A -shm file is used as it is. Without one the catalog is read alone, unless there are commits
    in its -wal: what is read without them is old, or nothing at all.
    """
    has_commits = _size(path.with_name(f"{path.name}-wal")) > 0
    for options in (_WITH_SHM,) if has_commits else (_WITH_SHM, _ALONE):
        try:
            return _connect(path, options, writable=False)
        except sqlite3.OperationalError:
            continue
    raise cause


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def sqlite_version() -> str:
    """Return the version of the SQLite that keeps the catalog."""
    return sqlite3.sqlite_version


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


def statements_of(script: str) -> Iterator[str]:
    """Cut a script into its statements, which `executescript` would commit one by one."""
    *parts, rest = script.split(";")
    statement = ""
    for part in parts:
        statement += f"{part};"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    yield statement + rest


def empty_wal(db: Connection, patience_ms: int) -> None:
    """Bring what was committed into the file itself; where others read it just now, later."""
    with suppress(sqlite3.DatabaseError):  # it is safe where it is, and a full disk stays full
        db.execute(f"PRAGMA busy_timeout = {patience_ms}")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


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


def file_identity(path: Path) -> tuple[int, int] | None:
    """Tell one catalog file from another that took its place; None where there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
