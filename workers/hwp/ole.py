"""Opens the compound file of an HWP 5 document: checks it, and reads what it says of itself."""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from kebab.errors import KebabError, MissingExtraError
from workers.extract.limits import Limits
from workers.hwp import refusal
from workers.hwp.demands import Demands, ExcessError
from workers.hwp.properties import Properties
from workers.hwp.records import check_records

try:
    import olefile
except ModuleNotFoundError as cause:
    raise MissingExtraError(
        "HWP documents need the package olefile", hint="It comes with kebab: install kebab again."
    ) from cause

_SIGNATURE = b"HWP Document File"
_VERSION_AT, _FLAGS_AT, _HEADER_BYTES = 32, 36, 40
_COMPRESSED, _PASSWORD, _DISTRIBUTION = 1 << 0, 1 << 1, 1 << 2
_LOCKED = {_PASSWORD: "protected with a password", 1 << 4: "protected by DRM"} | dict.fromkeys(
    (1 << 8, 1 << 10), "encrypted with a certificate"
)
_PARTS = ("BodyText", "DocInfo", "BinData", "Scripts")
_SUMMARY = "\x05HwpSummaryInformation"
_PREVIEW = "PrvImage"
_PROPERTIES = {
    "title": 2,
    "subject": 3,
    "author": 4,
    "keywords": 5,
    "last_saved_by": 8,
    "created": 12,
    "modified": 13,
}


def check_compound_file(data: bytes, path: str, limits: Limits, demands: Demands) -> bool:
    """Refuse what is damaged, encrypted or too large; tell whether it is locked for distribution.

    The body of a locked one is encrypted, and its records stay unseen.
    """
    with _opened(data, path) as compound:
        flags = _flags(compound, path)
        for flag, how in _LOCKED.items():
            if flags & flag:
                raise refusal.encrypted(path, how)
        budget = limits.max_unpacked_bytes
        names: list[list[str]] = compound.listdir()
        for name in names:
            body = compound.openstream(name).read()
            if len(body) != compound.get_size(name):
                raise refusal.damaged(path, f"the stream {'/'.join(name)} is cut short")
            if name[0] in _PARTS and flags & _COMPRESSED:
                is_text = name[0] in ("BodyText", "DocInfo")
                body = _inflated(body, budget, path, must_inflate=is_text)
            budget -= len(body)
            if budget < 0:
                raise refusal.refused(path, "it unpacks to more than its limit")
            if name[0] == "BodyText":
                check_records(body, demands)
        return bool(flags & _DISTRIBUTION)


def read_properties(data: bytes, path: str) -> Properties:
    """Read the summary that the word processor wrote; nothing where there is none."""
    with _opened(data, path) as compound:
        if not compound.exists(_SUMMARY):
            return Properties()
        try:
            found = compound.getproperties(_SUMMARY, convert_time=True)
        except (OSError, ValueError, IndexError):  # the document is readable without it
            return Properties()
    values = {name: _plain(found.get(key)) for name, key in _PROPERTIES.items()}
    return Properties.of(values)


def read_preview(data: bytes, path: str, most: int) -> bytes | None:
    """Take out the preview picture, whether or not the rest is locked; None for a larger one."""
    with _opened(data, path) as compound:
        _flags(compound, path)
        if not compound.exists(_PREVIEW) or compound.get_size(_PREVIEW) > most:
            return None
        return bytes(compound.openstream(_PREVIEW).read())


def read_bodies(data: bytes, path: str, most: int) -> list[bytes]:
    """Unpack the records of each section, in order, up to `most` bytes in all."""
    with _opened(data, path) as compound:
        is_packed = bool(_flags(compound, path) & _COMPRESSED)
        names = [name for name in compound.listdir() if name[0] == "BodyText" and len(name) > 1]
        bodies = []
        for name in sorted(names, key=lambda name: int(re.sub(r"\D", "", name[1])[:9] or 0)):
            body = compound.openstream(name).read()
            bodies.append(_inflated(body, most, path, must_inflate=True) if is_packed else body)
            most -= len(bodies[-1])
        return bodies


def has_preview(data: bytes, path: str) -> bool:
    """Tell whether the word processor left a picture of the first page."""
    with _opened(data, path) as compound:
        return bool(compound.exists(_PREVIEW))


@contextmanager
def _opened(data: bytes, path: str) -> Iterator[olefile.OleFileIO[str]]:
    """Open strictly: by default, damaged directories and chains get through, and rhwp panics."""
    try:
        with olefile.OleFileIO(
            io.BytesIO(data), raise_defects=olefile.DEFECT_INCORRECT
        ) as compound:
            yield compound
    except KebabError:
        raise
    except ExcessError as cause:
        raise refusal.refused(path, str(cause)) from cause
    except Exception as cause:  # olefile raises whatever a damaged file makes it stumble over
        raise refusal.damaged(path, f"{type(cause).__name__}: {cause}") from cause


def _flags(compound: olefile.OleFileIO[str], path: str) -> int:
    if not compound.exists("FileHeader"):
        raise refusal.unsupported(path, "a compound file of another program")
    header = compound.openstream("FileHeader").read()
    if len(header) < _HEADER_BYTES or not header.startswith(_SIGNATURE):
        raise refusal.damaged(path, "its file header is not that of HWP")
    if (major := header[_VERSION_AT + 3]) != 5:  # noqa: PLR2004 - HWP 5
        raise refusal.unsupported(path, f"HWP of version {major}")
    return int.from_bytes(header[_FLAGS_AT:_HEADER_BYTES], "little")


def _inflated(body: bytes, budget: int, path: str, *, must_inflate: bool) -> bytes:
    """Unpack up to the budget. A picture may lie there unpacked."""
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        unpacked = inflater.decompress(body, budget + 1)
    except zlib.error:
        if must_inflate:
            raise
        return body
    if len(unpacked) > budget:
        raise refusal.refused(path, "it unpacks to more than its limit")
    return unpacked


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%dT%H:%M:%SZ")
    return value.partition("\0")[0] if isinstance(value, str) else ""
