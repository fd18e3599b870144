"""What the front writes into the catalog. Every change of a chunk also adds a line to the log."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from kebab.catalog.connection import (
    Connection,
    empty_wal,
    transaction,
    translated,
)
from kebab.catalog.derivations import get_derivation, prune_derivations, put_derivation
from kebab.catalog.document_row import PUT_DOCUMENT, columns_of
from kebab.catalog.failures import drop_failure_of, drop_failures, put_failures
from kebab.catalog.given import put_given
from kebab.catalog.ids import chunk_ids, document_id, shard_of
from kebab.catalog.lineage import PREFIX, key_of, random_name
from kebab.catalog.migrate import open_writer
from kebab.catalog.records import Failure, NewChunk, NewDocument, Operation

_MISSING = """
SELECT c.id, c.document_id, c.passage_key, c.heading_path, c.text, c.token_count, d.title
  FROM chunks c JOIN documents d ON d.id = c.document_id
 WHERE c.id > ?2 AND NOT EXISTS (
       SELECT 1 FROM vectors v JOIN embeddings e ON e.id = v.embedding_id
        WHERE v.chunk_row = c.id AND e.model = ?1)
 ORDER BY c.id LIMIT ?3
"""
_ATTACH = """
SELECT c.id, c.shard, e.id FROM chunks c
  JOIN embeddings e ON e.model = ?1 AND e.key = c.passage_key
  LEFT JOIN vectors v ON v.chunk_row = c.id
 WHERE c.id > ?2 AND c.id <= coalesce(?3, c.id)
   AND (v.embedding_id IS NULL OR v.embedding_id <> e.id)
 ORDER BY c.id
