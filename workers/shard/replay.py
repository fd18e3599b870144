"""Bring a view up to the catalog: replay the log from the revision the view has.

Replay is idempotent: an added row replaces itself, a deleted one stays deleted. A view that died
in the middle, that another process moved on, or that was thrown away ends up the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from kebab.catalog.records import OF_MEANING, OF_WORDS, IndexedChunk, Operation
from kebab.catalog.shard_reader import ShardReader

LOG_LINES_A_STEP = 4000
Check = Callable[[], None]


class View(Protocol):
    """What is derived from the log, up to a revision of one history."""

    @property
    def revision(self) -> int:
        """The revision up to which the view is complete."""

    @property
    def lineage(self) -> int:
        """The history in which it reached that revision."""

    def rows(self) -> set[int]:
        """Give the rows that it holds."""


class Lexical(View, Protocol):
    """The part of the lexical view that replay needs."""

    def apply(
        self,
        added: Iterable[IndexedChunk],
        deleted: Sequence[int],
        revision: int,
        *,
        lineage: int,
    ) -> None:
        """Add and delete rows in one commit."""


class Vectors(View, Protocol):
    """The part of the vector view that replay needs."""

    def apply(
        self,
        added: Iterable[tuple[int, bytes]],
        deleted: Sequence[int],
        revision: int,
        *,
        lineage: int,
    ) -> None:
        """Add and delete rows."""


def is_foreign(view: View, reader: ShardReader, shard: int) -> bool:
    """Tell whether a view is of another catalog, or of a state that this one has gone back on."""
    return not reader.has_reached(shard, view.revision, view.lineage)


def lag(view: View, reader: ShardReader, shard: int, operations: Sequence[Operation]) -> int:
    """Return by how much a view is behind the catalog; a foreign one is behind by all of it."""
    newest = reader.revision(shard, operations)
    if is_foreign(view, reader, shard):
        return max(1, newest)
    return max(0, newest - view.revision)


def is_behind_the_log(revision: int, reader: ShardReader) -> bool:
    """Tell whether the log no longer reaches back to a view, so that it has to start afresh."""
    return 0 < revision < reader.log_floor()


def step_lexical(view: Lexical, reader: ShardReader, shard: int) -> bool:
    """Apply the next part of the log; tell whether the view is now complete."""
    if view.revision == 0 and (reader.log_floor() > 0 or view.rows()):
        _build_lexical(view, reader, shard)
        return True
    changes = reader.changes(shard, OF_WORDS, view.revision, LOG_LINES_A_STEP)
    if changes.revision > view.revision:
        lineage = reader.lineage(shard, changes.revision)
        chunks = reader.indexed_chunks(changes.added)
        view.apply(chunks, changes.deleted, changes.revision, lineage=lineage)
    return changes.complete


def _build_lexical(view: Lexical, reader: ShardReader, shard: int) -> None:
    """Fill a view from the chunks themselves, a page a commit; the last one counts.

    What a build that was broken off left in it and the catalog no longer has goes with that one.
    """
    unknown = view.rows()
    with reader.snapshot():
        head, after = reader.revision(shard, OF_WORDS), 0
        while rows := reader.rows(shard, after, LOG_LINES_A_STEP):
            view.apply(reader.indexed_chunks(rows), (), 0, lineage=0)
            unknown.difference_update(rows)
            after = rows[-1]
        view.apply((), sorted(unknown), head, lineage=reader.lineage(shard, head))


def step_vectors(view: Vectors, reader: ShardReader, shard: int, model: str) -> bool:
    """Apply the next part of the log; tell whether the view is now complete."""
    if view.revision == 0:
        with reader.snapshot():
            head = reader.revision(shard, OF_MEANING)
            lineage = reader.lineage(shard, head)
            view.apply(reader.shard_vectors(shard, model), (), head, lineage=lineage)
        return True
    changes = reader.changes(shard, OF_MEANING, view.revision, LOG_LINES_A_STEP)
    if changes.revision > view.revision:
        lineage = reader.lineage(shard, changes.revision)
        vectors = reader.vectors(changes.vectors, model)
        view.apply(vectors, changes.deleted, changes.revision, lineage=lineage)
    return changes.complete
