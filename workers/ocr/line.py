"""A line of text that was read in an image, and where it stands there."""

from __future__ import annotations

from dataclasses import dataclass

from kebab.wire.place import Box


@dataclass(frozen=True, slots=True)
class OcrLine:
    """`box` is x, y, width, height in pixels of the image; `confidence` is from 0 to 1."""

    text: str
    box: Box
    confidence: float
