"""Keep what was parsed of costly media, so that the same content is parsed once and only cut again.

It stays when a document is cut another way, renamed, copied, or forgotten and added again. A run
that is to read every file again parses them again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import msgpack
from blake3 import blake3

from kebab.catalog.writer import CatalogWriter
from kebab.ingest.assemble import Reading
from kebab.ingest.verify import hash_file
from kebab.ingest.writer_thread import WriterThread
from kebab.settings.model import LimitsSettings
from kebab.wire.extraction import KEPT_PARSED, VERSIONS, Extraction

# What the parser of a medium stands on: another version of it may read the same file otherwise.
_PACKAGES = {
    "pdf": ("pypdfium2",),
    "hwp": ("rhwp-python", "olefile"),
    "docx": ("python-docx", "lxml"),
    "pptx": ("python-pptx", "lxml"),
    "xlsx": ("openpyxl",),
    "odf": ("lxml",),
    "html": ("lxml", "charset-normalizer"),
    "epub": ("lxml",),
    "image": ("pillow",),
}
# They end a parse or come after it, and leave what it makes as it is.
_OTHER_LIMITS = {"max_ocr_pages", "parse_memory_mb"}

_MOST_WAITING_BYTES = 16_000_000


@dataclass(frozen=True, slots=True)
class Entry:
    """What was parsed, under its name in the catalog."""

    kind: str
    key: bytes
    value: bytes


class KeptParsing:
    """Looks up what was parsed, for the workers to cut, and keeps what they have parsed.

    It waits for the next commit of documents: one of its own for each would cost a write of the
    disk each.
    """

    def __init__(
        self, writer: WriterThread, limits: LimitsSettings, now_ms: Callable[[], int]
    ) -> None:
        self._writer = writer
        self._limits = limits
        self._now_ms = now_ms
        self._waiting: list[Entry] = []

    async def find(self, reading: Reading, more: Mapping[str, Any]) -> bytes | None:
        """Return what was parsed of this content with `more`: what OCR has read on its pages."""
        if reading.media not in KEPT_PARSED or reading.reason == "forced":
            return None
        content_hash = await asyncio.to_thread(_hash_of, reading)
        if content_hash is None:
            return None
        kind, key = self._name(reading.media, content_hash, more)
        for entry in self._waiting:
            if (entry.kind, entry.key) == (kind, key):
                return entry.value
        now_ms = self._now_ms()
        return await self._writer.run(lambda writer: writer.get_derivation(kind, key, now_ms))

    async def keep(self, reading: Reading, extraction: Extraction, more: Mapping[str, Any]) -> None:
        """Keep what was parsed of this content with `more`."""
        if extraction.parsed is None or reading.media not in KEPT_PARSED:
            return
        name = self._name(reading.media, extraction.content_hash, more)
        self._waiting.append(Entry(*name, extraction.parsed))
        if sum(len(entry.value) for entry in self._waiting) > _MOST_WAITING_BYTES:
            await self.flush()

    def take(self) -> list[Entry]:
        """Hand over what waits, to be put into the catalog."""
        waiting, self._waiting = self._waiting, []
        return waiting

    async def flush(self) -> None:
        """Put into the catalog what waits."""
        if self._waiting:
            await self._writer.run(partial(put_entries, self.take(), self._now_ms()))

    def _name(self, media: str, content_hash: str, more: Mapping[str, Any]) -> tuple[str, bytes]:
        identity = parser_identity(media, self._limits)
        facts = msgpack.packb(
            [content_hash, identity, sorted(more.items())], unicode_errors="surrogatepass"
        )
        return f"parse:{VERSIONS[media][0]}", blake3(facts).digest(16)


def put_entries(entries: Sequence[Entry], now_ms: int, writer: CatalogWriter) -> None:
    """Put what was parsed into the catalog, in one transaction."""
    with writer.batch():
        for entry in entries:
            writer.put_derivation(entry.kind, entry.key, entry.value, now_ms)


def parser_identity(media: str, limits: LimitsSettings) -> str:
    """Name what shapes the parse of a medium beside the content."""
    bounds = sorted(limits.model_dump(exclude=_OTHER_LIMITS).items())
    return ";".join([VERSIONS[media][0], *_versions(media), *(f"{k}={v}" for k, v in bounds)])


@cache
def _versions(media: str) -> tuple[str, ...]:
    return tuple(f"{name}={_version(name)}" for name in _PACKAGES.get(media, ()))


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _hash_of(reading: Reading) -> str | None:
    if reading.content is not None:
        return blake3(reading.content).hexdigest()
    return hash_file(reading.disk_path or "")
