"""Checks the files of a Tantivy index against the checksums that they carry.

A file of a segment ends in a JSON footer with the CRC-32 of all before it, the footer's length, and
a magic number (https://github.com/quickwit-oss/tantivy, src/directory/footer.rs). Tantivy itself
verifies it only on request, which its Python binding cannot make.
"""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path

_TAIL = struct.Struct("<II")
_MAGIC = 1337


def damaged_files(folder: Path) -> list[str]:
    """Name the files in use that are not what was written; none where there is no index."""
    try:
        meta = json.loads((folder / "meta.json").read_bytes())
        segments = {segment["segment_id"].replace("-", "") for segment in meta["segments"]}
    except FileNotFoundError:
        return []
    except (ValueError, KeyError, TypeError, AttributeError):
        return ["meta.json"]
    used = [path for path in sorted(folder.iterdir()) if path.name.partition(".")[0] in segments]
    return [path.name for path in used if not _is_whole(path)]


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
