"""Bring a view up to the catalog: replay the log from the revision the view has.

Replay is idempotent: an added row replaces itself, a deleted one stays deleted. A view that died
in the middle, that another process moved on, or that was thrown away ends up the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from kebab.catalog.records import OF_MEANING, OF_WORDS, IndexedChunk
from kebab.catalog.shard_reader import ShardReader

LOG_LINES_A_STEP = 4000
Check = Callable[[], None]


class Lexical(Protocol):
    """The part of the lexical view that replay needs."""

    @property
    def revision(self) -> int:
        """The revision up to which the view is complete."""

    def apply(self, added: Iterable[IndexedChunk], deleted: Sequence[int], revision: int) -> None:
        """Add and delete rows in one commit."""


class Vectors(Protocol):
    """The part of the vector view that replay needs."""

    @property
    def revision(self) -> int:
        """The revision up to which the view is complete."""

    def apply(
        self, added: Iterable[tuple[int, bytes]], deleted: Sequence[int], revision: int
    ) -> None:
        """Add and delete rows."""


def is_behind_the_log(revision: int, reader: ShardReader) -> bool:
    """Tell whether the log no longer reaches back to a view, so that it has to start afresh."""
    return 0 < revision < reader.log_floor()


def step_lexical(view: Lexical, reader: ShardReader, shard: int) -> bool:
    """Apply the next part of the log; tell whether the view is now complete."""
    if view.revision == 0 and reader.log_floor() > 0:
        _build_lexical(view, reader, shard)
        return True
    changes = reader.changes(shard, OF_WORDS, view.revision, LOG_LINES_A_STEP)
    if changes.revision > view.revision:
        chunks = reader.indexed_chunks(changes.added)
        view.apply(chunks, changes.deleted, changes.revision)
    return changes.complete


def _build_lexical(view: Lexical, reader: ShardReader, shard: int) -> None:
    """Fill an empty view from the chunks themselves, a page a commit; the last one counts."""
    with reader.snapshot():
        head, after = reader.revision(shard, OF_WORDS), 0
        while rows := reader.rows(shard, after, LOG_LINES_A_STEP):
            view.apply(reader.indexed_chunks(rows), (), 0)
            after = rows[-1]
        view.apply((), (), head)


def step_vectors(view: Vectors, reader: ShardReader, shard: int, model: str) -> bool:
    """Apply the next part of the log; tell whether the view is now complete."""
    if view.revision == 0:
        with reader.snapshot():
            head = reader.revision(shard, OF_MEANING)
            view.apply(reader.shard_vectors(shard, model), (), head)
        return True
    changes = reader.changes(shard, OF_MEANING, view.revision, LOG_LINES_A_STEP)
    if changes.revision > view.revision:
        view.apply(reader.vectors(changes.vectors, model), changes.deleted, changes.revision)
    return changes.complete
