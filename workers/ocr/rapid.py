"""PP-OCR models as rapidocr's wheel carries them: the only place that opens rapidocr."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import numpy.typing as npt
import rapidocr
from rapidocr import RapidOCR
from rapidocr.ch_ppocr_rec import TextRecInput

from kebab.errors import MissingExtraError, ProviderError
from kebab.wire.place import Box
from workers.ocr.line import OcrLine
from workers.ocr.order import in_reading_order

if TYPE_CHECKING:
    from workers.ocr.engine import Pixels

_DETECTOR, _RECOGNISER = "PP-OCRv6_det_small.onnx", "PP-OCRv6_rec_small.onnx"
_MIN_CONFIDENCE = 0.5
# The detector makes the shorter side 736 pixels long, the recogniser a line 48 high: of a
# strip of 4 x 900 pixels that would make an image of gigabytes. White is added at the edges.
_MIN_SIDE, _MAX_RATIO, _MAX_LINE_RATIO = 64, 4, 80


@dataclass(frozen=True, slots=True)
class LineImage:
    """A line of text cut out of an image and turned level, and the box where it stood."""

    box: Box
    pixels: Pixels


class RapidEngine:
    """Finds lines of any script; reads Latin ones, Chinese and Japanese."""

    def __init__(self, threads: int, unread: Sequence[str] = ()) -> None:
        self._unread = unread
        self._ocr = _open(threads)
        ocr: Any = self._ocr  # nothing public reads one line
        self._recognise = ocr._load_rec_model()  # noqa: SLF001 - see above

    @property
    def identity(self) -> str:
        """Name the engine and its models."""
        return f"rapidocr-{version('rapidocr')}:{_DETECTOR},{_RECOGNISER}"

    @property
    def warnings(self) -> tuple[str, ...]:
        """Say which of the languages that were asked for it cannot read."""
        if not self._unread:
            return ()
        return (
            f"OCR cannot read {', '.join(self._unread)} here: that needs the package tesserocr",
        )

    def read(self, pixels: Pixels) -> list[OcrLine]:
        """Give the lines in reading order."""
        lines = [
            OcrLine(text, found.box, confidence)
            for found in self.find_lines(pixels)
            for text, confidence in [self.read_line(found.pixels)]
        ]
        return in_reading_order(
            [line for line in lines if line.text and line.confidence >= _MIN_CONFIDENCE]
        )

    def find_lines(self, pixels: Pixels) -> list[LineImage]:
        """Cut out every line of text, whatever it says."""
        height, width = pixels.shape[:2]
        bgr = _widened(pixels[:, :, ::-1], _MAX_RATIO, _MIN_SIDE)
        try:
            corners = self._corners(bgr)
            if corners is None or not len(corners):
                return []
            crops = self._ocr.crop_text_regions(bgr, corners)
        except Exception as cause:  # opencv's, onnxruntime's and its own have no common base
            raise _failed(cause) from cause
        return [
            LineImage(_box_around(each, width, height), np.ascontiguousarray(crop[:, :, ::-1]))
            for each, crop in zip(corners, crops, strict=True)
            if crop.size
        ]

    def _corners(self, bgr: Pixels) -> Any:
        """Give four corners a line, or None."""
        found: Any = self._ocr(bgr, use_det=True, use_cls=False, use_rec=False)
        return found.boxes

    def read_line(self, pixels: Pixels) -> tuple[str, float]:
        """Read one line by itself: what else is on the page changes nothing about it."""
        bgr = _widened(pixels[:, :, ::-1], _MAX_LINE_RATIO, 1)
        try:
            read = self._recognise(TextRecInput(img=[bgr], return_word_box=False))
        except Exception as cause:  # as above
            raise _failed(cause) from cause
        return " ".join(read.txts[0].split()), float(read.scores[0])


def _open(threads: int) -> RapidOCR:
    """Load the models that lie in the package; a path that is given is never downloaded."""
    folder = Path(rapidocr.__file__).parent / "models"
    for name in (_DETECTOR, _RECOGNISER):
        if not (folder / name).is_file():
            raise MissingExtraError(
                f"this version of rapidocr does not carry {name}",
                hint="it comes with kebab: install kebab again",
            )
    params = {
        "Global.log_level": "critical",
        "Global.use_cls": False,
        "Global.use_vertical_padding": False,
        "Det.model_path": str(folder / _DETECTOR),
        "Rec.model_path": str(folder / _RECOGNISER),
        "Rec.rec_batch_num": 1,
        "EngineConfig.onnxruntime.intra_op_num_threads": threads,
        "EngineConfig.onnxruntime.inter_op_num_threads": 1,
    }
    try:
        ocr = RapidOCR(params=params)
    except Exception as cause:  # opencv's, onnxruntime's and its own have no common base
        raise _failed(cause) from cause
    logging.getLogger("RapidOCR").handlers.clear()
    cv2.setNumThreads(threads)  # it would take all cores
    return ocr


def _widened(pixels: Pixels, ratio: int, side: int) -> Pixels:
    """Add white to the right and below, until no side is too short beside the other."""
    height, width = pixels.shape[:2]
    below = max(0, side - height, -(-width // ratio) - height)
    beside = max(0, side - width, -(-height // ratio) - width)
    return np.ascontiguousarray(
        np.pad(pixels, ((0, below), (0, beside), (0, 0)), constant_values=255)
    )


def _box_around(corners: npt.NDArray[np.float32], width: int, height: int) -> Box:
    limits = np.array((width - 1, height - 1))
    left, top = (int(value) for value in np.clip(np.floor(corners.min(axis=0)), 0, limits))
    right, bottom = (int(value) for value in np.ceil(corners.max(axis=0)))
    return left, top, max(1, min(right, width) - left), max(1, min(bottom, height) - top)


def _failed(cause: Exception) -> ProviderError:
    return ProviderError(
        f"OCR failed: {' '.join(str(cause).split())[:300] or type(cause).__name__}",
        hint="try again; if it keeps failing, set ocr.engine to another one, or exclude the file",
    )
