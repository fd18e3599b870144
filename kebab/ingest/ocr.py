"""Have the pages that hold no usable text read, by OCR or a model, each once for its content."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import msgpack
from blake3 import blake3

from kebab.catalog.writer import CatalogWriter
from kebab.errors import KebabError, MissingExtraError, ProviderError
from kebab.ingest.assemble import Reading
from kebab.ingest.seen_page import page_of
from kebab.ingest.vision import Vision, vision_identity
from kebab.ingest.writer_thread import WriterThread
from kebab.pool.protocol import Lane, Pool
from kebab.settings.model import OcrSettings, Settings
from kebab.wire.extraction import Extraction
from kebab.wire.ocr_models import MERGE_RULE, model_paths, tesseract_names

_PACKAGES = ("rapidocr", "tesserocr", "onnxruntime")
_FORMAT = "page-1"  # of what is kept; another one is read again

_SHOWN_PAGES = 5
READ_BY_OCR = frozenset({"pdf", "image"})  # media with pages that may hold no usable text

Pages = dict[int, list[Any]]


@dataclass(frozen=True, slots=True)
class PagesRead:
    """The lines of pages, and what to warn of; not of all pages where a later run goes on."""

    pages: Pages
    warnings: tuple[str, ...]
    is_complete: bool = True


def page_identity(settings: Settings) -> str:
    """Name what else a page's lines depend on, whoever reads it."""
    if settings.ocr.engine != "vision":
        return ocr_identity(settings.ocr)
    return f"{_FORMAT};{vision_identity(settings.llm, settings.ocr.vision_model, 'read_page')}"


def ocr_identity(settings: OcrSettings) -> str:
    """Name what else a page's lines depend on: engine, languages, models, the merge of readings."""
    installed = [f"{name}={_version(name)}" for name in _PACKAGES]
    said = [settings.engine, ",".join(settings.languages), settings.tessdata]
    return ";".join([_FORMAT, MERGE_RULE, *said, *installed, *_models(settings)])


def _models(settings: OcrSettings) -> list[str]:
    """Name Tesseract's models by their sizes: they carry no version, and hashing them is slow."""
    if settings.engine in {"rapidocr", "none"}:
        return []
    paths = model_paths(tesseract_names(settings.languages or ("en",)), settings.tessdata) or []
    return [f"{path.name}={path.stat().st_size}" for path in paths]


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


class PageReader:
    """Reads pages through the pool, or takes what an earlier run has read.

    `vision` reads them in the place of an OCR engine; `waiting` is entered while it does.
    """

    def __init__(
        self,
        pool: Pool,
        writer: WriterThread,
        settings: Settings,
        now_ms: Callable[[], int],
        on_page: Callable[[Reading, int, int], None] = lambda _reading, _page, _pages: None,
        vision: Vision | None = None,
        waiting: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self._pool = pool
        self._writer = writer
        self._timeout_s = settings.pool.extract_timeout_s
        self._most = settings.limits.max_ocr_pages
        self._is_off = settings.ocr.engine == "none"
        self._kind = f"ocr:{blake3(page_identity(settings).encode()).hexdigest(16)}"
        self._now_ms = now_ms
        self._on_page = on_page
        self._vision = vision
        self._waiting = waiting

    async def read(self, reading: Reading, extraction: Extraction) -> PagesRead:
        """Give the lines of the pages that the extraction names, and what to warn of.

        A page that could not be read has no lines. Raises what is no page's fault.
        """
        pages: Pages = {}
        warnings: list[str] = []
        wanted = extraction.pages_to_read
        if self._is_off:
            return PagesRead(
                {page: [] for page in wanted}, (f"{_named(wanted)} not read: OCR is off",)
            )
        is_complete = True
        readable = wanted[: self._most]
        for number, page in enumerate(readable, start=1):
            self._on_page(reading, number, len(readable))
            try:
                found = await self._page(reading, extraction.content_hash, page)
            except (MissingExtraError, ProviderError) as error:
                warnings.append(f"{_named(wanted)} not read: {error}; {error.hint}")
                break
            except KebabError as error:
                pages[page] = []
                warnings.append(f"page {page} not read: {error}")
            else:
                is_complete = is_complete and found is not None
                pages[page], told = found or ([], [])
                warnings += [one for one in told if one not in warnings]
        left_out = wanted[self._most :]
        if left_out:
            warnings.append(f"{_named(left_out)} not read: limits.max_ocr_pages is {self._most}")
        every = {page: pages.get(page, []) for page in wanted}
        return PagesRead(every, tuple(warnings), is_complete)

    async def _page(
        self, reading: Reading, content_hash: str, page: int
    ) -> tuple[list[Any], list[str]] | None:
        key = blake3(f"{content_hash}:{page}".encode()).digest(16)
        kept = await self._writer.run(partial(_get, self._kind, key, self._now_ms()))
        if kept is None:
            kept = await self._read(reading, page)
            if kept is None:
                return None
            await self._writer.run(partial(_put, self._kind, key, kept, self._now_ms()))
        return kept["lines"], kept["warnings"]

    async def _read(self, reading: Reading, page: int) -> dict[str, Any] | None:
        if self._vision is None:
            params = {**reading.to_params(), "page": page}
            return await self._pool.call(
                "read_page", params, timeout_s=self._timeout_s, lane=Lane.EXTRACT
            )
        with self._waiting():
            found = await self._vision.see(reading, page)
        if found is None:
            return None
        picture, seen = found
        return page_of(seen, picture, page)


def _get(kind: str, key: bytes, now_ms: int, writer: CatalogWriter) -> dict[str, Any] | None:
    value = writer.get_derivation(kind, key, now_ms)
    return None if value is None else msgpack.unpackb(value)


def _put(kind: str, key: bytes, found: dict[str, Any], now_ms: int, writer: CatalogWriter) -> None:
    writer.put_derivation(kind, key, msgpack.packb(found), now_ms)


def _named(pages: Sequence[int]) -> str:
    more = " …" if len(pages) > _SHOWN_PAGES else ""
    shown = ", ".join(map(str, pages[:_SHOWN_PAGES])) + more
    return f"page{'s' if len(pages) > 1 else ''} {shown}"
