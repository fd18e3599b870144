"""A small corpus in a real catalog, and a pool whose workers answer what a test tells them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

import pytest

from kebab.catalog.reader import CatalogReader
from kebab.catalog.records import NewChunk, NewDocument
from kebab.catalog.writer import CatalogWriter
from kebab.pool.protocol import Lane, ShardReply
from kebab.search.service import SearchService
from kebab.settings.model import SearchSettings

MODEL = "test:model:2"


@dataclass
class ScriptedPool:
    """Two workers with two shards each; a row belongs to worker row % 2."""

    words: list[tuple[int, float, float]] = field(default_factory=list)
    near: list[tuple[int, float]] = field(default_factory=list)
    highlights: list[str] = field(default_factory=list)
    mass: float = 4.0
    unknown: list[str] = field(default_factory=list)
    terms: dict[str, int] = field(default_factory=lambda: {"solar": 2, "panel": 1})
    behind: list[int] = field(default_factory=list)
    failing: dict[Any, Exception] = field(default_factory=dict)
    calls: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    size: int = 2

    async def call(
        self,
        method: str,
        params: dict[str, Any],
        *,
        timeout_s: float,
        lane: Lane = Lane.INTERACTIVE,
        worker: int | None = None,
    ) -> dict[str, Any]:
        assert timeout_s > 0
        assert lane is Lane.INTERACTIVE
        self.calls.append((method, params))
        for key in (method, (method, worker)):
            if key in self.failing:
                raise self.failing[key]
        return {"vectors": b"\0" * 8, "dimensions": 2, "identity": MODEL}

    async def scatter(
        self,
        method: str,
        params: dict[str, Any],
        *,
        timeout_s: float,
        lane: Lane = Lane.INTERACTIVE,
    ) -> list[ShardReply]:
        assert timeout_s > 0
        assert lane is Lane.INTERACTIVE
        self.calls.append((method, params))
        return [self._reply(method, params, worker) for worker in range(self.size)]

    def _reply(self, method: str, params: dict[str, Any], worker: int) -> ShardReply:
        shards = (worker, worker + 2)
        error = self.failing.get(method) or self.failing.get((method, worker))
        if error is not None:
            return ShardReply(worker, shards, None, error)
        return ShardReply(worker, shards, self._result(method, params, worker), None)

    def _result(self, method: str, params: dict[str, Any], worker: int) -> dict[str, Any]:
        if method == "lexical_statistics":
            return {"documents": 10, "terms": dict(self.terms), "behind": list(self.behind)}
        if method == "lexical_search":
            hits = [list(hit) for hit in self.words if hit[0] % self.size == worker]
            found = {"hits": hits[: params["depth"]], "highlights": self.highlights}
            return {**found, "mass": self.mass, "unknown": self.unknown}
        assert method == "vector_search"
        hits = [list(hit) for hit in self.near if hit[0] % self.size == worker]
        return {"hits": hits[: params["depth"]]}

    def methods(self) -> list[str]:
        return [method for method, _ in self.calls]


@dataclass
class Corpus:
    """A catalog of `count` one-chunk documents, rows 1 to count."""

    folder: Any
    writer: CatalogWriter
    reader: CatalogReader

    def add(self, number: int, text: str = "") -> int:
        path = self.folder / f"note-{number:03d}.md"
        path.write_text(text or f"Note {number} about solar panels.\n")
        status = path.stat()
        document = NewDocument(
            source_id="default",
            path=path.name,
            media="markdown",
            title=f"Note {number}",
            lang="en",
            trust_level="primary",
            source_type="note",
            size_bytes=status.st_size,
            mtime_ns=status.st_mtime_ns,
            content_hash=f"{number:064d}",
            fingerprint="f",
            parser_version="markdown-1",
            chunker_version="heading-1",
            disk_path=str(path),
        )
        chunk = NewChunk(text or f"Note {number} about solar panels.", ("Top",), 1, 1, 7)
        put = self.writer.put_document(document, [chunk], [b"%016d" % number], 1_700_000_000_000)
        return put.rows[0]

    def embed(self, rows: list[int]) -> None:
        missing = {m.row: m for m in self.writer.missing_vectors(MODEL, 0, 10_000)}
        vectors = [(row, missing[row].passage_key, b"\0\0\0\0") for row in rows]
        self.writer.put_vectors(MODEL, vectors, 1_700_000_000_000)


@pytest.fixture
def corpus(tmp_path):
    writer = CatalogWriter(tmp_path / "catalog.sqlite", 4)
    reader = CatalogReader(tmp_path / "catalog.sqlite")
    yield Corpus(tmp_path, writer, reader)
    reader.close()
    writer.close()


@pytest.fixture
def filled(corpus):
    corpus.embed([corpus.add(number) for number in range(1, 31)])
    return corpus


@pytest.fixture
def pool():
    return ScriptedPool()


@pytest.fixture
def make_service(pool):
    def make(corpus, *, model=MODEL, **settings):
        return SearchService(
            pool, corpus.reader, SearchSettings(**settings), model=model, sources=["default"]
        )

    return make


@pytest.fixture
def run():
    return asyncio.run
