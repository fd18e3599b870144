"""What the front reads of the catalog: documents, chunks, counts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

from kebab.catalog.connection import MAX_VARIABLES, Row, quick_check, translated
from kebab.catalog.failures import list_failures
from kebab.catalog.given import get_given
from kebab.catalog.migrate import check_version, open_reader
from kebab.catalog.records import Chunk, Document, Failure, Given
from kebab.wire.place import LINES, Place

_DOCUMENT = """
SELECT d.id, d.source_id, d.path, d.disk_path, d.source_uri, d.media, d.title, d.lang,
       d.trust_level, d.source_type, d.size_bytes, d.mtime_ns, d.content_hash, d.fingerprint,
       d.parser_version, d.chunker_version, d.encoding, d.metadata, d.warnings, d.version,
       d.shard, d.created_at_ms, d.updated_at_ms,
       (SELECT group_concat(tag, char(0)) FROM tags t WHERE t.document_id = d.id) AS tags,
       (SELECT count(*) FROM chunks c WHERE c.document_id = d.id) AS chunk_count,
       d.body IS NOT NULL AS has_body, d.code_lang, d.repo, d.branch, d.commit_id
  FROM documents d
"""
_OF_LINES = "{}"
_DOCUMENT_FIELDS = [field.name for field in fields(Document)]
_METADATA, _WARNINGS, _TAGS, _HAS_BODY = map(
    _DOCUMENT_FIELDS.index, ("metadata", "warnings", "tags", "has_body")
)
_CHUNK_FIELDS = [field.name for field in fields(Chunk)]
_HEADING_PATH, _PLACE = map(_CHUNK_FIELDS.index, ("heading_path", "place"))
_CHUNK = """
SELECT id, chunk_id, document_id, ordinal, shard, heading_path, text, line_start, line_end,
       token_count, place FROM chunks
