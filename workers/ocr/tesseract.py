"""Tesseract by tesserocr, inside the process: the only place that opens it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import tesserocr
from blake3 import blake3

from kebab.errors import MissingExtraError, ProviderError
from workers.ocr.hangul import Symbol
from workers.ocr.line import OcrLine
from workers.ocr.order import in_reading_order

if TYPE_CHECKING:
    from workers.ocr.engine import Pixels

_MIN_CONFIDENCE = 0.5
_MARGIN = 8  # pixels around a line: letters that touch the edge are misread
_MIN_SIDE = 8
_DPI = 200  # Tesseract guesses where an image does not say; the guess goes to stderr


class Tesseract:
    """One set of languages, for whole pages or for single lines."""

    def __init__(self, languages: Sequence[str], folder: Path, *, lines_only: bool = False) -> None:
        self._languages = tuple(languages)
        self._folder = folder
        tesserocr.set_leptonica_log_level(tesserocr.LeptLogLevel.NONE)
        mode = tesserocr.PSM.SINGLE_LINE if lines_only else tesserocr.PSM.AUTO
        try:
            self._api = tesserocr.PyTessBaseAPI(
                path=str(folder),
                lang="+".join(languages),
                psm=mode,
                oem=tesserocr.OEM.LSTM_ONLY,
                variables={"debug_file": "/dev/null", "user_defined_dpi": str(_DPI)},
            )
        except RuntimeError as cause:
            raise MissingExtraError(
                f"Tesseract cannot load {', '.join(languages)} from {folder}: {cause}",
                hint="install kebab again, or set ocr.tessdata to a folder with *.traineddata",
            ) from cause

    @property
    def identity(self) -> str:
        """Name the library and the models, by their content: they carry no version."""
        models = ",".join(
            f"{name}-{blake3((self._folder / f'{name}.traineddata').read_bytes()).hexdigest(4)}"
            for name in self._languages
        )
        return f"tesserocr-{version('tesserocr')}:{models}"

    @property
    def warnings(self) -> tuple[str, ...]:
        """Say what it cannot read."""
        return ()

    def read(self, pixels: Pixels) -> list[OcrLine]:
        """Give the lines in reading order."""
        if min(pixels.shape[:2]) < _MIN_SIDE:
            return []
        self._look_at(pixels)
        return in_reading_order(
            [line for line in self._lines() if line.text and line.confidence >= _MIN_CONFIDENCE]
        )

    def read_line(self, pixels: Pixels) -> list[Symbol]:
        """Give the characters of an image that holds one line."""
        if min(pixels.shape[:2]) < _MIN_SIDE:
            return []
        around = ((_MARGIN, _MARGIN), (_MARGIN, _MARGIN), (0, 0))
        self._look_at(np.pad(pixels, around, mode="edge"))
        return list(self._symbols())

    def _look_at(self, pixels: Pixels) -> None:
        height, width = pixels.shape[:2]
        try:
            self._api.SetImageBytes(pixels.tobytes(), width, height, 3, 3 * width)
            recognised = self._api.Recognize()
        except RuntimeError as cause:
            raise _failed(str(cause)) from cause
        if not recognised:
            raise _failed("the image could not be recognised")

    def _lines(self) -> Iterator[OcrLine]:
        """Spaces are those of the whole text: every Korean syllable is a word to the iterator."""
        written = [line for line in self._api.GetUTF8Text().splitlines() if line.strip()]
        level = tesserocr.RIL.TEXTLINE
        found = self._api.GetIterator()
        if not written or found is None or found.Empty(level):
            return
        by_letters = {"".join(line.split()): " ".join(line.split()) for line in written}
        for each in tesserocr.iterate_level(found, level):
            box = each.BoundingBox(level)
            if box is None or each.Empty(level):
                continue
            left, top, right, bottom = box
            parts = each.GetUTF8Text(level).split()
            text = by_letters.get("".join(parts), " ".join(parts))
            confidence = each.Confidence(level) / 100
            yield OcrLine(text, (left, top, right - left, bottom - top), confidence)

    def _symbols(self) -> Iterator[Symbol]:
        """Spaces are those of the whole text here too."""
        text, position = self._api.GetUTF8Text(), 0
        found = self._api.GetIterator()
        level = tesserocr.RIL.SYMBOL
        if not text.strip() or found is None or found.Empty(level):
            return
        for each in tesserocr.iterate_level(found, level):
            box = each.BoundingBox(level)
            if box is None or each.Empty(level):
                continue
            symbol = each.GetUTF8Text(level)
            start = text.find(symbol, position)
            is_spaced = start >= 0 and bool(text[position:start]) and text[start - 1].isspace()
            position = position if start < 0 else start + len(symbol)
            yield Symbol(
                symbol, box[0] - _MARGIN, box[2] - _MARGIN, each.Confidence(level) / 100, is_spaced
            )


def _failed(why: str) -> ProviderError:
    return ProviderError(
        f"Tesseract failed: {why}",
        hint="try again; if it keeps failing, set ocr.engine to another one, or exclude the file",
    )
