"""A real catalog with documents on the disk, cut into chunks of three lines."""

from __future__ import annotations

import asyncio
import zlib
from dataclasses import dataclass
from pathlib import Path

import pytest
from blake3 import blake3

from kebab.catalog.reader import CatalogReader
from kebab.catalog.records import NewChunk, NewDocument
from kebab.catalog.writer import CatalogWriter
from kebab.documents.fetch import Fetcher
from kebab.documents.source_text import split_lines
from kebab.wire.inputs import FetchInput

LINES_A_CHUNK = 3


@dataclass
class Corpus:
    root: Path
    writer: CatalogWriter
    reader: CatalogReader

    def add(self, path, text, *, encoding="utf-8", source="default", body=False, **more):
        """Write a file, or keep a body, and store it; return the document."""
        data = text.encode(encoding)
        lines = split_lines(text)
        chunks = [
            NewChunk("\n".join(part), (f"Part {start}",), start + 1, start + len(part), len(part))
            for start in range(0, len(lines), LINES_A_CHUNK)
            if (part := lines[start : start + LINES_A_CHUNK])
        ]
        file = self.root / path
        mtime_ns = 0
        if not body:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
            mtime_ns = file.stat().st_mtime_ns
        fields = {
            "source_id": source,
            "path": path,
            "media": "markdown",
            "title": path,
            "lang": "en",
            "trust_level": "primary",
            "source_type": "note",
            "size_bytes": len(data),
            "mtime_ns": mtime_ns,
            "content_hash": blake3(data).hexdigest(),
            "fingerprint": "f",
            "parser_version": "markdown-1",
            "chunker_version": "heading-1",
            "encoding": encoding,
            "disk_path": None if body else str(file),
            "body": zlib.compress(data) if body else None,
        }
        keys = [b"%016d" % number for number in range(len(chunks))]
        put = self.writer.put_document(
            NewDocument(**(fields | more)), chunks, keys, 1_700_000_000_000
        )
        return self.reader.get_document(put.document_id)

    def fetch(self, **request):
        fetcher = Fetcher(self.reader, {"default": self.root})
        return asyncio.run(fetcher.fetch(FetchInput(**request)))


@pytest.fixture
def corpus(tmp_path):
    root = tmp_path / "notes"
    root.mkdir()
    writer = CatalogWriter(tmp_path / "catalog.sqlite", 4)
    reader = CatalogReader(tmp_path / "catalog.sqlite")
    yield Corpus(root, writer, reader)
    reader.close()
    writer.close()
