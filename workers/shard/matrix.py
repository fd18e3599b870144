"""The vectors of one shard in append-only slots, and the exact search over them. Opens nothing.

A slot is never written twice: a replaced or deleted vector leaves an empty slot behind, until the
view packs the matrix. So a graph may name its nodes by slot.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

Slots: TypeAlias = npt.NDArray[np.intp]
Rows: TypeAlias = npt.NDArray[np.int64]
Halves: TypeAlias = npt.NDArray[np.float16]
Doubles: TypeAlias = npt.NDArray[np.float64]

Scalar = TypeVar("Scalar", bound=np.generic)
EMPTY = -1
_BLOCK = 1024
_ROUGH_ERROR = 1e-5  # single precision gets a cosine wrong by some 1e-7
_DECIMALS = 9


class VectorMatrix:
    """Half-precision vectors as the catalog has them, each under the row of its chunk.

    `rows` and `vectors` are whole slots, empty ones included. While it is `quick`, the matrix
    also keeps the vectors in single precision, of length 1: ten times as fast, thrice the memory.
    """

    def __init__(self, rows: Rows, vectors: Halves) -> None:
        self._rows = rows
        self._vectors = vectors
        self._used = len(rows)
        self._quick: npt.NDArray[np.float32] | None = None
        self._order: tuple[Rows, Slots] | None = None

    @property
    def slots(self) -> int:
        """Count the slots, empty ones included."""
        return self._used

    @property
    def rows(self) -> Rows:
        """Return the row in each slot, EMPTY where there is none."""
        return self._rows[: self._used]

    @property
    def vectors(self) -> Halves:
        """Return the vector in each slot."""
        return self._vectors[: self._used]

    @property
    def is_quick(self) -> bool:
        """Tell whether the vectors are kept in single precision as well."""
        return self._quick is not None

    def count(self) -> int:
        """Count the vectors."""
        return len(self._by_row()[0])

    def live_slots(self) -> Slots:
        """Give the slots that hold a vector, in ascending order."""
        return np.flatnonzero(self.rows != EMPTY)

    def slots_of(self, rows: npt.ArrayLike) -> Slots:
        """Give the slots of those of `rows` that have a vector, each once, in ascending order."""
        wanted = np.asarray(rows, dtype=np.int64)
        if not (wanted[1:] > wanted[:-1]).all():
            wanted = np.unique(wanted)
        slots = self._locate(wanted)
        return np.sort(slots[slots != EMPTY])

    def put(self, rows: Rows, vectors: Halves) -> Slots:
        """Set the vectors of distinct rows; give the slots that fell empty by it.

        A row that has that very vector keeps its slot, so that a replay changes nothing.
        """
        old = self._locate(rows)
        known = old != EMPTY
        same = np.zeros(len(rows), dtype=bool)
        stored, given = self._vectors[old[known]], vectors[known]
        same[known] = np.all(stored.view(np.uint16) == given.view(np.uint16), axis=1)
        replaced: Slots = old[known & ~same]
        self._empty(replaced)
        self._append(rows[~same], vectors[~same])
        return replaced

    def remove(self, rows: Sequence[int]) -> Slots:
        """Delete rows, known or not; give the slots that fell empty by it."""
        slots = self.slots_of(rows)
        self._empty(slots)
        return slots

    def pack(self) -> None:
        """Drop the empty slots, and put the others in the order of their rows."""
        rows, slots = self._by_row()
        quick = self._quick is not None
        self._rows, self._vectors = rows.copy(), self._vectors[slots]
        self._used, self._quick, self._order = len(rows), None, None
        self.set_quick(wanted=quick)

    def set_quick(self, *, wanted: bool) -> None:
        """Keep the vectors in single precision as well, or no longer."""
        if not wanted:
            self._quick = None
        elif self._quick is None:
            self._quick = np.empty(self._vectors.shape, dtype=np.float32)
            for start in range(0, self._used, _BLOCK):
                part = slice(start, min(start + _BLOCK, self._used))
                self._quick[part] = self.unit_vectors(part)

    def unit_vectors(self, slots: Slots | slice) -> npt.NDArray[np.float32]:
        """Give vectors in single precision, of length 1 (or 0 where the vector is all zeros)."""
        single = self._vectors[slots].astype(np.float32)
        return single / _lengths(single)[:, None]

    def best(self, vector: Doubles, slots: Slots, depth: int) -> list[tuple[int, float]]:
        """Rank `slots` by their cosine with `vector`, which has length 1; ties by row.

        Whatever is near the last place is scored again, in double precision and one row at a
        time: a product of whole matrices sums in an order that depends on their sizes, and equal
        vectors would get unequal scores.
        """
        depth = min(depth, len(slots))
        if depth <= 0:
            return []
        if depth < len(slots):
            rough = self._rough_scores(vector.astype(np.float32), slots)
            limit = np.partition(rough, len(rough) - depth)[len(rough) - depth]
            slots = slots[rough >= limit - _ROUGH_ERROR]
        scores = self._exact_scores(vector, slots)
        rows = self._rows[slots]
        order = np.lexsort((rows, -scores))[:depth]
        return list(zip(rows[order].tolist(), scores[order].tolist(), strict=True))

    def _rough_scores(
        self, vector: npt.NDArray[np.float32], slots: Slots
    ) -> npt.NDArray[np.float32]:
        if self._quick is not None:
            scores: npt.NDArray[np.float32] = (self._quick[: self._used] @ vector)[slots]
            return scores
        parts = [slots[start : start + _BLOCK] for start in range(0, len(slots), _BLOCK)]
        return np.concatenate([self.unit_vectors(part) @ vector for part in parts])

    def _exact_scores(self, vector: Doubles, slots: Slots) -> Doubles:
        scores = np.empty(len(slots), dtype=np.float64)
        for start in range(0, len(slots), _BLOCK):
            wide = self._vectors[slots[start : start + _BLOCK]].astype(np.float64)
            scores[start : start + _BLOCK] = (wide * vector).sum(axis=1) / _lengths(wide)
        rounded: Doubles = np.round(scores, _DECIMALS) + 0.0  # no -0.0
        return rounded

    def _by_row(self) -> tuple[Rows, Slots]:
        """Give the rows in ascending order, and their slots."""
        if self._order is None:
            live = self.live_slots()
            order = np.argsort(self._rows[live], kind="stable")
            self._order = self._rows[live][order], live[order]
        return self._order

    def _locate(self, rows: Rows) -> Slots:
        """Give the slot of each row, EMPTY for one that has no vector."""
        known, slots = self._by_row()
        if not len(known):
            return np.full(len(rows), EMPTY, dtype=np.intp)
        at = np.minimum(np.searchsorted(known, rows), len(known) - 1)
        return np.where(known[at] == rows, slots[at], EMPTY)

    def _empty(self, slots: Slots) -> None:
        self._rows[slots] = EMPTY
        self._order = None

    def _append(self, rows: Rows, vectors: Halves) -> None:
        end = self._used + len(rows)
        if end > len(self._rows):
            self._grow(max(end, len(self._rows) + len(self._rows) // 2))
        added = slice(self._used, end)
        self._rows[added], self._vectors[added] = rows, vectors
        self._used, self._order = end, None
        if self._quick is not None:
            self._quick[added] = self.unit_vectors(added)

    def _grow(self, capacity: int) -> None:
        self._rows = _enlarged(self._rows, capacity)
        self._vectors = _enlarged(self._vectors, capacity)
        if self._quick is not None:
            self._quick = _enlarged(self._quick, capacity)


def read_vectors(pairs: Iterable[tuple[int, bytes]], dimensions: int) -> tuple[Rows, Halves, int]:
    """Turn stored vectors into arrays; the last of a row counts.

    The number is that of the rows left out: their bytes are of the wrong length, or hold a value
    that is no number.
    """
    latest = dict(pairs)
    whole = {row: stored for row, stored in latest.items() if len(stored) == 2 * dimensions}
    rows = np.fromiter(whole, dtype=np.int64, count=len(whole))
    vectors = np.frombuffer(b"".join(whole.values()), dtype="<f2").astype(np.float16)
    vectors = vectors.reshape(len(whole), dimensions)
    sound = np.isfinite(vectors).all(axis=1)
    return rows[sound], vectors[sound], len(latest) - int(sound.sum())


def _lengths(vectors: npt.NDArray[np.floating]) -> npt.NDArray[np.floating]:
    """Give each row's length, 1 for a row of zeros."""
    lengths: npt.NDArray[np.floating] = np.sqrt((vectors * vectors).sum(axis=1))
    lengths[lengths == 0] = 1
    return lengths


def _enlarged(array: npt.NDArray[Scalar], capacity: int) -> npt.NDArray[Scalar]:
    larger = np.empty((capacity, *array.shape[1:]), dtype=array.dtype)
    larger[: len(array)] = array
    return larger