"""


@dataclass(frozen=True, slots=True)
class StoredState:
    """What a run has to know of a document to tell whether its file changed."""

    id: str
    source_id: str
    path: str
    size_bytes: int
    mtime_ns: int
    content_hash: str
    fingerprint: str
    disk_path: str | None


@dataclass(frozen=True, slots=True)
class CacheHolding:
    """How much of one kind is kept in the cache. No chunk has the `unused` of the vectors."""

    kind: str
    entries: int
    size_bytes: int
    used_at_ms: int
    unused: int | None


@dataclass(frozen=True, slots=True)
class ShardCount:
    """How much the catalog holds for one shard."""

    shard: int
    chunks: int
    vectors: int
    revision: int


class CatalogReader:
    """A connection that never writes. Used by one thread; every call sees the newest commit."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._db = open_reader(path)
        self._coverage: tuple[int, str, float] | None = None

    def check_version(self) -> None:
        """Raise where another kebab has changed the schema meanwhile to one not known here."""
        check_version(self._db, self.path)

    def close(self) -> None:
        """Close the connection."""
        self._db.close()

    def _all(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        with translated(self.path):
            return self._db.execute(sql, values).fetchall()

    def _number(self, sql: str, values: Sequence[object] = ()) -> int:
        return int(self._all(sql, values)[0][0] or 0)

    # --- state

    def state(self, key: str) -> str | None:
        """Return one value of the key-value state."""
        found = self._all("SELECT value FROM state WHERE key = ?", (key,))
        return str(found[0][0]) if found else None

    @property
    def shard_count(self) -> int:
        """Return the number of shards this knowledge base was made with."""
        return int(self.state("shard_count") or 1)

    def revision(self) -> int:
        """Return the newest revision of the corpus; it grows with every change of a chunk."""
        # `max` gives a row where there is none: nothing was ever logged.
        return self._number("SELECT max(seq) FROM sqlite_sequence WHERE name = 'log'")

    def damage(self, seconds: float) -> list[str] | None:
        """Name what SQLite's own check finds; None where it did not end in time."""
        return quick_check(self._db, self.path, most=20, seconds=seconds)

    # --- documents

    def get_document(self, document_id: str) -> Document | None:
        """Return one document by id."""
        found = self._all(f"{_DOCUMENT} WHERE d.id = ?", (document_id,))
        return _document(found[0]) if found else None

    def find_documents(self, path: str, source_id: str | None = None) -> list[Document]:
        """Return the documents at a path, in every source or in one."""
        if source_id is None:
            sql, values = f"{_DOCUMENT} WHERE d.path = ? ORDER BY d.source_id", (path,)
            return [_document(row) for row in self._all(sql, values)]
        sql = f"{_DOCUMENT} WHERE d.path = ? AND d.source_id = ?"
        return [_document(row) for row in self._all(sql, (path, source_id))]

    def documents_by_ids(self, ids: Iterable[str]) -> dict[str, Document]:
        """Return documents by id; an unknown id is left out."""
        found: dict[str, Document] = {}
        for part in _parts(sorted(set(ids))):
            sql = f"{_DOCUMENT} WHERE d.id IN ({','.join('?' * len(part))})"
            found |= {row[0]: _document(row) for row in self._all(sql, part)}
        return found

    def documents(self, after: tuple[str, str] = ("", ""), limit: int = -1) -> list[Document]:
        """List documents by (path, source_id), the ones after `after`; -1 lists all."""
        sql = (
            f"{_DOCUMENT} WHERE (d.path, d.source_id) > (?, ?) ORDER BY d.path, d.source_id LIMIT ?"
        )
        return [_document(row) for row in self._all(sql, (*after, limit))]

    def paths(self) -> list[tuple[str, str, str]]:
        """List (source_id, path, id) of every document, by path."""
        sql = "SELECT source_id, path, id FROM documents ORDER BY path, source_id"
        return [(row[0], row[1], row[2]) for row in self._all(sql)]

    def stored_states(
        self, source_ids: Sequence[str], only: Sequence[str] = ()
    ) -> Iterator[StoredState]:
        """Read what the next run compares files with, for the documents of some sources.

        With `only`, of the documents at and below these paths; some may come twice.
        """
        marks = ",".join("?" * len(source_ids))
        sql = (
            "SELECT id, source_id, path, size_bytes, mtime_ns, content_hash, fingerprint,"
            f" disk_path FROM documents WHERE source_id IN ({marks})"
        )
        if not only or "" in only:
            for row in self._all(sql, source_ids):
                yield StoredState(*row)
            return
        below = f"{sql} AND (path = ? OR (path > ? AND path < ?))"
        for path in only:
            # "0" comes right behind "/"
            for row in self._all(below, [*source_ids, path, f"{path}/", f"{path}0"]):
                yield StoredState(*row)

    def body(self, document_id: str) -> bytes | None:
        """Return the compressed text of a document that has no file, as it was stored."""
        found = self._all("SELECT body FROM documents WHERE id = ?", (document_id,))
        return found[0][0] if found else None

    def given(self, document_id: str) -> Given | None:
        """Return what was said with a document that was added by itself, where it is known."""
        with translated(self.path):
            return get_given(self._db, document_id)

    def failures(self, source_id: str, only: Sequence[str] = ()) -> list[Failure]:
        """List the files of a source that could not be read; with `only`, as in stored_states."""
        with translated(self.path):
            return list(list_failures(self._db, source_id, only))

    def cache_holdings(self) -> list[CacheHolding]:
        """Measure what is kept so that it is derived once: vectors by model, then the rest."""
        vectors = (
            "SELECT 'embedding:' || model, count(*), sum(length(vector)), max(used_at_ms),"
            " sum(NOT EXISTS (SELECT 1 FROM vectors v WHERE v.embedding_id = embeddings.id))"
            " FROM embeddings GROUP BY model ORDER BY model"
        )
        others = (
            "SELECT kind, count(*), sum(length(value)), max(used_at_ms), NULL"
            " FROM derivations GROUP BY kind ORDER BY kind"
        )
        return [CacheHolding(*row) for row in (*self._all(vectors), *self._all(others))]

    # --- chunks

    def get_chunk(self, chunk_id: str) -> Chunk | None:
        """Return one chunk by the id that users see."""
        found = self._all(f"{_CHUNK} WHERE chunk_id = ?", (chunk_id,))
        return _chunk(found[0]) if found else None

    def chunks_by_rows(self, rows: Iterable[int]) -> dict[int, Chunk]:
        """Return chunks by row; a row that no longer exists is left out."""
        found: dict[int, Chunk] = {}
        for part in _parts(sorted(set(rows))):
            sql = f"{_CHUNK} WHERE id IN ({','.join('?' * len(part))})"
            found |= {row[0]: _chunk(row) for row in self._all(sql, part)}
        return found

    def chunks_of(self, document_id: str) -> list[Chunk]:
        """Return the chunks of a document, in its order."""
        sql = f"{_CHUNK} WHERE document_id = ? ORDER BY ordinal"
        return [_chunk(row) for row in self._all(sql, (document_id,))]

    def vector_model(self, row: int) -> str | None:
        """Return which model made a chunk's vector, None where it has none."""
        found = self._all(
            "SELECT e.model FROM vectors v JOIN embeddings e ON e.id = v.embedding_id"
            " WHERE v.chunk_row = ?",
            (row,),
        )
        return str(found[0][0]) if found else None

    def rows_with_vector(self, document_id: str) -> set[int]:
        """Return the rows of a document's chunks that have a vector."""
        sql = (
            "SELECT v.chunk_row FROM vectors v JOIN chunks c ON c.id = v.chunk_row"
            " WHERE c.document_id = ?"
        )
        return {row[0] for row in self._all(sql, (document_id,))}

    # --- counts

    def document_count(self) -> int:
        """Count the documents."""
        return self._number("SELECT count(*) FROM documents")

    def chunk_count(self) -> int:
        """Count the chunks."""
        return self._number("SELECT count(*) FROM chunks")

    def vector_count(self, model: str) -> int:
        """Count the chunks that have a vector of a model."""
        return self._number(
            "SELECT count(*) FROM vectors v JOIN embeddings e ON e.id = v.embedding_id"
            " WHERE e.model = ?",
            (model,),
        )

    def vector_coverage(self, model: str) -> float:
        """Return the share of chunks that have a vector of a model; 0 for an empty corpus."""
        revision = self.revision()
        if self._coverage is None or self._coverage[:2] != (revision, model):
            chunks = self.chunk_count()
            share = self.vector_count(model) / chunks if chunks else 0.0
            self._coverage = (revision, model, share)
        return self._coverage[2]

    def any_text(self) -> str:
        """Return the text of some chunk, always the same one; "" for an empty corpus."""
        found = self._all("SELECT text FROM chunks ORDER BY id LIMIT 1")
        return str(found[0][0]) if found else ""

    def shard_counts(self, model: str) -> list[ShardCount]:
        """Return how much each shard holds; vectors of one model."""
        chunks = dict(self._pairs("SELECT shard, count(*) FROM chunks GROUP BY shard"))
        vectors = dict(
            self._pairs(
                "SELECT v.shard, count(*) FROM vectors v JOIN embeddings e"
                " ON e.id = v.embedding_id WHERE e.model = ? GROUP BY v.shard",
                (model,),
            )
        )
        revisions = dict(self._pairs("SELECT shard, max(revision) FROM log GROUP BY shard"))
        return [
            ShardCount(n, chunks.get(n, 0), vectors.get(n, 0), revisions.get(n, 0))
            for n in range(self.shard_count)
        ]

    def _pairs(self, sql: str, values: Sequence[object] = ()) -> list[tuple[int, int]]:
        return [(row[0], row[1]) for row in self._all(sql, values)]

    def breakdown(self, column: str) -> dict[str, int]:
        """Count documents by media, lang, source_id, source_type, parser or chunker version."""
        if column not in {
            "media",
            "lang",
            "source_id",
            "source_type",
            "trust_level",
            "parser_version",
            "chunker_version",
        }:
            raise ValueError(column)
        sql = f"SELECT {column}, count(*) FROM documents GROUP BY 1 ORDER BY 2 DESC, 1"
        return {row[0]: row[1] for row in self._all(sql)}

    def count_older_than(self, ms: int) -> int:
        """Count the documents that were indexed before an instant."""
        return self._number("SELECT count(*) FROM documents WHERE updated_at_ms < ?", (ms,))

    def last_ingest_ms(self) -> int | None:
        """Return when a run last ended, in milliseconds since 1970."""
        value = self.state("last_ingest_ms")
        return int(value) if value else None


def _parts(values: list[int] | list[str]) -> Iterator[list[int] | list[str]]:
    for start in range(0, len(values), MAX_VARIABLES):
        yield values[start : start + MAX_VARIABLES]


# Columns come in the order of the fields: to join them by name would take longer than the query.
def _document(row: Row) -> Document:
    values = list(row)
    tags = values[_TAGS]
    values[_METADATA] = json.loads(values[_METADATA])
    values[_WARNINGS] = tuple(json.loads(values[_WARNINGS]))
    values[_TAGS] = tuple(sorted(tags.split("\0"))) if tags else ()
    values[_HAS_BODY] = bool(values[_HAS_BODY])
    return Document(*values)


def _chunk(row: Row) -> Chunk:
    values = list(row)
    place = values[_PLACE]
    values[_HEADING_PATH] = tuple(json.loads(values[_HEADING_PATH]))
    values[_PLACE] = LINES if place == _OF_LINES else Place.from_fields(json.loads(place))
    return Chunk(*values)
