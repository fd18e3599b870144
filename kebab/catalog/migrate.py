"""Bring a catalog to the newest schema: numbered steps, each in a transaction of its own."""

from __future__ import annotations

import os
import re
from contextlib import closing, suppress
from functools import cache
from pathlib import Path

from kebab.catalog.connection import (
    Connection,
    not_indexed,
    open_connection,
    statements_of,
    transaction,
    translated,
)
from kebab.catalog.damage import damaged, emptied
from kebab.errors import NotIndexedError, StoreError
from kebab.security.private_files import open_private

_NUMBERED = re.compile(r"^(\d{4})_\w+\.sql$")
# By path: importlib.resources would cost every worker's start 5 ms.
_MIGRATIONS = Path(__file__).with_name("migrations")


def read_steps(folder: Path = _MIGRATIONS) -> list[str]:
    """Return the migrations in order; step n takes a catalog from version n - 1 to n."""
    return [path.read_text("utf-8") for path in _files(folder)]


def _files(folder: Path = _MIGRATIONS) -> list[Path]:
    return sorted(path for path in folder.iterdir() if _NUMBERED.match(path.name))


@cache  # asked before every call
def _known() -> int:
    return len(_files())


def version(db: Connection) -> int:
    """Return how many steps a catalog has had."""
    (done,) = db.execute("PRAGMA user_version").fetchone()
    return int(done)


def open_reader(path: Path) -> Connection:
    """Open a catalog to read it. Raises NotIndexedError, also for one that is just being made."""
    if (error := emptied(path)) is not None:
        raise error
    db = open_connection(path, writable=False)
    try:
        check_version(db, path)
    except BaseException:
        db.close()
        raise
    return db


def open_writer(path: Path) -> Connection:
    """Open a catalog to write to it, made or brought up to date where it has to be."""
    if (error := emptied(path)) is not None:
        raise error
    if path.exists():  # a foreign database is not even to become a WAL one
        with closing(open_connection(path, writable=False)) as looking:
            _refuse_strange(looking, path)
    db = open_connection(path, writable=True)
    try:
        migrate(db, path, read_steps())
    except BaseException:
        db.close()
        raise
    return db


def check_version(db: Connection, path: Path) -> None:
    """Raise where this kebab cannot read the schema that the catalog has by now."""
    with translated(path):
        found, known = version(db), _known()
    if found == known:
        return
    if found == 0:
        _refuse_strange(db, path)
        raise not_indexed(path)
    if found > known:
        raise _too_new(path, found, known)
    raise StoreError(
        f"the catalog {path} has schema version {found}, this kebab reads {known}",
        hint="run `kebab ingest`: it brings the catalog up to date, after a backup",
        details={"path": str(path), "found": found, "known": known},
    )


def _refuse_strange(db: Connection, path: Path) -> None:
    """Raise where there are tables and no version: the first step makes both at once."""
    with translated(path):
        if version(db):
            return
        (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if tables:
        raise damaged(path, "it is a database, but no catalog of kebab")


def _too_new(path: Path, found: int, known: int) -> StoreError:
    return StoreError(
        f"the catalog {path} has schema version {found}, this kebab knows {known}",
        hint="install the newer kebab that wrote it",
        details={"path": str(path), "found": found, "known": known},
    )


def migrate(db: Connection, path: Path, steps: list[str]) -> int:
    """Apply the steps that this catalog has not had; return how many there were.

    Each step is one transaction, which looks first whether another process was faster. A catalog
    that already held data is copied to `<name>.v<version>.bak` before the first step.
    Raises StoreError where a newer kebab wrote the catalog.
    """
    with translated(path):
        done = version(db)
    if done > len(steps):
        raise _too_new(path, done, len(steps))
    if done == len(steps):
        return 0
    if done:
        _back_up(db, path, done)
    applied = 0
    for number, sql in enumerate(steps[done:], start=done + 1):
        with transaction(db, path):
            if version(db) < number:
                for statement in statements_of(sql):
                    db.execute(statement)
                db.execute(f"PRAGMA user_version = {number}")
                applied += 1
    for left in path.parent.glob(f"{path.name}.v*.bak.*"):
        left.unlink(missing_ok=True)
    return applied


def _back_up(db: Connection, path: Path, done: int) -> None:
    """Copy the catalog as it is now; the copy gets its name when it is whole."""
    target = path.with_name(f"{path.name}.v{done}.bak")
    copy = target.with_name(f"{target.name}.{os.getpid()}")
    try:
        copy.unlink(missing_ok=True)
        os.close(open_private(copy, os.O_WRONLY))  # SQLite takes an empty file for none
        with translated(path):
            db.execute("VACUUM INTO ?", (str(copy),))
        with closing(open_connection(copy, writable=False)) as copied:
            is_older = version(copied) == done
        if is_older:
            with copy.open("rb+") as written:
                os.fsync(written.fileno())
            copy.replace(target)
    except (FileNotFoundError, NotIndexedError):
        return  # another process has migrated meanwhile, after a backup, and tidied up
    except StoreError:
        with translated(path):
            if version(db) != done:  # the same, while SQLite was writing the copy
                return
        raise
    except OSError as cause:
        raise StoreError(
            f"the catalog {path} cannot be copied before it is brought up to date: "
            f"{cause.strerror or cause}",
            hint="free some disk space, or check the permissions of its folder, then try again",
            details={"path": str(target), "reason": str(cause)},
        ) from cause
    finally:
        with suppress(OSError):
            copy.unlink()
