"""What is said and done about a catalog that is damaged: the way out, and a copy of it.

Nothing here repairs anything: SQLite's own recovery does, and what it cannot save is ingested anew.
"""

from __future__ import annotations

import shlex
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

from kebab.errors import CatalogDamagedError

VIEWS = "views"
_TIME = "%Y%m%dT%H%M%SZ"
_A_COPY_PER = timedelta(days=1)
_LEFT_FREE_BYTES = 100_000_000  # a copy must not take the room that the way out needs


def damaged(path: Path, reason: str) -> CatalogDamagedError:
    """Say that a catalog is damaged, and the commands that lead out."""
    return CatalogDamagedError(
        f"the catalog {path} is damaged: {reason}",
        hint=_way_out(path),
        details={"path": str(path), "reason": reason},
    )


def _way_out(path: Path) -> str:
    name, away = shlex.quote(str(path)), shlex.quote(f"{path}.away")
    script, recovered = shlex.quote(f"{path}.sql"), shlex.quote(f"{path}.recovered")
    tails = " ".join(shlex.quote(f"{path}{tail}") for tail in ("-wal", "-shm"))
    # The count ends it where `.recover` gave nothing: not every sqlite3 was built with it.
    return (
        "end every kebab and keep a copy; to save what can be saved, run "
        f"`sqlite3 {name} .recover > {script} && sqlite3 {recovered} < {script} && "
        f"sqlite3 {recovered} 'SELECT count(*) FROM chunks' && mv {name} {away} && rm -f {tails} "
        f"&& mv {recovered} {name} && kebab ingest --force && kebab reindex`; where that fails, "
        f"run `mv {name} {away} && rm -f {tails} && kebab ingest`, which reads and embeds every "
        "file anew"
    )


def emptied(path: Path) -> CatalogDamagedError | None:
    """Tell a catalog that was emptied from one that is just being made.

    Views are made from a catalog, and a -wal holds its commits. SQLite would throw that away.
    """
    try:
        if path.stat().st_size:
            return None
    except OSError:
        return None
    wal = path.with_name(f"{path.name}-wal")
    if not _has_size(wal) and not any(path.parent.glob(f"{VIEWS}/shard-*/*/*")):
        return None
    return damaged(path, "it is empty, and what was made from it still lies beside it")


def with_copy(error: CatalogDamagedError, path: Path, now: datetime) -> CatalogDamagedError:
    """Keep a copy of a damaged catalog, one a day, and say where it is."""
    copy = _keep_copy(path, now)
    if copy is None:
        return error
    details = {**error.details, "copy": str(copy)}
    hint = error.hint.replace("keep a copy;", f"keep the copy {copy};")
    return CatalogDamagedError(str(error), hint=hint, details=details)


def _keep_copy(path: Path, now: datetime) -> Path | None:
    stem = f"{path.name}.damaged-"
    try:
        if (last := _last_copy(path, stem)) and now - _time_of(last, stem) < _A_COPY_PER:
            return last
        parts = {tail: path.with_name(f"{path.name}{tail}") for tail in ("-wal", "")}
        parts = {tail: part for tail, part in parts.items() if _has_size(part)}
        needed = sum(part.stat().st_size for part in parts.values())
        if not parts or shutil.disk_usage(path.parent).free < needed + _LEFT_FREE_BYTES:
            return None
        copy = path.with_name(f"{stem}{now.astimezone(UTC).strftime(_TIME)}")
        for tail, part in parts.items():
            shutil.copy2(part, f"{copy}{tail}")
    except OSError:
        return None  # the damage is what has to be told
    return copy


def _last_copy(path: Path, stem: str) -> Path | None:
    return max(path.parent.glob(f"{stem}*Z"), default=None)


def _time_of(copy: Path, stem: str) -> datetime:
    try:
        return datetime.strptime(copy.name.removeprefix(stem), _TIME).replace(tzinfo=UTC)
    except ValueError:
        return datetime.min.replace(tzinfo=UTC)


def _has_size(path: Path) -> bool:
    return path.is_file() and path.stat().st_size > 0
