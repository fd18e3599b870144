"""Deletes the knowledge base or parts of it: only files that kebab made, by their names."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias, TypeVar

from kebab.answer.conversation import kept_conversations
from kebab.catalog.reader import CatalogReader
from kebab.catalog.records import Document
from kebab.catalog.writer import CatalogWriter
from kebab.errors import StoreError
from kebab.ingest.lease import hold_lease, remove_lease, this_process
from kebab.settings.model import EXTERNAL, Settings, SourceSettings
from kebab.settings.paths import CATALOG_NAME, CONVERSATIONS_NAME, catalog_path
from kebab.wire.documents import ResetReport

Scope: TypeAlias = Literal["all", "data_only", "vector_only", "config_only", "orphans_only"]
T = TypeVar("T")
_VIEWS = "views"
_LOGS = ("kebab.log", "kebab.log.[0-9]*", "worker-[0-9]*.log")


@dataclass(frozen=True, slots=True)
class Targets:
    """What a scope deletes."""

    data: tuple[Path, ...] = ()
    vectors: tuple[Path, ...] = ()
    logs: tuple[Path, ...] = ()
    config: tuple[Path, ...] = ()

    def paths(self) -> tuple[Path, ...]:
        """Give every path, in the order of deletion."""
        return self.data + self.vectors + self.logs + self.config


def choose_targets(settings: Settings, scope: Scope) -> Targets:
    """Find what is there to delete. Documents and foreign files in the same folders stay."""
    data_dir, state_dir = settings.storage.data_dir, settings.storage.state_dir
    config = (settings.path,) if settings.path and settings.path.exists() else ()
    views = sorted((data_dir / _VIEWS).glob("shard-[0-9][0-9][0-9]"))
    names = (f"{CATALOG_NAME}*", f"{CONVERSATIONS_NAME}*")
    data = (*views, *sorted(path for name in names for path in data_dir.glob(name)))
    match scope:
        case "all":
            logs = sorted(path for pattern in _LOGS for path in state_dir.glob(pattern))
            return Targets(data=data, logs=tuple(logs), config=config)
        case "data_only":
            return Targets(data=data)
        case "vector_only":
            return Targets(vectors=tuple(view / "vectors" for view in views if view.is_dir()))
        case "config_only":
            return Targets(config=config)
        case "orphans_only":
            return Targets()


async def reset(settings: Settings, scope: Scope, since: str) -> ResetReport:
    """Carry a reset out. Holds the ingest lease while it touches the data."""
    targets = choose_targets(settings, scope)
    if scope == "config_only":
        return _report(scope, _remove(targets.paths()))
    data_dir = settings.storage.data_dir
    if not data_dir.is_dir():
        return _report(scope, _remove(targets.paths()))
    truncated, purged = 0, list[str]()
    async with hold_lease(data_dir, this_process(since)):
        if scope == "vector_only":
            truncated = _with_catalog(settings, CatalogWriter.drop_vectors, 0)
        elif scope == "orphans_only":
            purged = _with_catalog(settings, lambda writer: _purge(writer, settings), [])
        removed = _remove(targets.paths())
        if targets.data:
            _remove_emptied(data_dir)
    return _report(scope, removed, truncated=truncated, purged=purged)


def find_orphans(
    documents: Iterable[Document],
    sources: Iterable[SourceSettings],
    is_gone: Callable[[Path], bool],
) -> Iterator[Document]:
    """Give the documents that no ingest will ever look at again.

    Those are the ones of sources that are no longer configured, and those whose file is gone
    from a source that is there. What was added one by one stays.
    """
    roots = {source.id: source.root for source in sources}
    missing = {name for name, root in roots.items() if is_gone(root)}
    for document in documents:
        if document.source_id == EXTERNAL or document.source_id in missing:
            continue
        if document.source_id not in roots or (
            document.disk_path is not None and is_gone(Path(document.disk_path))
        ):
            yield document


def is_gone(path: Path) -> bool:
    """Tell whether nothing is there; what cannot be looked at is not known to be gone."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False
    return False


def _purge(writer: CatalogWriter, settings: Settings) -> list[str]:
    reader = CatalogReader(writer.path)
    try:
        orphans = list(find_orphans(reader.documents(), settings.sources, is_gone))
    finally:
        reader.close()
    with writer.batch():
        for orphan in orphans:
            writer.delete_document(orphan.id)
    kept_conversations(settings).forget_documents([orphan.id for orphan in orphans])
    return [orphan.path for orphan in orphans]


def _with_catalog(settings: Settings, use: Callable[[CatalogWriter], T], otherwise: T) -> T:
    path = catalog_path(settings.storage.data_dir)
    if not path.exists():
        return otherwise
    writer = CatalogWriter(path, settings.storage.shards)
    try:
        return use(writer)
    finally:
        writer.close()


def _remove(paths: Iterable[Path]) -> list[str]:
    removed: list[str] = []
    for path in paths:
        try:
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
        except FileNotFoundError:
            continue
        except OSError as cause:
            raise StoreError(
                f"{path} cannot be deleted: {cause.strerror or cause}",
                hint="end every process that uses the knowledge base, then try again",
                details={"path": str(path), "removed": removed},
            ) from cause
        removed.append(str(path))
    return removed


def _remove_emptied(data_dir: Path) -> None:
    """Drop the lease file, which is ours, and the folders that hold nothing any more."""
    remove_lease(data_dir)
    for folder in (data_dir / _VIEWS, data_dir):
        if folder.is_dir() and not folder.is_symlink() and not os.listdir(folder):  # noqa: PTH208 - a count of nothing
            folder.rmdir()


def _report(
    scope: Scope, removed: list[str], *, truncated: int = 0, purged: list[str] | None = None
) -> ResetReport:
    return ResetReport(
        schema_version="reset_report.v1",
        scope=scope,
        removed_paths=removed,
        embedding_rows_truncated=truncated,
        orphans_purged=len(purged or ()),
        purged_paths=purged or [],
    )
