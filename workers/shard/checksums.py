"""Checks the files of a Tantivy index against the checksums that they carry.

A file of a segment ends in a JSON footer with the CRC-32 of all before it, the footer's length, and
a magic number (https://github.com/quickwit-oss/tantivy, src/directory/footer.rs). Tantivy itself
verifies it only on request, which its Python binding cannot make.
"""

from __future__ import annotations

import json
import os
import struct
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

_TAIL = struct.Struct("<II")
_MAGIC = 1337
_KINDS = ("fast", "fieldnorm", "idx", "pos", "store", "term")  # src/index/segment_component.rs
Stamp: TypeAlias = tuple[int, int, int]


def damaged_files(folder: Path) -> list[str]:
    """Name the files in use that are not what was written; none where there is no index."""
    try:
        used = _used_files(folder)
        damaged = [path.name for path in used if not _is_whole(path)]
        # One that is gone was merged away by another process, if it is no longer in use either.
        gone = {path for path in used if not path.exists()}
        return damaged + sorted(path.name for path in gone.intersection(_used_files(folder)))
    except FileNotFoundError:
        return []
    except (ValueError, KeyError, TypeError, AttributeError):
        return ["meta.json"]


def stamps(folder: Path) -> dict[str, Stamp]:
    """Note when the files in use were last written: Tantivy never writes one again."""
    found = {os.fspath(path): _stamp(os.fspath(path)) for path in _used_files(folder)}
    return {path: stamp for path, stamp in found.items() if stamp is not None}


def rewritten_files(stamped: Mapping[str, Stamp]) -> list[str]:
    """Name the files that something wrote into since; one that is gone was merged away."""
    seen = ((path, stamp, _stamp(path)) for path, stamp in stamped.items())
    return [Path(path).name for path, stamp, now in seen if now != stamp and now is not None]


def _used_files(folder: Path) -> list[Path]:
    meta = json.loads((folder / "meta.json").read_bytes())
    names: list[str] = []
    for segment in meta["segments"]:
        name = segment["segment_id"].replace("-", "")
        names += (f"{name}.{kind}" for kind in _KINDS)
        if segment["deletes"] is not None:
            names.append(f"{name}.{segment['deletes']['opstamp']}.del")
    return [folder / name for name in names]


def _stamp(path: str) -> Stamp | None:
    try:
        status = os.stat(path)  # noqa: PTH116 - of every file for every question: half the time
    except OSError:  # gone, with its folder perhaps
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def _is_whole(path: Path) -> bool:
    try:
        content = path.read_bytes()
    except FileNotFoundError:  # another process has merged the segment away
        return True
    if len(content) < _TAIL.size:
        return False
    length, magic = _TAIL.unpack_from(content, len(content) - _TAIL.size)
    end = len(content) - _TAIL.size - length
    if magic != _MAGIC or end < 0:
        return False
    try:
        footer = json.loads(content[end : -_TAIL.size])
    except ValueError:
        return False
    return bool(footer.get("crc") == zlib.crc32(memoryview(content)[:end]))
