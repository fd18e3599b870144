"""Opens the ZIP package of an HWPX document: checks it, and reads the parts that rhwp does not."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from copy import copy
from xml.parsers import expat

from kebab.errors import KebabError
from workers.extract.limits import Limits
from workers.hwp import refusal
from workers.hwp.contents_xml import read_properties_xml, read_spine
from workers.hwp.demands import Demands, ExcessError
from workers.hwp.header_xml import Header, read_header
from workers.hwp.properties import Properties
from workers.hwp.section_xml import SectionScan, scan_section

_SECTION = re.compile(r"Contents/section(\d+)\.xml")
_HEADER, _MANIFEST = "Contents/header.xml", "META-INF/manifest.xml"
_PROPERTIES, _PREVIEW = "Contents/content.hpf", "Preview/PrvImage"
_MAX_ENTRIES = 20_000
_MAX_SMALL_PART = 64 << 20
_PIECE = 1 << 20
_HEAD_BYTES = 64
_ENDLESS = 1 << 60
_ENCRYPTED_ENTRY = 1


@contextmanager
def opened(data: bytes, path: str) -> Iterator[zipfile.ZipFile]:
    """Open a package; every way in which it can be wrong becomes an error of ours."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            yield package
    except KebabError:
        raise
    except ExcessError as cause:
        raise refusal.refused(path, str(cause)) from cause
    except (zipfile.BadZipFile, zlib.error, EOFError, expat.ExpatError, ValueError) as cause:
        raise refusal.damaged(path, f"{type(cause).__name__}: {cause}") from cause
    except (NotImplementedError, RuntimeError, OSError, KeyError) as cause:
        raise refusal.damaged(path, f"its package cannot be read: {cause}") from cause


def check_package(package: zipfile.ZipFile, path: str, limits: Limits) -> None:
    """Refuse what is encrypted, no HWPX, or unpacks to too much whatever its directory says."""
    entries = package.infolist()
    if len(entries) > _MAX_ENTRIES:
        raise ExcessError(f"a package of {len(entries)} parts")
    if len({entry.filename for entry in entries}) < len(entries):
        raise refusal.damaged(path, "two parts of its package have one name")
    if any(entry.flag_bits & _ENCRYPTED_ENTRY for entry in entries):
        raise refusal.encrypted(path, "an encrypted package")
    _check_sizes(package, entries, limits.max_unpacked_bytes)
    if _MANIFEST in package.namelist() and b"encryption-data" in _part(package, _MANIFEST):
        raise refusal.encrypted(path, "protected with a password")
    if not _sections(package):
        raise refusal.unsupported(path, "a ZIP file without the sections of HWPX")


def scan_sections(package: zipfile.ZipFile, demands: Demands) -> list[SectionScan]:
    """Read every section once, in order. Any other XML is held against the limits too: rhwp takes
    for a section what the list of contents calls one.
    """
    names = _sections(package)
    for name in sorted(set(package.namelist()) - set(names)):
        if _is_xml(package, name):
            with suppress(expat.ExpatError):
                scan_section(_part(package, name), demands)
    return [scan_section(_part(package, name), demands) for name in names]


def read_package_header(package: zipfile.ZipFile) -> Header:
    """Read which paragraph shapes are levels of the outline, and the names of fonts."""
    has_one = _HEADER in package.namelist()
    return read_header(_part(package, _HEADER)) if has_one else Header({}, ())


def has_preview(package: zipfile.ZipFile) -> bool:
    """Tell whether the word processor left a picture of the first page."""
    return any(name.startswith(_PREVIEW) for name in package.namelist())


def read_package_properties(package: zipfile.ZipFile) -> Properties:
    """Read title, author and dates."""
    if _PROPERTIES not in package.namelist():
        return Properties()
    return read_properties_xml(_part(package, _PROPERTIES))


def read_preview(package: zipfile.ZipFile, most: int) -> bytes | None:
    """Take out the preview picture; None where there is none, or a larger one."""
    names = [name for name in package.namelist() if name.startswith(_PREVIEW)]
    if not names or package.getinfo(names[0]).file_size > most:
        return None
    with package.open(names[0]) as part:
        return part.read(most)


def read_shapes(package: zipfile.ZipFile) -> tuple[bytes, list[bytes]]:
    """Return the XML of the header, which defines how text looks, and of each section."""
    header = _part(package, _HEADER) if _HEADER in package.namelist() else b""
    return header, [_part(package, name) for name in _sections(package)]


def _sections(package: zipfile.ZipFile) -> list[str]:
    """Name the sections in the order of the list of contents, else in that of their numbers."""
    names = package.namelist()
    if _PROPERTIES in names:
        spine = read_spine(_part(package, _PROPERTIES))
        named = [name if name in names else f"Contents/{name}" for name in spine]
        if listed := [name for name in named if name in names and name != _HEADER]:
            return listed
    found = (_SECTION.fullmatch(name) for name in names)
    return [one[0] for one in sorted(filter(None, found), key=lambda one: int(one[1][:9]))]


def _is_xml(package: zipfile.ZipFile, name: str) -> bool:
    with package.open(name) as part:
        return part.read(_HEAD_BYTES).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")


def _part(package: zipfile.ZipFile, name: str) -> bytes:
    if package.getinfo(name).file_size > _MAX_SMALL_PART:
        raise ExcessError(f"{name} unpacks to more than {_MAX_SMALL_PART >> 20} MB")
    return package.read(name)


def _check_sizes(package: zipfile.ZipFile, entries: list[zipfile.ZipInfo], budget: int) -> None:
    """Unpack everything once and throw it away: rhwp does not stop at the size that is declared."""
    too_much = ExcessError("it unpacks to more than its limit")
    if sum(entry.file_size for entry in entries) > budget:
        raise too_much
    for entry in entries:
        if entry.compress_type == zipfile.ZIP_STORED:
            budget -= entry.compress_size
            continue
        unbounded = copy(entry)
        unbounded.file_size = _ENDLESS
        with package.open(unbounded) as part:
            while piece := part.read(_PIECE):
                budget -= len(piece)
                if budget < 0:
                    raise too_much
    if budget < 0:
        raise too_much
