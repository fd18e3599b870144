"""Have the pages that hold no usable text read by OCR, each once for its content and engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import msgpack
from blake3 import blake3

from kebab.catalog.writer import CatalogWriter
from kebab.errors import KebabError, MissingExtraError, ProviderError
from kebab.ingest.assemble import Reading
from kebab.ingest.writer_thread import WriterThread
from kebab.pool.protocol import Lane, Pool
from kebab.settings.model import OcrSettings, Settings
from kebab.wire.extraction import Extraction

_PACKAGES = ("rapidocr", "tesserocr", "onnxruntime")
_FORMAT = "page-1"  # of what is kept; another one is read again

_SHOWN_PAGES = 5

Pages = dict[int, list[Any]]


def ocr_identity(settings: OcrSettings) -> str:
    """Name what else a page's lines depend on: engine, languages, models."""
    installed = [f"{name}={_version(name)}" for name in _PACKAGES]
    return ";".join(
        [_FORMAT, settings.engine, ",".join(settings.languages), settings.tessdata, *installed]
    )


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


class PageReader:
    """Reads pages through the pool, or takes what an earlier run has read."""

    def __init__(
        self,
        pool: Pool,
        writer: WriterThread,
        settings: Settings,
        now_ms: Callable[[], int],
        on_page: Callable[[Reading, int, int], None] = lambda _reading, _page, _pages: None,
    ) -> None:
        self._pool = pool
        self._writer = writer
        self._timeout_s = settings.pool.extract_timeout_s
        self._most = settings.limits.max_ocr_pages
        self._is_off = settings.ocr.engine == "none"
        self._kind = f"ocr:{blake3(ocr_identity(settings.ocr).encode()).hexdigest(16)}"
        self._now_ms = now_ms
        self._on_page = on_page

    async def read(self, reading: Reading, extraction: Extraction) -> tuple[Pages, list[str]]:
        """Give the lines of the pages that the extraction names, and what to warn of.

        A page that could not be read has no lines. Raises what is no page's fault.
        """
        pages: Pages = {}
        warnings: list[str] = []
        wanted = extraction.pages_to_read
        if self._is_off:
            return {page: [] for page in wanted}, [f"{_named(wanted)} not read: OCR is off"]
        readable = wanted[: self._most]
        for number, page in enumerate(readable, start=1):
            self._on_page(reading, number, len(readable))
            try:
                pages[page], told = await self._page(reading, extraction.content_hash, page)
            except (MissingExtraError, ProviderError) as error:
                warnings.append(f"{_named(wanted)} not read: {error}; {error.hint}")
                break
            except KebabError as error:
                pages[page] = []
                warnings.append(f"page {page} not read: {error}")
            else:
                warnings += [one for one in told if one not in warnings]
        left_out = wanted[self._most :]
        if left_out:
            warnings.append(f"{_named(left_out)} not read: limits.max_ocr_pages is {self._most}")
        return {page: pages.get(page, []) for page in wanted}, warnings

    async def _page(
        self, reading: Reading, content_hash: str, page: int
    ) -> tuple[list[Any], list[str]]:
        key = blake3(f"{content_hash}:{page}".encode()).digest(16)
        kept = await self._writer.run(partial(_get, self._kind, key, self._now_ms()))
        if kept is None:
            params = {**reading.to_params(), "page": page}
            kept = await self._pool.call(
                "read_page", params, timeout_s=self._timeout_s, lane=Lane.EXTRACT
            )
            await self._writer.run(partial(_put, self._kind, key, kept, self._now_ms()))
        return kept["lines"], kept["warnings"]


def _get(kind: str, key: bytes, now_ms: int, writer: CatalogWriter) -> dict[str, Any] | None:
    value = writer.get_derivation(kind, key, now_ms)
    return None if value is None else msgpack.unpackb(value)


def _put(kind: str, key: bytes, found: dict[str, Any], now_ms: int, writer: CatalogWriter) -> None:
    writer.put_derivation(kind, key, msgpack.packb(found), now_ms)


def _named(pages: Sequence[int]) -> str:
    more = " …" if len(pages) > _SHOWN_PAGES else ""
    shown = ", ".join(map(str, pages[:_SHOWN_PAGES])) + more
    return f"page{'s' if len(pages) > 1 else ''} {shown}"
