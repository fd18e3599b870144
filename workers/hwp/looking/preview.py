"""Judges the preview picture that a word processor left in a document. Pure, but for Pillow."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass

MAX_BYTES = 8_000_000
MAX_SIDE = 10_000
_MIMES = {"PNG": "image/png", "GIF": "image/gif", "JPEG": "image/jpeg", "BMP": "image/bmp"}


@dataclass(frozen=True, slots=True)
class Preview:
    """A picture's type by its first bytes, and its size in pixels."""

    mime: str
    width: int
    height: int


def judge_preview(data: bytes) -> Preview | None:
    """Read a picture's head, never its pixels; None where it is none, or is too large."""
    if not data or len(data) > MAX_BYTES:
        return None
    from PIL import Image  # noqa: PLC0415 - only where there is a preview

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=list(_MIMES)) as picture:
                kind, (width, height) = picture.format or "", picture.size
    except Exception:  # noqa: BLE001 - a damaged picture makes Pillow raise anything; it is none
        return None
    if not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE):
        return None
    return Preview(_MIMES[kind], width, height)
