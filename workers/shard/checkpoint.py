"""Files of a view that are saved together: those of one moment are found again, or none.

The data files are written and flushed first, each under a name made of its content; then the
manifest that names them replaces the one before. A crash at any point leaves the manifest from
before, with its files.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from blake3 import blake3

from kebab.errors import StoreError, ViewDamagedError

_MANIFEST = "manifest.json"
_READ_BYTES = 1 << 20
_LEFTOVER_AGE_S = 3600
_ATTEMPTS = 5

Facts = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Manifest:
    """What was saved: facts about it, and the name and checksum of each file by its part."""

    facts: Facts
    files: dict[str, tuple[str, str]]


def save(folder: Path, facts: Facts, parts: Mapping[str, Callable[[Path], None]]) -> None:
    """Save what each writer in `parts` writes, with `facts`, in place of what was saved before."""
    with _translated(folder):
        folder.mkdir(parents=True, exist_ok=True)
        before = _names(_parse(_read_manifest(folder)))
        files = {part: _save_part(folder, part, write) for part, write in parts.items()}
        manifest = json.dumps({"facts": facts, "files": files}, sort_keys=True)
        sealed = json.dumps({"manifest": manifest, "checksum": _hash(manifest.encode())})
        with _temporary(folder) as temporary:
            temporary.write_text(sealed, encoding="utf-8")
            _replace(temporary, folder / _MANIFEST)
        _clean(folder, before - {name for name, _ in files.values()})


def load(folder: Path, read: Callable[[Facts, dict[str, Path]], None]) -> bool:
    """Hand what was saved to `read`, checked; False where nothing was saved.

    Another process may replace the files while they are read; then they are read again.
    """
    for _ in range(_ATTEMPTS):
        sealed = _read_manifest(folder)
        if sealed is None:
            return False
        manifest = _parse(sealed)
        if manifest is None:
            raise ViewDamagedError(f"the manifest in {folder} is damaged")
        try:
            read(manifest.facts, _checked_paths(folder, manifest))
        except (OSError, ViewDamagedError) as cause:
            if _read_manifest(folder) != sealed:
                continue
            raise ViewDamagedError(f"the checkpoint in {folder} is damaged: {cause}") from cause
        return True
    raise ViewDamagedError(f"the checkpoint in {folder} was replaced while it was read")


def discard(folder: Path) -> None:
    """Forget what was saved, the manifest first."""
    with _translated(folder):
        sealed = _read_manifest(folder)
        if sealed is None:  # a disk that is read-only refuses to remove even what is not there
            return
        before = _names(_parse(sealed))
        (folder / _MANIFEST).unlink(missing_ok=True)
        for name in before:
            (folder / name).unlink(missing_ok=True)


def _save_part(folder: Path, part: str, write: Callable[[Path], None]) -> tuple[str, str]:
    with _temporary(folder) as temporary:
        write(temporary)
        checksum = _hash_file(temporary)
        name = f"{part}-{checksum[:16]}"
        _replace(temporary, folder / name)
    return name, checksum


@contextmanager
def _temporary(folder: Path) -> Iterator[Path]:
    """Give a new file, and remove it where it was not put in its place: the disk may be full."""
    handle, name = tempfile.mkstemp(dir=folder, suffix=".tmp")
    os.close(handle)
    path = Path(name)
    try:
        yield path
    except Exception:
        with suppress(OSError):
            path.unlink()
        raise


def _replace(temporary: Path, final: Path) -> None:
    """Rename so that the new name stands for the whole content even after a power cut."""
    with temporary.open("rb+") as opened:
        os.fsync(opened.fileno())
    temporary.replace(final)
    if os.name != "nt":  # Windows cannot open a folder
        handle = os.open(final.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _clean(folder: Path, replaced: set[str]) -> None:
    """Remove the files that the last manifest named, and what crashes left behind.

    A young file of unknown name stays: another process may be about to name it.
    """
    named = _names(_parse(_read_manifest(folder))) | {_MANIFEST}
    newest = (folder / _MANIFEST).stat().st_mtime
    for path in folder.iterdir():
        if path.name in named:
            continue
        if path.name in replaced or newest - path.stat().st_mtime > _LEFTOVER_AGE_S:
            path.unlink(missing_ok=True)


def _read_manifest(folder: Path) -> bytes | None:
    try:
        return (folder / _MANIFEST).read_bytes()
    except FileNotFoundError:
        return None
    except OSError as cause:
        raise ViewDamagedError(f"the manifest in {folder} cannot be read: {cause}") from cause


def _parse(sealed: bytes | None) -> Manifest | None:
    """Open a manifest; None where there is none, or it is not what was written."""
    try:
        outer = json.loads(sealed or b"{}")
        if outer["checksum"] != _hash(outer["manifest"].encode()):
            return None
        inner = json.loads(outer["manifest"])
        files = {part: (name, checksum) for part, (name, checksum) in inner["files"].items()}
        return Manifest(inner["facts"], files)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def _names(manifest: Manifest | None) -> set[str]:
    return {name for name, _ in manifest.files.values()} if manifest else set()


def _checked_paths(folder: Path, manifest: Manifest) -> dict[str, Path]:
    paths = {part: folder / name for part, (name, _) in manifest.files.items()}
    for part, (name, checksum) in manifest.files.items():
        if _hash_file(paths[part]) != checksum:
            raise ViewDamagedError(f"{name} does not match its checksum")
    return paths


def _hash(content: bytes) -> str:
    return blake3(content).hexdigest()


def _hash_file(path: Path) -> str:
    hasher = blake3()
    with path.open("rb") as opened:
        while part := opened.read(_READ_BYTES):
            hasher.update(part)
    return hasher.hexdigest()


@contextmanager
def _translated(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as cause:
        raise StoreError(
            f"a checkpoint cannot be written to {folder}: {cause.strerror or cause}",
            hint="free some space or check the folder's permissions; nothing is lost",
            details={"path": str(folder), "reason": str(cause)},
        ) from cause
