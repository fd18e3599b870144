"""What a worker is asked about one file: to extract it, and to read one of its pages by OCR."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kebab.errors import MissingExtraError
from kebab.wire.worker import PASSWORDS_VARIABLE, ChunkingConfig, ReadingConfig
from workers.chunk.tokens import CountTokens
from workers.extract.extract import extract
from workers.extract.limits import Limits
from workers.extract.memory_cap import memory_cap
from workers.extract.registry import Means, load_parser
from workers.extract.source_file import read_file
from workers.ocr.line import OcrLine

if TYPE_CHECKING:
    from workers.ocr.engine import OcrEngine, Pixels

_SURROGATE = re.compile("[\ud800-\udfff]")


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
        """Read and cut a file; `read_pages` is what OCR has read on some of its pages, `kept` what
        an earlier call has parsed of the same content, `captions` what a model says of pages.
        """
        load_parser(params["media"])
        with memory_cap(self._limits.parse_memory_mb, params["path"]):
            data, size_bytes, mtime_ns = _bytes_of(params)
            extraction = extract(
                path=params["path"],
                media=params["media"],
                data=data,
                size_bytes=size_bytes,
                mtime_ns=mtime_ns,
                chunking=self._chunking,
                count_tokens=count_tokens,
                means=Means(
                    self._limits,
                    passwords(),
                    _read_pages(params.get("read_pages")),
                    params.get("kept"),
                    params.get("captions", ()),
                ),
            )
            return extraction.to_fields()

    def read_page(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """Read a page or frame of a file, counted from 1, by OCR."""
        engine = self._load_engine()
        with memory_cap(self._limits.parse_memory_mb, params["path"]):
            pixels = self._pixels(params)
        lines = [(line.text, line.box, line.confidence) for line in engine.read(pixels)]
        return {"lines": lines, "warnings": list(engine.warnings)}

    def picture(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """Draw a page or frame of a file, counted from 1, small, for a model to look at."""
        from workers.extract.picture import LONGEST_SIDE, small_picture  # noqa: PLC0415 - Pillow

        with memory_cap(self._limits.parse_memory_mb, params["path"]):
            drawn = min(self._limits.max_pixels, LONGEST_SIDE**2)
            return small_picture(self._pixels(params, drawn=drawn)).to_fields()

    def _pixels(self, params: Mapping[str, Any], *, drawn: int | None = None) -> Pixels:
        """Decode an image's frame; draw a page, of `drawn` pixels where that is given."""
        data, _, _ = _bytes_of(params)
        page, most = params["page"], self._limits.max_pixels
        if params["media"] == "pdf":
            most = drawn or most
            from workers.extract.pdf import render_page  # noqa: PLC0415 - PDFium

            return render_page(data, page, most, passwords(), params["path"])
        from workers.extract.picture import decode_image  # noqa: PLC0415 - Pillow

        return decode_image(data, page, most, params["path"])

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
    """Give the passwords that the environment holds; what is no text fits no document."""
    lines = os.environ.get(PASSWORDS_VARIABLE, "").split("\n")
    return tuple(line for line in lines if line and not _SURROGATE.search(line))


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
