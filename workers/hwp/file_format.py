"""Recognises the format of a Hangul word processor's file by its content. Pure."""

from __future__ import annotations

from enum import Enum

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ZIP = b"PK\x03\x04"
_HWP3 = b"HWP Document File V"
_HEAD_BYTES = 512


class Format(Enum):
    """What a file is, whatever its name says."""

    HWP5 = "hwp5"
    HWPX = "hwpx"
    HWP3 = "hwp3"
    HWPML = "hwpml"
    OTHER = "other"


def recognise(data: bytes) -> Format:
    """Look at the first bytes."""
    if data.startswith(_OLE):
        return Format.HWP5
    if data.startswith(_ZIP):
        return Format.HWPX
    if data.startswith(_HWP3):
        return Format.HWP3
    if b"<HWPML" in data[:_HEAD_BYTES]:
        return Format.HWPML
    return Format.OTHER
