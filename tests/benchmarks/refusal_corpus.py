"""Asks an ingested base, or a part of it, as a search does, in one process and without HNSW."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Self

import numpy as np

from kebab.catalog.reader import CatalogReader
from kebab.catalog.records import IndexedChunk
from kebab.catalog.shard_reader import ShardReader
from kebab.pool.worker_config import embedding_config
from kebab.search.evidence import Evidence
from kebab.search.fusion import LexicalHit, VectorHit
from kebab.search.scatter import Meaning, Words
from kebab.settings.model import EmbeddingSettings
from kebab.wire.worker import Filters
from workers.embed.embedder import load_embedder
from workers.shard.lexical import LexicalView
from workers.shard.plan import Statistics, demand_of
from workers.shard.question import parse_question

DEPTH = 100


class Vectors:
    """The vectors of questions, kept in a file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._embedder = load_embedder(embedding_config(EmbeddingSettings()))
        kept = np.load(file, allow_pickle=False) if file.exists() else None
        self._known: dict[str, np.ndarray] = (
            {} if kept is None else dict(zip(kept["texts"].tolist(), kept["vectors"], strict=True))
        )

    def of(self, text: str) -> np.ndarray:
        """Return the vector of a question."""
        if text not in self._known:
            self._known[text] = self._embedder.embed([text], kind="query")[0]
        return self._known[text]

    def keep(self) -> None:
        """Write the file."""
        texts = np.array(list(self._known))
        np.savez(self._file, texts=texts, vectors=np.stack(list(self._known.values())))


class Corpus:
    """Chunks with their vectors, of one or more documents."""

    def __init__(self, chunks: Sequence[IndexedChunk], vectors: np.ndarray, place: str) -> None:
        self.chunks = {chunk.row: chunk for chunk in chunks}
        self._rows = np.array([chunk.row for chunk in chunks])
        self._vectors = vectors
        self._view = LexicalView.open(Path(place))
        self._view.apply(list(chunks), [], 1)

    @classmethod
    def read(cls, data_dir: Path, place: str) -> Self:
        """Read a base that an ingest has made."""
        path = data_dir / "catalog.sqlite"
        catalog, reader = CatalogReader(path), ShardReader(path)
        model = embedding_config(EmbeddingSettings()).identity
        found: dict[int, bytes] = {}
        rows: list[int] = []
        for shard in range(catalog.shard_count):
            rows += reader.rows(shard, 0, 10**9)
            found.update(reader.shard_vectors(shard, model))
        chunks = list(reader.indexed_chunks(sorted(rows)))
        flat = b"".join(found[chunk.row] for chunk in chunks)
        vectors = np.frombuffer(flat, dtype="<f2").reshape(len(chunks), -1).astype(np.float32)
        return cls(chunks, vectors, place)

    def part(self, files: frozenset[str], place: str) -> Corpus:
        """Return the part that a few files make."""
        mine = [file_of(chunk) in files for chunk in self.chunks.values()]
        chunks = [chunk for chunk, is_in in zip(self.chunks.values(), mine, strict=True) if is_in]
        return Corpus(chunks, self._vectors[np.array(mine)], place)

    def ask(self, query: str, vector: np.ndarray) -> Evidence:
        """Ask both engines."""
        question = parse_question(query)
        known = Statistics(self._view.documents(), self._view.statistics(question))
        hits = self._view.search(question, known, Filters(), DEPTH)
        demand = demand_of(question, known)
        words = Words(
            tuple(LexicalHit(hit.row, hit.score, hit.coverage) for hit in hits),
            terms=len(known.terms),
            mass=demand.mass,
            unknown=demand.unknown,
        )
        cosines = self._vectors @ vector
        if question.is_restrictive:
            allowed = np.isin(self._rows, self._view.allowed(Filters(), question))
            cosines = np.where(allowed, cosines, -1.0)
        best = np.argsort(-cosines, kind="stable")[:DEPTH]
        near = [VectorHit(int(self._rows[at]), float(cosines[at])) for at in best]
        return Evidence("hybrid", words, Meaning(tuple(hit for hit in near if hit.cosine > -1)))

    def files(self, rows: Iterable[int]) -> list[str]:
        """Name the files that rows stand in, each once."""
        return list(dict.fromkeys(file_of(self.chunks[row]) for row in rows))


def file_of(chunk: IndexedChunk) -> str:
    """Name a file by its source and path."""
    return f"{chunk.source_id}/{chunk.path}"
