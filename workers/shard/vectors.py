"""The vector view of one shard: exact search while it is small, HNSW beyond. Opens hnswlib, alone.

The matrix holds every vector; the graph over its slots is a faster way to find the near ones, and
is built a little at each step, so that no question waits for it: what the graph does not hold yet
is searched exactly. Every score that leaves the view comes from the matrix.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import hnswlib
import numpy as np
import numpy.typing as npt

from kebab.errors import EmbedderUnavailableError, StoreError, ViewDamagedError
from kebab.wire.worker import VectorConfig
from workers.shard.checkpoint import Facts, discard, load, save
from workers.shard.matrix import EMPTY, Doubles, Slots, VectorMatrix, read_vectors

FORMAT = 2
READ_A_STEP = 4096
EF_A_HIT = 3
MOST_EMPTY = 0.3
_FIRST_CAPACITY = 1024
_SEED = 7


@dataclass(frozen=True, slots=True)
class Pace:
    """How much is done at once: each is some tens of milliseconds, a step of links 0.3 s.

    `apply` links at most `links_a_step` vectors. A filtered search of up to `exact_candidates` is
    exact. A checkpoint is written after `save_every` changes, and `save_share` of all vectors.
    """

    links_a_step: int = 1024
    exact_candidates: int = 8192
    save_every: int = 2000
    save_share: float = 0.1


DEFAULT_PACE = Pace()


class VectorView:
    """The vectors of one shard up to a revision of the catalog. Used by one thread."""

    def __init__(
        self, folder: Path, *, identity: str, dimensions: int, config: VectorConfig, pace: Pace
    ) -> None:
        self.revision = 0
        self.lineage = 0
        self.left_out = 0
        self._folder = folder
        self._identity = identity
        self._dimensions = dimensions
        self._config = config
        self._pace = pace
        self._graph: Graph | None = None
        self._unsaved = 0
        self._matrix = VectorMatrix(
            np.empty(0, dtype=np.int64), np.empty((0, dimensions), dtype=np.float16)
        )
        self._matrix.set_quick(wanted=True)

    @staticmethod
    def open(
        folder: Path,
        *,
        identity: str,
        dimensions: int,
        config: VectorConfig,
        pace: Pace = DEFAULT_PACE,
    ) -> VectorView:
        """Load the last checkpoint, or start empty at revision 0.

        ViewDamagedError: what is there cannot be used, and has to be removed.
        """
        view = VectorView(
            folder, identity=identity, dimensions=dimensions, config=config, pace=pace
        )
        load(folder, view._restore)
        return view

    def count(self) -> int:
        """Count the vectors."""
        return self._matrix.count()

    def rows(self) -> set[int]:
        """Give the rows that have a vector."""
        return set(self._matrix.rows[self._matrix.live_slots()].tolist())

    def apply(
        self,
        added: Iterable[tuple[int, bytes]],
        deleted: Sequence[int],
        revision: int,
        *,
        lineage: int = 0,
    ) -> None:
        """Set the vectors of `added` (half precision, little-endian) and drop those of `deleted`.

        Idempotent. A vector that is none is left out and counted in `left_out`: its chunk is
        found by words alone.
        """
        self._retire(self._matrix.remove(deleted))
        for pairs in _batches(added, READ_A_STEP):
            rows, vectors, left_out = read_vectors(pairs, self._dimensions)
            before = self._matrix.slots
            self._retire(self._matrix.put(rows, vectors))
            self._unsaved += self._matrix.slots - before
            self.left_out += left_out
        self.revision, self.lineage = revision, lineage
        if self._matrix.slots - self.count() > MOST_EMPTY * self._matrix.slots:
            self._matrix.pack()
            self._graph = None
        self.link(self._pace.links_a_step)

    @property
    def is_linked(self) -> bool:
        """Tell whether `link` has nothing to do."""
        is_small = self.count() <= self._config.exact_limit
        if self._matrix.is_quick != is_small:
            return False
        linked = None if self._graph is None else self._graph.linked
        return linked == (None if is_small else self._matrix.slots)

    def link(self, limit: int) -> int:
        """Put at most `limit` vectors into the graph; say how many still wait.

        `apply` does some of it; a worker does the rest while nothing else waits.
        """
        is_small = self.count() <= self._config.exact_limit
        self._matrix.set_quick(wanted=is_small)
        if is_small:
            self._graph = None
            return 0
        if self._graph is None:
            self._graph = Graph.empty(self._dimensions, self._config)
        start = self._graph.linked
        end = min(start + limit, self._matrix.slots)
        if end > start:
            slots = np.arange(start, end)
            self._graph.add(self._matrix.unit_vectors(slots))
            self._graph.retire(slots[self._matrix.rows[slots] == EMPTY])
            self._unsaved += end - start
        return self._matrix.slots - end

    def search(
        self, vector: npt.NDArray[np.floating], depth: int, allowed: npt.NDArray[np.int64] | None
    ) -> list[tuple[int, float]]:
        """Give the rows nearest to `vector` with their cosine, best first, ties by row.

        `allowed`: only these rows. There are always as many hits as `depth` and the rows allow.
        """
        query = self._unit_query(vector)
        if allowed is None:
            candidates = self._matrix.live_slots()
        else:
            candidates = self._matrix.slots_of(allowed)
        near = self._near(query, candidates, depth, is_filtered=allowed is not None)
        return self._matrix.best(query, candidates if near is None else near, depth)

    def checkpoint(self) -> None:
        """Save the view, where reading it back saves much over the catalog.

        A small view is not saved, nor one that has hardly changed since it was.
        """
        if self._graph is None:
            discard(self._folder)
            return
        if self._unsaved <= max(self._pace.save_every, self._pace.save_share * self._matrix.slots):
            return
        facts = {
            **self._settings(),
            "revision": self.revision,
            "lineage": self.lineage,
            "slots": self._matrix.slots,
        }
        writers = {
            "rows": lambda path: self._matrix.rows.astype("<i8").tofile(path),
            "vectors": lambda path: self._matrix.vectors.astype("<f2").tofile(path),
            "graph": self._graph.save,
        }
        save(self._folder, facts, writers)
        self._unsaved = 0

    def close(self) -> None:
        """Let go of the memory."""
        self._graph = None
        self._matrix = VectorMatrix(
            np.empty(0, dtype=np.int64), np.empty((0, self._dimensions), dtype=np.float16)
        )

    def _near(
        self, query: Doubles, candidates: Slots, depth: int, *, is_filtered: bool
    ) -> Slots | None:
        """Give slots that hold the nearest candidates; None: look at all of them."""
        few = max(self._config.exact_limit, self._pace.exact_candidates if is_filtered else 0)
        if self._graph is None or len(candidates) <= max(few, depth):
            return None
        waiting = candidates[candidates >= self._graph.linked]
        wanted = min(depth, len(candidates) - len(waiting))
        mask = None
        if is_filtered:
            flags = np.zeros(self._matrix.slots, dtype=np.uint8)
            flags[candidates] = 1
            mask = flags.tobytes()
        found = self._graph.nearest(query, wanted, mask)
        return None if found is None else np.concatenate([found, waiting])

    def _retire(self, slots: Slots) -> None:
        self._unsaved += len(slots)
        if self._graph is not None:
            self._graph.retire(slots[slots < self._graph.linked])

    def _unit_query(self, vector: npt.NDArray[np.floating]) -> Doubles:
        if vector.shape != (self._dimensions,):
            raise EmbedderUnavailableError(
                f"the question's vector has {vector.size} dimensions, "
                f"the index has {self._dimensions}",
                hint="run `kebab ingest` to embed the documents with the model of the settings",
                details={"query": int(vector.size), "index": self._dimensions},
            )
        query = np.nan_to_num(vector.astype(np.float64), posinf=0.0, neginf=0.0)
        length = float(np.sqrt((query * query).sum()))
        unit: Doubles = query / (length or 1.0)
        return unit

    def _settings(self) -> Facts:
        return {
            "format": FORMAT,
            "identity": self._identity,
            "dimensions": self._dimensions,
            "hnsw_m": self._config.hnsw_m,
            "hnsw_ef_construction": self._config.hnsw_ef_construction,
        }

    def _restore(self, facts: Facts, paths: dict[str, Path]) -> None:
        settings = self._settings()
        if {key: facts.get(key) for key in settings} != settings:
            raise ViewDamagedError("it was built by other settings")
        slots = facts["slots"]
        rows = np.fromfile(paths["rows"], dtype="<i8").astype(np.int64)
        halves = np.fromfile(paths["vectors"], dtype="<f2").astype(np.float16)
        if len(rows) != slots or halves.size != slots * self._dimensions:
            raise ViewDamagedError("its files do not fit together")
        self._matrix = VectorMatrix(rows, halves.reshape(slots, self._dimensions))
        self._graph = Graph.load(paths["graph"], self._dimensions, self._config)
        if self._graph.linked > slots:
            raise ViewDamagedError("its graph has more nodes than there are vectors")
        self.revision, self.lineage, self._unsaved = facts["revision"], facts["lineage"], 0


class Graph:
    """An HNSW graph whose nodes are the first `linked` slots of a matrix, in that order.

    It is built by one thread from a fixed seed: the same vectors give the same graph.
    """

    def __init__(self, index: Any, config: VectorConfig) -> None:
        self._index = index
        self._index.set_num_threads(1)
        self._ef_search = config.hnsw_ef_search
        self.linked: int = index.get_current_count()

    @staticmethod
    def empty(dimensions: int, config: VectorConfig) -> Graph:
        """Start a graph without nodes."""
        index = hnswlib.Index("ip", dimensions)
        index.init_index(
            _FIRST_CAPACITY,
            M=config.hnsw_m,
            ef_construction=config.hnsw_ef_construction,
            random_seed=_SEED,
        )
        return Graph(index, config)

    @staticmethod
    def load(path: Path, dimensions: int, config: VectorConfig) -> Graph:
        """Read a graph from a file that is known to be whole."""
        index = hnswlib.Index("ip", dimensions)
        try:
            index.load_index(os.fspath(path))
        except RuntimeError as cause:
            raise ViewDamagedError(f"the graph {path.name} cannot be loaded: {cause}") from cause
        return Graph(index, config)

    def add(self, vectors: npt.NDArray[np.float32]) -> None:
        """Link the vectors of the next slots."""
        end = self.linked + len(vectors)
        if end > self._index.get_max_elements():
            self._index.resize_index(max(end, end + end // 2))
        self._index.add_items(vectors, np.arange(self.linked, end), num_threads=1)
        self.linked = end

    def retire(self, slots: Slots) -> None:
        """Find these slots no more."""
        for slot in slots.tolist():
            self._index.mark_deleted(slot)

    def nearest(self, query: Doubles, wanted: int, mask: bytes | None) -> Slots | None:
        """Give the `wanted` slots nearest to `query`, of those that are 1 in `mask`.

        None where the graph does not reach that many.
        """
        if wanted == 0:
            return np.empty(0, dtype=np.intp)
        self._index.set_ef(max(self._ef_search, EF_A_HIT * wanted))
        allows = None if mask is None else mask.__getitem__
        try:
            labels, _ = self._index.knn_query(
                query.astype(np.float32), k=wanted, num_threads=1, filter=allows
            )
        except RuntimeError:  # hnswlib found fewer than it was asked for
            return None
        return np.asarray(labels[0], dtype=np.intp)

    def save(self, path: Path) -> None:
        """Write the graph; hnswlib itself does not notice a full disk."""
        try:
            self._index.save_index(os.fspath(path))
            is_whole = path.stat().st_size == self._index.index_file_size()
        except RuntimeError as cause:
            raise StoreError(f"the graph cannot be written to {path}: {cause}") from cause
        if not is_whole:
            raise StoreError(f"the graph was not written whole to {path}", hint="free some space")


def _batches(pairs: Iterable[tuple[int, bytes]], size: int) -> Iterator[list[tuple[int, bytes]]]:
    source = iter(pairs)
    while batch := list(islice(source, size)):
        yield batch
