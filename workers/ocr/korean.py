"""Reads pages with Korean and Latin text: one engine finds the lines, the better one reads each."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kebab.wire.ocr_models import MERGE_RULE
from workers.ocr.hangul import (
    combined,
    confidence_of,
    is_filled,
    is_korean,
    is_plainly_latin,
    is_settled,
    may_be_picture,
    text_of,
)
from workers.ocr.line import OcrLine
from workers.ocr.order import in_reading_order
from workers.ocr.rapid import LineImage, RapidEngine
from workers.ocr.tesseract import Tesseract

if TYPE_CHECKING:
    from workers.ocr.engine import Pixels

_MIN_CONFIDENCE = 0.5
_MIN_SIDE = 8


class KoreanEngine:
    """PP-OCR finds lines and reads Latin ones; Tesseract reads those with Hangul."""

    def __init__(self, rapid: RapidEngine, korean: Tesseract, mixed: Tesseract) -> None:
        self._rapid = rapid
        self._korean = korean
        self._mixed = mixed

    @property
    def identity(self) -> str:
        """Name the engines, their models, and the rule that brings them together."""
        return f"{self._rapid.identity}+{self._mixed.identity}+{MERGE_RULE}"

    @property
    def warnings(self) -> tuple[str, ...]:
        """Say what it cannot read."""
        return ()

    def read(self, pixels: Pixels) -> list[OcrLine]:
        """Give the lines in reading order."""
        lines: list[OcrLine] = []
        is_latin = False
        for found in self._rapid.find_lines(pixels):
            is_latin, line = self._read_line(found, is_latin)
            if not line.text or line.confidence < _MIN_CONFIDENCE:
                continue
            if may_be_picture(line.text, line.box, pixels.shape) and not self._is_agreed(
                found, line
            ):
                continue
            lines.append(line)
        return in_reading_order(lines)

    def _is_agreed(self, found: LineImage, line: OcrLine) -> bool:
        """Say whether both engines read the same there; what is no text, each reads as it likes."""
        text, confidence = self._rapid.read_line(found.pixels)
        is_same = text.replace(" ", "").lower() == line.text.replace(" ", "").lower()
        return is_same and confidence >= _MIN_CONFIDENCE

    def _read_line(self, line: LineImage, is_latin_likely: bool) -> tuple[bool, OcrLine]:  # noqa: FBT001 - private
        """Say whether a line is Latin, and read it; what the last one was decides who tries first.

        Only where that one fails does the line take three readings.
        """
        height, width = line.pixels.shape[:2]
        latin = self._rapid.read_line(line.pixels) if is_latin_likely else None
        if latin is not None and is_plainly_latin(*latin, width, height):
            return True, OcrLine(latin[0], line.box, latin[1])
        symbols = self._mixed.read_line(line.pixels)
        if not is_settled(symbols):
            korean = self._korean.read_line(line.pixels)
            if not is_korean(korean, symbols):
                text, confidence = latin or self._rapid.read_line(line.pixels)
                if is_filled(text, width, height):
                    return True, OcrLine(text, line.box, confidence)
            symbols = combined(korean, symbols, height, partial(self._read_part, line.pixels))
        return False, OcrLine(text_of(symbols), line.box, confidence_of(symbols))

    def _read_part(self, pixels: Pixels, left: int, right: int) -> tuple[str, float]:
        part = pixels[:, max(0, left - pixels.shape[0] // 8) : right + 2]
        return self._rapid.read_line(part) if min(part.shape[:2]) >= _MIN_SIDE else ("", 0.0)
