"""What an OCR engine is, and what it is given to read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from workers.ocr.line import OcrLine

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Pixels = npt.NDArray[np.uint8]  # rows, columns, and red, green, blue


class OcrEngine(Protocol):
    """Reads the text in an image. The same pixels give the same lines, always."""

    @property
    def identity(self) -> str:
        """Name the engine, its models and their versions: what else a page's lines depend on."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """Say what it cannot read of what the settings ask for."""

    def read(self, pixels: Pixels) -> list[OcrLine]:
        """Give the lines in reading order; none where there is no text."""
