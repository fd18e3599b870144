"""Tells a picture's type from its first bytes. Pure."""

from __future__ import annotations

_MAGIC = (
    (b"\x89PNG\r\n\x1a\n", "png"),
    (b"\xff\xd8\xff", "jpg"),
    (b"GIF8", "gif"),
    (b"BM", "bmp"),
    (b"II*\0", "tif"),
    (b"MM\0*", "tif"),
    (b"\xd7\xcd\xc6\x9a", "wmf"),
    (b"\x01\0\x09\0", "wmf"),
    (b"<svg", "svg"),
    (b"<?xml", "svg"),
)
_EMF_MARK, _EMF_AT = b" EMF", 40
_WEBP = b"RIFF", b"WEBP"


def extension_of(data: bytes) -> str:
    """Give the usual ending of its file's name; `bin` where it is none that is known."""
    if data[:4] == _WEBP[0] and data[8:12] == _WEBP[1]:
        return "webp"
    if data[_EMF_AT : _EMF_AT + 4] == _EMF_MARK:
        return "emf"
    return next((ending for magic, ending in _MAGIC if data.startswith(magic)), "bin")
