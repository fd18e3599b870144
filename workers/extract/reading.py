"""What a worker is asked about one file: to extract it, and to read one of its pages by OCR."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kebab.errors import MissingExtraError
from kebab.wire.worker import ChunkingConfig, ReadingConfig
from workers.chunk.tokens import CountTokens
from workers.extract.extract import extract
from workers.extract.limits import Limits
from workers.extract.registry import Means
from workers.extract.source_file import read_file
from workers.ocr.line import OcrLine

if TYPE_CHECKING:
    from workers.ocr.engine import OcrEngine

# Passwords to try, a line each. They stay in the environment: they cross no pipe and are in no log.
PASSWORDS = "KEBAB_PASSWORDS"


class FileReading:
    """Reads files; holds the OCR engine once it was needed."""

    def __init__(self, config: ReadingConfig, chunking: ChunkingConfig) -> None:
        self._config = config
        self._chunking = chunking
        self._limits = Limits(**config.limits)
        self._engine: OcrEngine | None = None

    @property
    def has_engine(self) -> bool:
        """Tell whether an OCR engine is loaded."""
        return self._engine is not None

    def drop_engine(self) -> None:
        """Let go of the OCR engine; the next page loads it again."""
        self._engine = None

    def extract(self, params: Mapping[str, Any], count_tokens: CountTokens) -> dict[str, Any]:
        """Read and cut a file; `read_pages` is what OCR has read on some of its pages."""
        data, size_bytes, mtime_ns = _bytes_of(params)
        extraction = extract(
            path=params["path"],
            media=params["media"],
            data=data,
            size_bytes=size_bytes,
            mtime_ns=mtime_ns,
            chunking=self._chunking,
            count_tokens=count_tokens,
            means=Means(self._limits, passwords(), _read_pages(params.get("read_pages"))),
        )
        return extraction.to_fields()

    def read_page(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """Read a page or frame of a file, counted from 1, by OCR."""
        engine = self._load_engine()
        data, _, _ = _bytes_of(params)
        page, most = params["page"], self._limits.max_pixels
        if params["media"] == "pdf":
            from workers.extract.pdf import render_page  # noqa: PLC0415 - PDFium

            pixels = render_page(data, page, most, passwords(), params["path"])
        else:
            from workers.extract.picture import decode_image  # noqa: PLC0415 - Pillow

            pixels = decode_image(data, page, most, params["path"])
        lines = [(line.text, line.box, line.confidence) for line in engine.read(pixels)]
        return {"lines": lines, "warnings": list(engine.warnings)}

    def _load_engine(self) -> OcrEngine:
        if self._config.ocr_engine == "none":
            raise MissingExtraError(
                "OCR is switched off", hint="set ocr.engine to auto, rapidocr or tesseract"
            )
        if self._engine is None:
            from workers.ocr.load import load_engine  # noqa: PLC0415 - engines are heavy

            self._engine = load_engine(
                self._config.ocr_engine,
                self._config.ocr_languages,
                tessdata=self._config.tessdata,
            )
        return self._engine


def passwords() -> tuple[str, ...]:
    """Give the passwords that the environment holds."""
    return tuple(filter(None, os.environ.get(PASSWORDS, "").split("\n")))


def _bytes_of(params: Mapping[str, Any]) -> tuple[bytes, int, int]:
    if params["content"] is not None:
        return params["content"], len(params["content"]), 0
    data, status = read_file(params["disk_path"], params["max_bytes"])
    return data, status.st_size, status.st_mtime_ns


def _read_pages(given: list[tuple[int, Any]] | None) -> dict[int, list[OcrLine]] | None:
    if given is None:
        return None
    return {
        page: [OcrLine(text, tuple(box), confidence) for text, box, confidence in lines]
        for page, lines in given
    }