"""
# A shard's log keeps this many lines; a view that is further behind is built afresh.
LOG_LINES_KEPT = 400_000
_CHECKPOINT_PATIENCE_MS = 500


@dataclass(frozen=True, slots=True)
class PutResult:
    """What storing a document did."""

    document_id: str
    created: bool
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MissingVector:
    """A chunk without a vector, with what its passage is made of."""

    row: int
    document_id: str
    passage_key: bytes
    title: str
    heading_path: tuple[str, ...]
    text: str
    token_count: int


class CatalogWriter:
    """The connection that writes. Used by one thread of the process that holds the lease.

    Every method is a transaction of its own; `with writer.batch():` makes one of several.
    """

    def __init__(
        self, path: Path, shard_count: int = 4, *, new_name: Callable[[], int] = random_name
    ) -> None:
        self.path = path
        self._new_name = new_name
        self._has_lineage = False
        self._db: Connection = open_writer(path)
        self._depth = 0
        try:
            with self.batch():
                self._db.execute(
                    "INSERT OR IGNORE INTO state (key, value) VALUES ('shard_count', ?)",
                    (str(shard_count),),
                )
                query = "SELECT value FROM state WHERE key = 'shard_count'"
                self.shard_count = int(self._db.execute(query).fetchone()[0])
        except BaseException:
            self._db.close()
            raise

    def close(self) -> None:
        """Close the connection, with everything in the one file that people copy."""
        empty_wal(self._db, _CHECKPOINT_PATIENCE_MS)
        self._db.close()

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Make one transaction of everything inside."""
        if self._depth:
            yield
            return
        try:
            with transaction(self._db, self.path):
                self._depth += 1
                try:
                    yield
                finally:
                    self._depth -= 1
        except BaseException:
            self._has_lineage = False  # it may have gone with the transaction
            raise

    # --- documents

    def put_document(
        self,
        document: NewDocument,
        chunks: Sequence[NewChunk],
        passage_keys: Sequence[bytes],
        now_ms: int,
    ) -> PutResult:
        """Store a document with its chunks, in place of what stood at that source and path."""
        key = document_id(document.source_id, document.path)
        shard = shard_of(key, self.shard_count)
        with self.batch():
            created = not self._delete_chunks(key)
            self._db.execute(PUT_DOCUMENT, columns_of(document, key, shard, now_ms))
            put_given(self._db, key, document.given)
            drop_failure_of(self._db, key)
            self._db.execute("DELETE FROM tags WHERE document_id = ?", (key,))
            self._db.executemany(
                "INSERT OR IGNORE INTO tags VALUES (?, ?)", [(key, tag) for tag in document.tags]
            )
            rows = [
                self._add_chunk(key, shard, ordinal, chunk_id, chunk, passage_key)
                for ordinal, (chunk_id, chunk, passage_key) in enumerate(
                    zip(chunk_ids(key, chunks), chunks, passage_keys, strict=True)
                )
            ]
            self._log(shard, Operation.ADDED, rows)
        return PutResult(key, created, tuple(rows))

    def _add_chunk(
        self, key: str, shard: int, ordinal: int, chunk_id: str, chunk: NewChunk, passage_key: bytes
    ) -> int:
        cursor = self._db.execute(
            "INSERT INTO chunks (chunk_id, document_id, ordinal, shard, heading_path, text,"
            " line_start, line_end, token_count, place, passage_key)"
            " VALUES (?,?,?,?,?,?,?,?,?,?,?)",
            (
                chunk_id,
                key,
                ordinal,
                shard,
                json.dumps(chunk.heading_path, ensure_ascii=False),
                chunk.text,
                chunk.line_start,
                chunk.line_end,
                chunk.token_count,
                json.dumps(chunk.place.to_fields(), ensure_ascii=False),
                passage_key,
            ),
        )
        return int(cursor.lastrowid or 0)

    def _delete_chunks(self, key: str) -> bool:
        """Remove a document's chunks; tell whether there was such a document."""
        known = self._db.execute("SELECT shard FROM documents WHERE id = ?", (key,)).fetchone()
        if known is None:
            return False
        found = self._db.execute("SELECT id FROM chunks WHERE document_id = ?", (key,))
        rows = [row for (row,) in found]
        self._db.execute("DELETE FROM chunks WHERE document_id = ?", (key,))
        self._log(known[0], Operation.DELETED, rows)
        return True

    def _log(self, shard: int, operation: Operation, rows: Sequence[int]) -> None:
        if rows and not self._has_lineage:
            self._begin_lineage()
        self._db.executemany(
            "INSERT INTO log (shard, operation, chunk_row) VALUES (?, ?, ?)",
            [(shard, int(operation), row) for row in rows],
        )

    def _begin_lineage(self) -> None:
        """Tell the log lines from here on from those of any other writer; see `lineage`."""
        newest = "SELECT seq FROM sqlite_sequence WHERE name = 'log'"
        found = self._db.execute(newest).fetchone()
        self.set_state(key_of((found[0] if found else 0) + 1), str(self._new_name()))
        self._has_lineage = True

    def touch_document(
        self, key: str, size_bytes: int, mtime_ns: int, disk_path: str | None = None
    ) -> None:
        """Note that a file was rewritten with the same content, or moved with its root."""
        with self.batch():
            self._db.execute(
                "UPDATE documents SET size_bytes = ?, mtime_ns = ?,"
                " disk_path = coalesce(?, disk_path) WHERE id = ?",
                (size_bytes, mtime_ns, disk_path, key),
            )

    def delete_document(self, key: str) -> int:
        """Remove a document; return how many chunks went with it."""
        with self.batch():
            query = "SELECT count(*) FROM chunks WHERE document_id = ?"
            (chunks,) = self._db.execute(query, (key,)).fetchone()
            self._delete_chunks(key)
            drop_failure_of(self._db, key)
            self._db.execute("DELETE FROM documents WHERE id = ?", (key,))
        return int(chunks)

    def change_failures(
        self, put: Sequence[Failure] = (), dropped: Sequence[tuple[str, str]] = ()
    ) -> None:
        """Note files that could not be read, and forget those at other (source, path)s."""
        with self.batch():
            drop_failures(self._db, dropped)
            put_failures(self._db, put)

    # --- vectors

    def missing_vectors(self, model: str, after_row: int, limit: int) -> list[MissingVector]:
        """List chunks after a row that have no vector of this model, in row order."""
        with translated(self.path):
            found = self._db.execute(_MISSING, (model, after_row, limit)).fetchall()
        return [
            MissingVector(
                row=row["id"],
                document_id=row["document_id"],
                passage_key=row["passage_key"],
                title=row["title"],
                heading_path=tuple(json.loads(row["heading_path"])),
                text=row["text"],
                token_count=row["token_count"],
            )
            for row in found
        ]

    def count_missing_vectors(self, model: str) -> int:
        """Count the chunks that have no vector of this model."""
        with translated(self.path):
            (chunks,) = self._db.execute("SELECT count(*) FROM chunks").fetchone()
            (vectors,) = self._db.execute(
                "SELECT count(*) FROM vectors v JOIN embeddings e ON e.id = v.embedding_id"
                " WHERE e.model = ?",
                (model,),
            ).fetchone()
        return int(chunks) - int(vectors)

    def attach_cached_vectors(
        self, model: str, after_row: int = 0, up_to_row: int | None = None
    ) -> int:
        """Give chunks of a range the vectors that equal passages already have; count them."""
        with self.batch():
            found = self._db.execute(_ATTACH, (model, after_row, up_to_row)).fetchall()
            for row, shard, embedding in found:
                self._put_vector(row, shard, embedding)
        return len(found)

    def put_vectors(
        self, model: str, vectors: Sequence[tuple[int, bytes, bytes]], now_ms: int
    ) -> int:
        """Store (chunk row, passage key, float16 vector); a chunk that is gone is left out."""
        stored = 0
        with self.batch():
            for row, key, vector in vectors:
                (embedding,) = self._db.execute(
                    "INSERT INTO embeddings (model, key, vector, used_at_ms) VALUES (?,?,?,?)"
                    " ON CONFLICT (model, key) DO UPDATE SET vector = excluded.vector,"
                    " used_at_ms = excluded.used_at_ms RETURNING id",
                    (model, key, vector, now_ms),
                ).fetchone()
                query = "SELECT shard FROM chunks WHERE id = ?"
                shard = self._db.execute(query, (row,)).fetchone()
                if shard is not None:
                    self._put_vector(row, shard[0], embedding)
                    stored += 1
        return stored

    def _put_vector(self, row: int, shard: int, embedding: int) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO vectors (chunk_row, shard, embedding_id) VALUES (?, ?, ?)",
            (row, shard, embedding),
        )
        self._log(shard, Operation.VECTOR, [row])

    def prune_embeddings(self, unused_since_ms: int) -> int:
        """Drop cached vectors that no chunk has and that were not used since then."""
        with self.batch():
            cursor = self._db.execute(
                "DELETE FROM embeddings WHERE used_at_ms < ?"
                " AND NOT EXISTS (SELECT 1 FROM vectors v WHERE v.embedding_id = embeddings.id)",
                (unused_since_ms,),
            )
        return cursor.rowcount

    # --- derivations

    def get_derivation(self, kind: str, key: bytes, now_ms: int) -> bytes | None:
        """Return what was derived once from a content."""
        return get_derivation(self._db, self.path, kind, key, now_ms)

    def put_derivation(self, kind: str, key: bytes, value: bytes, now_ms: int) -> None:
        """Keep what was derived from a content."""
        with self.batch():
            put_derivation(self._db, self.path, kind, key, value, now_ms)

    def prune_derivations(self, unused_since_ms: int) -> int:
        """Drop what was derived and not used since then."""
        with self.batch():
            return prune_derivations(self._db, self.path, unused_since_ms)

    def drop_vectors(self) -> int:
        """Forget every vector and the cache; the next run embeds anew."""
        with self.batch():
            cursor = self._db.execute("DELETE FROM vectors")
            self._db.execute("DELETE FROM embeddings")
            self._start_log_afresh()
        return cursor.rowcount

    # --- state and upkeep

    def set_state(self, key: str, value: str) -> None:
        """Store one value of the key-value state."""
        with self.batch():
            self._db.execute(
                "INSERT OR REPLACE INTO state (key, value) VALUES (?, ?)", (key, value)
            )

    def change_shard_count(self, shard_count: int) -> None:
        """Move every document to the shard it has among `shard_count`; views start afresh."""
        with self.batch():
            found = self._db.execute("SELECT id FROM documents").fetchall()
            moved = [(shard_of(key, shard_count), key) for (key,) in found]
            self._db.executemany("UPDATE documents SET shard = ? WHERE id = ?", moved)
            self._db.execute(
                "UPDATE chunks SET shard ="
                " (SELECT d.shard FROM documents d WHERE d.id = chunks.document_id)"
            )
            self._db.execute(
                "UPDATE vectors SET shard ="
                " (SELECT c.shard FROM chunks c WHERE c.id = vectors.chunk_row)"
            )
            self._db.execute(
                "UPDATE state SET value = ? WHERE key = 'shard_count'", (str(shard_count),)
            )
            self.shard_count = shard_count
            self._start_log_afresh()

    def _start_log_afresh(self) -> None:
        """Cut the log: every view starts afresh from the chunks themselves.

        One line a shard is left, above everything a view has seen, so that the views of shards
        without chunks notice it too. Row 0 is no chunk's.
        """
        self._db.execute("DELETE FROM log")
        for shard in range(self.shard_count):
            self._log(shard, Operation.DELETED, [0])
        query = "SELECT min(revision) FROM log"
        (floor,) = self._db.execute(query).fetchone()
        self._set_log_floor(floor)

    def _set_log_floor(self, floor: int) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO state (key, value) VALUES ('log_floor', ?)", (str(floor),)
        )

    def trim_log(self, keep: int = LOG_LINES_KEPT) -> int:
        """Cut old lines of the log where it has grown long; return how many went."""
        with self.batch():
            bounds = self._db.execute("SELECT min(revision), max(revision) FROM log").fetchone()
            if bounds[0] is None or bounds[1] - bounds[0] < 2 * keep:
                return 0
            floor = bounds[1] - keep
            cursor = self._db.execute(
                "DELETE FROM log WHERE revision < ?1 AND revision NOT IN"
                " (SELECT max(revision) FROM log GROUP BY shard, operation)",
                (floor,),
            )
            self._set_log_floor(floor)
            # A view may stand at the oldest line that was left.
            oldest = self._db.execute("SELECT min(revision) FROM log").fetchone()[0]
            self._db.execute(
                "DELETE FROM state WHERE key >= ?1 AND key <"
                " (SELECT max(key) FROM state WHERE key BETWEEN ?1 AND ?2)",
                (PREFIX, key_of(oldest)),
            )
        return cursor.rowcount
