"""Bring a catalog to the newest schema: numbered steps, each in a transaction of its own."""

from __future__ import annotations

import re
from pathlib import Path

from kebab.catalog.connection import Connection, not_indexed, open_connection, translated
from kebab.errors import StoreError

_NUMBERED = re.compile(r"^(\d{4})_\w+\.sql$")


def read_steps() -> list[str]:
    """Return the migrations in order; step n takes a catalog from version n - 1 to n."""
    return [path.read_text("utf-8") for path in _files()]


def _files() -> list[Path]:
    # By path: importlib.resources would cost every worker's start 5 ms.
    folder = Path(__file__).with_name("migrations")
    return sorted(path for path in folder.iterdir() if _NUMBERED.match(path.name))


def version(db: Connection) -> int:
    """Return how many steps a catalog has had."""
    (done,) = db.execute("PRAGMA user_version").fetchone()
    return int(done)


def open_reader(path: Path) -> Connection:
    """Open a catalog to read it. Raises NotIndexedError, also for one that is just being made."""
    db = open_connection(path, writable=False)
    found, known = version(db), len(_files())
    if found == known:
        return db
    db.close()
    if found == 0:
        raise not_indexed(path)
    if found > known:
        raise _too_new(path, found, known)
    raise StoreError(
        f"the catalog {path} has schema version {found}, this kebab reads {known}",
        hint="run `kebab ingest`: it brings the catalog up to date, after a backup",
        details={"path": str(path), "found": found, "known": known},
    )


def _too_new(path: Path, found: int, known: int) -> StoreError:
    return StoreError(
        f"the catalog {path} has schema version {found}, this kebab knows {known}",
        hint="install the newer kebab that wrote it",
        details={"path": str(path), "found": found, "known": known},
    )


def migrate(db: Connection, path: Path, steps: list[str]) -> int:
    """Apply the steps that this catalog has not had; return how many there were.

    A catalog that already held data is copied to `<name>.v<version>.bak` before the first step.
    Raises StoreError where a newer kebab wrote the catalog.
    """
    done = version(db)
    if done > len(steps):
        raise _too_new(path, done, len(steps))
    with translated(path):
        if 0 < done < len(steps):
            _back_up(db, path.with_name(f"{path.name}.v{done}.bak"))
        for number, sql in enumerate(steps[done:], start=done + 1):
            script = f"BEGIN IMMEDIATE; {sql}; PRAGMA user_version = {number}; COMMIT;"
            try:
                db.executescript(script)
            finally:
                if db.in_transaction:
                    db.execute("ROLLBACK")
    return len(steps) - done


def _back_up(db: Connection, target: Path) -> None:
    if not target.exists():
        db.execute("VACUUM INTO ?", (str(target),))
