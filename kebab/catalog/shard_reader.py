"""What a worker reads of the catalog: the log of its shards, and the chunks and vectors in it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from kebab.catalog.connection import (
    MAX_VARIABLES,
    Row,
    snapshot,
    translated,
)
from kebab.catalog.lineage import LOOK_UP, key_of, of_shard
from kebab.catalog.migrate import open_reader
from kebab.catalog.records import IndexedChunk, Operation, ShardChanges

_CHUNKS = """
SELECT c.id, c.document_id, c.text, c.heading_path, d.title, d.path, d.media, d.lang,
       d.trust_level, d.source_id, d.source_type, d.updated_at_ms, d.code_lang, d.repo,
       (SELECT group_concat(tag, char(0)) FROM tags t WHERE t.document_id = d.id) AS tags
  FROM chunks c JOIN documents d ON d.id = c.document_id
 WHERE c.id IN ({marks}) ORDER BY c.id
"""
_VECTORS = """
SELECT v.chunk_row, e.vector
  FROM vectors v JOIN embeddings e ON e.id = v.embedding_id
 WHERE v.chunk_row IN ({marks}) AND e.model = ? ORDER BY v.chunk_row
"""


class ShardReader:
    """A connection that never writes. Used by one thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._db = open_reader(path)

    def close(self) -> None:
        """Close the connection."""
        self._db.close()

    def snapshot(self) -> AbstractContextManager[None]:
        """See one state of the catalog throughout."""
        return snapshot(self._db, self._path)

    def revision(self, shard: int, operations: Sequence[Operation]) -> int:
        """Return the newest revision of a shard with one of these operations, 0 for none."""
        # One by one: with all of them in one query SQLite reads the whole log of the shard.
        newest = "(SELECT max(revision) FROM log WHERE shard = ?1 AND operation = ?)"
        query = f"SELECT {', '.join([newest] * len(operations))}"
        with translated(self._path):
            found = self._db.execute(query, (shard, *map(int, operations))).fetchone()
        return max((int(newest) for newest in found if newest is not None), default=0)

    def lineage(self, shard: int, revision: int) -> int:
        """Name the history in which a shard reached a revision; 0 where the catalog has none."""
        return self._history(shard, revision)[1]

    def has_reached(self, shard: int, revision: int, lineage: int) -> bool:
        """Tell whether a shard was at that revision in this history, and not in another one."""
        newest, known = self._history(shard, revision)
        return revision == 0 or (revision <= newest and lineage == known)

    def _history(self, shard: int, revision: int) -> tuple[int, int]:
        with translated(self._path):
            newest, name = self._db.execute(LOOK_UP, (key_of(revision),)).fetchone()
        return int(newest or 0), 0 if name is None else of_shard(int(name), shard)

    def log_floor(self) -> int:
        """Return the revision below which the log was cut; an older view starts afresh."""
        with translated(self._path):
            query = "SELECT value FROM state WHERE key = 'log_floor'"
            row = self._db.execute(query).fetchone()
        return int(row[0]) if row else 0

    def changes(
        self, shard: int, operations: Sequence[Operation], after: int, limit: int
    ) -> ShardChanges:
        """Read at most `limit` lines of a shard's log and fold them to their net effect."""
        marks = ",".join("?" * len(operations))
        with translated(self._path):
            lines = self._db.execute(
                "SELECT revision, operation, chunk_row FROM log"
                f" WHERE shard = ? AND operation IN ({marks}) AND revision > ?"
                " ORDER BY revision LIMIT ?",
                (shard, *map(int, operations), after, limit),
            ).fetchall()
        return fold(lines, after=after, complete=len(lines) < limit)

    def rows(self, shard: int, after: int, limit: int) -> list[int]:
        """List the chunk rows of a shard in order, `limit` at a time."""
        with translated(self._path):
            found = self._db.execute(
                "SELECT id FROM chunks WHERE shard = ? AND id > ? ORDER BY id LIMIT ?",
                (shard, after, limit),
            )
            return [row for (row,) in found]

    def indexed_chunks(self, rows: Sequence[int]) -> Iterator[IndexedChunk]:
        """Read chunks by row, in row order; a row that no longer exists is left out."""
        with translated(self._path):
            for part in _parts(rows):
                sql = _CHUNKS.format(marks=",".join("?" * len(part)))
                for found in self._db.execute(sql, part):
                    yield _indexed_chunk(found)

    def vectors(self, rows: Sequence[int], model: str) -> Iterator[tuple[int, bytes]]:
        """Read vectors (float16) of one model by row, in row order."""
        with translated(self._path):
            for part in _parts(rows):
                sql = _VECTORS.format(marks=",".join("?" * len(part)))
                found = self._db.execute(sql, (*part, model))
                yield from ((row, vector) for row, vector in found)

    def shard_vectors(self, shard: int, model: str) -> Iterator[tuple[int, bytes]]:
        """Read every vector of a shard that one model made, in row order."""
        with translated(self._path):
            found = self._db.execute(
                "SELECT v.chunk_row, e.vector FROM vectors v"
                " JOIN embeddings e ON e.id = v.embedding_id"
                " WHERE v.shard = ? AND e.model = ? ORDER BY v.chunk_row",
                (shard, model),
            )
            yield from ((row, vector) for row, vector in found)


def fold(
    lines: Sequence[Row | tuple[int, int, int]], *, after: int, complete: bool
) -> ShardChanges:
    """Reduce log lines to what they amount to: a row that was added and deleted is only deleted."""
    added: dict[int, None] = {}
    deleted: dict[int, None] = {}
    vectors: dict[int, None] = {}
    revision = after
    for line_revision, operation, row in lines:
        revision = line_revision
        match operation:
            case Operation.ADDED:
                added[row] = None
            case Operation.VECTOR:
                vectors[row] = None
            case Operation.DELETED:
                deleted[row] = None
                added.pop(row, None)
                vectors.pop(row, None)
    return ShardChanges(revision, tuple(added), tuple(deleted), tuple(vectors), complete)


def _parts(rows: Sequence[int]) -> Iterator[list[int]]:
    ordered = sorted(rows)
    for start in range(0, len(ordered), MAX_VARIABLES):
        yield ordered[start : start + MAX_VARIABLES]


def _indexed_chunk(found: Row) -> IndexedChunk:
    return IndexedChunk(
        row=found["id"],
        document_id=found["document_id"],
        text=found["text"],
        heading_path=tuple(json.loads(found["heading_path"])),
        title=found["title"],
        path=found["path"],
        media=found["media"],
        lang=found["lang"],
        tags=tuple(sorted(found["tags"].split("\0"))) if found["tags"] else (),
        trust_level=found["trust_level"],
        source_id=found["source_id"],
        source_type=found["source_type"],
        updated_at_ms=found["updated_at_ms"],
        code_lang=found["code_lang"],
        repo=found["repo"],
    )
