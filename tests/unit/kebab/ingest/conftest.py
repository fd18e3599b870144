"""What the tests of an ingest share: a knowledge base in a temporary folder, and a pool."""

from __future__ import annotations

import asyncio
import os
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import pytest
from blake3 import blake3

from kebab.catalog.reader import CatalogReader
from kebab.catalog.writer import CatalogWriter
from kebab.errors import KebabError, StoreError
from kebab.ingest.run import run_ingest
from kebab.ingest.scope import IngestOptions
from kebab.ingest.stages import IngestContext
from kebab.pool.protocol import Lane, ShardReply
from kebab.settings.model import Settings, SourceSettings, StorageSettings
from kebab.wire.extraction import VERSIONS, ExtractedChunk, Extraction
from kebab.wire.ingest import IngestProgress, IngestReport

MODEL = "hashed:test:4"


@dataclass
class PoolInMemory:
    """A pool whose workers cut files at blank lines and embed by hash."""

    size: int = 2
    fails: Callable[[str, dict], KebabError | None] = lambda _method, _params: None
    calls: list[tuple[str, dict]] = field(default_factory=list)
    before: Callable[[str, dict], None] = lambda _method, _params: None

    async def call(self, method, params, *, timeout_s, lane=Lane.INTERACTIVE, worker=None):
        assert timeout_s > 0
        self.calls.append((method, params))
        self.before(method, params)
        await asyncio.sleep(0)
        if (error := self.fails(method, params)) is not None:
            raise error
        return {"extract": extract, "embed": embed, "ping": lambda _params: {}}[method](params)

    async def scatter(self, method, params, *, timeout_s, lane=Lane.INTERACTIVE):
        assert timeout_s > 0
        assert lane is Lane.EXTRACT
        self.calls.append((method, params))
        return [ShardReply(worker, (worker,), {}, None) for worker in range(self.size)]

    def count(self, method):
        return sum(called == method for called, _ in self.calls)


def extract(params):
    if params["content"] is None:
        try:
            data = Path(params["disk_path"]).read_bytes()
        except OSError as cause:
            raise StoreError(f"{params['disk_path']} cannot be read", hint="look") from cause
        mtime_ns = Path(params["disk_path"]).stat().st_mtime_ns
    else:
        data, mtime_ns = params["content"], 0
    texts = [part.strip() for part in data.decode().split("\n\n") if part.strip()]
    parser, chunker = VERSIONS[params["media"]]
    return Extraction(
        title=params["path"].rpartition("/")[2],
        lang="en",
        encoding="utf-8",
        content_hash=blake3(data).hexdigest(),
        size_bytes=len(data),
        mtime_ns=mtime_ns,
        parser_version=parser,
        chunker_version=chunker,
        chunks=tuple(ExtractedChunk(text, (), 1, 1, len(text.split())) for text in texts),
    ).to_fields()


def embed(params):
    vectors = [
        struct.pack("<4f", *(byte / 256 for byte in blake3(text.encode()).digest(4)))
        for text in params["texts"]
    ]
    return {"vectors": b"".join(vectors), "dimensions": 4, "identity": MODEL}


@dataclass
class Base:
    """A knowledge base over folders below `home`."""

    home: Path
    pool: PoolInMemory = field(default_factory=PoolInMemory)
    sources: tuple[SourceSettings, ...] = ()
    model: str | None = MODEL
    more: dict = field(default_factory=dict)
    events: list[IngestProgress] = field(default_factory=list)
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    clock: count = field(default_factory=lambda: count(1_700_000_000_000))

    def __post_init__(self):
        self.root = self.home / "notes"
        self.root.mkdir()
        self.sources = (SourceSettings(id="notes", root=self.root),)
        self.data_dir = self.home / "data"
        self.data_dir.mkdir()
        self.writer = CatalogWriter(self.data_dir / "catalog.sqlite")
        self.reader = CatalogReader(self.data_dir / "catalog.sqlite")

    def close(self):
        self.reader.close()
        self.writer.close()

    @property
    def settings(self):
        storage = StorageSettings(data_dir=self.data_dir, state_dir=self.home / "state")
        return Settings(sources=self.sources, storage=storage, **self.more)

    @property
    def context(self):
        return IngestContext(
            writer=self.writer,
            pool=self.pool,
            settings=self.settings,
            model=self.model,
            now_ms=lambda: next(self.clock),
            on_progress=self.events.append,
            stop=self.stop,
        )

    def write(self, path, text="hello", root=None):
        file = (root or self.root) / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    def ingest(self, **options) -> IngestReport:
        self.events.clear()
        report = asyncio.run(run_ingest(self.context, IngestOptions(**options)))
        outcomes = report.new + report.updated + report.unchanged + report.skipped + report.errors
        assert report.scanned == outcomes
        assert [e.kind for e in self.events if e.kind in {"completed", "aborted"}] == [
            self.events[-1].kind
        ]
        return report

    def paths(self):
        return [path for _source, path, _id in self.reader.paths()]

    def texts(self):
        return [
            chunk.text
            for _s, _p, key in self.reader.paths()
            for chunk in self.reader.chunks_of(key)
        ]


@pytest.fixture
def lock():
    """Make files or folders unreadable for the length of a test."""
    locked = []

    def make_unreadable(path):
        locked.append((path, path.stat().st_mode))
        path.chmod(0)
        if os.access(path, os.R_OK):
            pytest.skip("this user may read everything")

    yield make_unreadable
    for path, mode in reversed(locked):
        path.chmod(mode)


@pytest.fixture
def base(tmp_path):
    made = Base(tmp_path)
    yield made
    made.close()
