"""Looks a file over before rhwp sees its bytes, and refuses what kills, hangs or deceives it."""

from __future__ import annotations

from dataclasses import dataclass
from zipfile import ZipFile

from workers.extract.limits import Limits
from workers.hwp import refusal
from workers.hwp.demands import Demands
from workers.hwp.file_format import Format, recognise
from workers.hwp.ole import check_compound_file
from workers.hwp.package import check_package, opened, read_package_header, scan_sections
from workers.hwp.section_xml import SectionScan


@dataclass(frozen=True, slots=True)
class Scans:
    """What one pass over the XML found: of the sections, the outline's shapes, the fonts' names."""

    sections: tuple[SectionScan, ...]
    levels: dict[int, int]
    fonts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Checked:
    """A file that may be opened. `scans` is None for HWP 5, which has no XML.

    `unsafe_to_render` says why its pages must not be laid out; empty where they may.
    """

    format: Format
    is_distribution: bool
    unsafe_to_render: str
    scans: Scans | None


def check(data: bytes, path: str, limits: Limits) -> Checked:
    """Let a file through, or say why not."""
    match recognise(data):
        case Format.HWP5:
            demands = Demands(limits)
            is_distribution = check_compound_file(data, path, limits, demands)
            return Checked(Format.HWP5, is_distribution, demands.unsafe_to_render, None)
        case Format.HWPX:
            return _check_hwpx(data, path, limits)
        case Format.HWP3:
            raise refusal.unsupported(path, "a document of HWP 3")
        case Format.HWPML:
            raise refusal.unsupported(path, "an HWPML document")
        case Format.OTHER:
            raise refusal.unsupported(path, "neither HWP 5 nor HWPX")


def scan_conversion(data: bytes, path: str, limits: Limits) -> tuple[Scans, str]:
    """Scan what rhwp made of an HWP 5 document; also say why it must not be laid out."""
    demands = Demands(limits)
    with opened(data, path) as package:
        scans = _scans(package, demands)
    return scans, demands.unsafe_to_render


def _check_hwpx(data: bytes, path: str, limits: Limits) -> Checked:
    demands = Demands(limits)
    with opened(data, path) as package:
        check_package(package, path, limits)
        scans = _scans(package, demands)
    return Checked(Format.HWPX, False, demands.unsafe_to_render, scans)  # noqa: FBT003 - HWPX has none


def _scans(package: ZipFile, demands: Demands) -> Scans:
    sections = tuple(scan_sections(package, demands))
    header = read_package_header(package)
    return Scans(sections, header.levels, header.fonts)
