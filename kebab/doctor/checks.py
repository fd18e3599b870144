"""The checks that need no worker: settings, folders, disk, catalog. Each says what to do."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import closing
from datetime import datetime
from pathlib import Path

from kebab.catalog.damage import damaged, with_copy
from kebab.catalog.reader import CatalogReader
from kebab.errors import CatalogDamagedError, KebabError
from kebab.ingest.lease import Holder
from kebab.settings.model import Settings
from kebab.wire.doctor import Check

ENOUGH_FREE_BYTES = 200_000_000
CATALOG_CHECK_S = 1.5  # of a probe that answers within three


def failed(name: str, error: KebabError) -> Check:
    """Turn an error into a check that failed."""
    return Check(name=name, ok=False, detail=str(error), hint=error.hint or None)


def check_settings(settings: Settings) -> Check:
    """Report which file was read; that it is valid was seen when it was loaded."""
    sources = ", ".join(f"{s.id} ({s.root})" for s in settings.sources) or "none"
    origin = str(settings.path) if settings.path else "no file, the defaults"
    if not settings.sources:
        return Check(
            name="config",
            ok=True,
            detail=f"{origin}; no source is configured",
            hint="run `kebab init FOLDER`",
        )
    missing = [source for source in settings.sources if not source.root.is_dir()]
    if missing:
        return Check(
            name="config",
            ok=False,
            detail=f"{origin}; the folder {missing[0].root} of source {missing[0].id} is missing",
            hint="mount it, or correct its root in the settings; nothing of it is deleted",
        )
    return Check(name="config", ok=True, detail=f"{origin}; sources: {sources}")


def check_data_dir(folder: Path, *, readonly: bool = False) -> Check:
    """Write a file where the knowledge base lies, unless nothing may be written."""
    if readonly and folder.is_dir():
        return Check(name="data_dir", ok=True, detail=f"{folder} is not written to: read-only")
    try:
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".doctor-"):
            pass
    except OSError as cause:
        return Check(
            name="data_dir",
            ok=False,
            detail=f"{folder}: {cause.strerror}",
            hint="make the folder writable, or set another one as storage.data_dir",
        )
    return Check(name="data_dir", ok=True, detail=f"{folder} can be written")


def check_disk(folder: Path) -> Check:
    """Look whether there is room for another ingest."""
    try:
        free = shutil.disk_usage(folder).free
    except OSError as cause:
        return Check(name="disk", ok=False, detail=f"{folder}: {cause.strerror}")
    if free < ENOUGH_FREE_BYTES:
        return Check(
            name="disk",
            ok=False,
            detail=f"{free / 1e6:.0f} MB free at {folder}",
            hint=f"free at least {ENOUGH_FREE_BYTES / 1e6:.0f} MB",
        )
    return Check(name="disk", ok=True, detail=f"{free / 1e9:.1f} GB free")


def check_lease(holder: Holder | None) -> Check:
    """Say who is writing now; that somebody does is nothing wrong."""
    if holder is None:
        return Check(name="lease", ok=True, detail="free: no ingest is running")
    detail = f"held by process {holder.pid} on {holder.host} since {holder.since}"
    return Check(name="lease", ok=True, detail=detail)


def check_catalog(path: Path, now: datetime) -> Check:
    """Run SQLite's own check, on a connection of its own: it may be called in a thread.

    Of a damaged catalog a copy is kept.
    """
    try:
        with closing(CatalogReader(path)) as reader:
            damage = reader.damage(CATALOG_CHECK_S)
            if damage:
                raise damaged(path, damage[0])
            documents, chunks = reader.document_count(), reader.chunk_count()
    except CatalogDamagedError as error:
        return failed("catalog", with_copy(error, path, now))
    except KebabError as error:
        return failed("catalog", error)
    size = path.stat().st_size / 1e6
    verdict = "intact" if damage is not None else f"no damage found in {CATALOG_CHECK_S:g} s"
    return Check(
        name="catalog",
        ok=True,
        detail=f"{verdict}: {documents} documents, {chunks} chunks, {size:.1f} MB",
    )
