"""Documents, chunks, vectors and the log in a real catalog."""

from __future__ import annotations

import itertools
from dataclasses import fields

import pytest
from support.documents import new_document

from kebab.catalog.connection import open_connection
from kebab.catalog.migrate import migrate, read_steps, version
from kebab.catalog.reader import CatalogReader
from kebab.catalog.records import OF_MEANING, OF_WORDS, NewChunk, NewDocument
from kebab.catalog.shard_reader import ShardReader
from kebab.catalog.writer import CatalogWriter
from kebab.errors import CatalogDamagedError, NotIndexedError, StoreError

MODEL = "hashed:test:8"


def document(path="a.md", **changes):
    return new_document(path, **{"tags": ("x", "a,b"), **changes})


def chunks(*texts):
    return [NewChunk(text, ("H",), n, n, 3) for n, text in enumerate(texts, start=1)]


def put(writer, texts=("one", "two"), now_ms=1000, **changes):
    new = chunks(*texts)
    keys = [text.encode() for text in texts]
    return writer.put_document(document(**changes), new, keys, now_ms)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "catalog.sqlite"


@pytest.fixture
def writer(path):
    writer = CatalogWriter(path, shard_count=1)
    yield writer
    writer.close()


@pytest.fixture
def reader(writer, path):
    reader = CatalogReader(path)
    yield reader
    reader.close()


@pytest.fixture
def shard_reader(writer, path):
    reader = ShardReader(path)
    yield reader
    reader.close()


def test_a_document_comes_back_as_it_was_stored(writer, reader):
    put(writer, metadata={"한글": [1]}, warnings=("odd front matter",))

    (found,) = reader.documents()
    assert (found.path, found.tags, found.chunk_count) == ("a.md", ("a,b", "x"), 2)
    assert (found.metadata, found.warnings) == ({"한글": [1]}, ("odd front matter",))
    assert [chunk.text for chunk in reader.chunks_of(found.id)] == ["one", "two"]


def test_no_field_of_a_document_takes_the_place_of_another(writer, reader):
    facts = {
        field.name: field.name
        for field in fields(NewDocument)
        if field.type in {"str", "str | None"} and field.name != "path"
    }
    numbers = {"size_bytes": 7, "mtime_ns": 8, "metadata": {"a": 1}, "warnings": ("w",)}

    put(writer, **facts, **numbers)

    found = reader.documents()[0]
    assert {name: getattr(found, name) for name in facts} == facts
    assert {name: getattr(found, name) for name in numbers} == numbers
    assert (found.version, found.shard, found.chunk_count, found.tags) == (1, 0, 2, ("a,b", "x"))
    assert (found.created_at_ms, found.updated_at_ms, found.has_body) == (1000, 1000, False)


def test_an_edit_keeps_the_id_and_the_birth_and_raises_the_version(writer, reader):
    first = put(writer, now_ms=1000)
    second = put(writer, texts=("three",), now_ms=2000)

    found = reader.get_document(first.document_id)
    assert (first.created, second.created) == (True, False)
    assert (found.version, found.created_at_ms, found.updated_at_ms) == (2, 1000, 2000)


def test_chunk_rows_are_never_used_again(writer):
    first = put(writer)
    writer.delete_document(first.document_id)

    second = put(writer)

    assert min(second.rows) > max(first.rows)


def test_a_chunk_that_an_edit_leaves_alone_keeps_its_name(writer, reader):
    first = put(writer, texts=("one", "two"))
    before = {c.text: c.chunk_id for c in reader.chunks_of(first.document_id)}
    put(writer, texts=("zero", "one"))

    after = {c.text: c.chunk_id for c in reader.chunks_of(first.document_id)}
    assert after["one"] == before["one"]


def test_equal_chunks_of_a_document_have_names_of_their_own(writer, reader):
    put(writer, texts=("same", "same"))

    (found,) = reader.documents()
    assert len({c.chunk_id for c in reader.chunks_of(found.id)}) == 2


def test_the_same_path_in_two_sources_is_two_documents(writer, reader):
    put(writer, source_id="a")
    put(writer, source_id="b")

    assert [d.source_id for d in reader.find_documents("a.md")] == ["a", "b"]


def test_the_log_tells_what_happened_folded_to_its_net_effect(writer, shard_reader):
    first = put(writer)
    second = put(writer, texts=("three",))

    changes = shard_reader.changes(0, OF_WORDS, after=0, limit=100)
    assert (changes.added, changes.deleted) == (second.rows, first.rows)
    assert changes.complete
    assert changes.revision == shard_reader.revision(0, OF_WORDS)


def test_a_vector_that_comes_is_no_news_for_the_words(writer, shard_reader):
    first = put(writer)
    before = shard_reader.revision(0, OF_WORDS)
    writer.put_vectors(MODEL, [(first.rows[0], b"one", b"v1")], 5)

    assert shard_reader.revision(0, OF_WORDS) == before
    assert shard_reader.revision(0, OF_MEANING) > before
    assert shard_reader.changes(0, OF_MEANING, 0, 10).vectors == (first.rows[0],)


def test_the_log_can_be_read_in_parts(writer, shard_reader):
    put(writer, texts=("a", "b", "c"))

    part = shard_reader.changes(0, OF_WORDS, after=0, limit=2)
    rest = shard_reader.changes(0, OF_WORDS, after=part.revision, limit=2)
    assert (len(part.added), part.complete) == (2, False)
    assert (len(rest.added), rest.complete) == (1, True)


def test_a_vector_serves_every_chunk_with_the_same_passage(writer, reader):
    first = put(writer)
    writer.put_vectors(MODEL, [(first.rows[0], b"one", b"v1"), (first.rows[1], b"two", b"v2")], 5)
    put(writer, path="b.md", texts=("two", "new"))

    attached = writer.attach_cached_vectors(MODEL)

    assert attached == 1
    assert reader.vector_coverage(MODEL) == 0.75


def test_a_vector_for_a_chunk_that_is_gone_is_left_out(writer):
    first = put(writer)
    writer.delete_document(first.document_id)

    assert writer.put_vectors(MODEL, [(first.rows[0], b"one", b"v1")], 5) == 0


def test_another_model_misses_every_vector(writer):
    first = put(writer)
    writer.put_vectors(MODEL, [(row, b"k%d" % row, b"v") for row in first.rows], 5)

    assert writer.count_missing_vectors(MODEL) == 0
    assert [m.row for m in writer.missing_vectors("other", 0, 10)] == list(first.rows)


def test_vectors_of_another_model_are_never_read(writer, shard_reader):
    first = put(writer)
    writer.put_vectors(MODEL, [(first.rows[0], b"one", b"v1")], 5)

    assert list(shard_reader.shard_vectors(0, "other")) == []
    assert list(shard_reader.shard_vectors(0, MODEL)) == [(first.rows[0], b"v1")]


def test_pruning_keeps_what_a_chunk_still_has(writer):
    first = put(writer)
    writer.put_vectors(MODEL, [(first.rows[0], b"one", b"v1"), (first.rows[1], b"two", b"v2")], 5)
    put(writer, texts=("one",))
    writer.attach_cached_vectors(MODEL)

    assert writer.prune_embeddings(unused_since_ms=10) == 1


def test_a_batch_that_fails_leaves_nothing(writer, reader):
    def fail_half_way():
        with writer.batch():
            put(writer)
            raise KeyError

    with pytest.raises(KeyError):
        fail_half_way()

    assert reader.documents() == []
    assert reader.revision() == 0


def test_resharding_moves_chunks_and_vectors_and_cuts_the_log(writer, reader, path):
    for number in range(8):
        result = put(writer, path=f"{number}.md", texts=(f"text {number}",))
        writer.put_vectors(MODEL, [(result.rows[0], b"%d" % number, b"v")], 5)

    writer.change_shard_count(4)

    counts = reader.shard_counts(MODEL)
    assert sum(c.chunks for c in counts) == sum(c.vectors for c in counts) == 8
    assert sum(c.chunks > 0 for c in counts) > 1
    shard_reader = ShardReader(path)
    floor = shard_reader.log_floor()
    for shard, view in itertools.product(range(4), (OF_WORDS, OF_MEANING)):
        assert shard_reader.revision(shard, view) >= floor > 0
    shard_reader.close()


def test_a_trimmed_log_says_from_where_it_is_whole(writer, shard_reader):
    for _ in range(30):
        put(writer, texts=("one",))

    trimmed = writer.trim_log(keep=10)

    assert trimmed > 0
    assert shard_reader.revision(0, OF_WORDS) >= shard_reader.log_floor() > 0


def test_the_newest_schema_is_reached_from_nothing(writer, path):
    db = open_connection(path, writable=False)
    assert version(db) == len(read_steps())
    db.close()


def test_a_catalog_with_data_is_copied_before_it_is_migrated(writer, path):
    put(writer)
    db = open_connection(path, writable=True)

    migrate(db, path, [*read_steps(), "CREATE TABLE later (x)"])

    assert path.with_name(f"catalog.sqlite.v{len(read_steps())}.bak").exists()
    db.close()


def test_a_step_that_fails_changes_nothing(writer, path):
    db = open_connection(path, writable=True)

    with pytest.raises(StoreError):
        migrate(db, path, [*read_steps(), "CREATE TABLE later (x); SELECT * FROM nowhere"])

    assert version(db) == len(read_steps())
    db.close()


def test_a_catalog_of_a_newer_kebab_is_refused(writer, path):
    db = open_connection(path, writable=True)
    db.execute("PRAGMA user_version = 99")

    with pytest.raises(StoreError, match="schema version 99"):
        migrate(db, path, read_steps())
    db.close()


def test_reading_where_there_is_none_says_how_to_make_one(tmp_path):
    with pytest.raises(NotIndexedError) as raised:
        CatalogReader(tmp_path / "none.sqlite")

    assert "kebab init" in raised.value.hint


def test_a_catalog_that_is_just_being_made_counts_as_none(tmp_path):
    path = tmp_path / "catalog.sqlite"
    open_connection(path, writable=True).close()

    with pytest.raises(NotIndexedError):
        CatalogReader(path)


@pytest.mark.parametrize(("found", "remedy"), [(99, "install the newer"), (-1, "kebab ingest")])
def test_a_reader_refuses_a_catalog_of_another_version(writer, path, found, remedy):
    db = open_connection(path, writable=True)
    db.execute(f"PRAGMA user_version = {found}")
    db.close()

    with pytest.raises(StoreError) as raised:
        ShardReader(path)

    assert remedy in raised.value.hint


def test_a_file_that_is_no_catalog_is_named(tmp_path):
    path = tmp_path / "catalog.sqlite"
    path.write_bytes(b"not a database, but long enough to look like one" * 100)

    with pytest.raises(CatalogDamagedError, match=r"catalog\.sqlite"):
        CatalogReader(path)


def test_a_check_that_takes_too_long_is_left_unfinished(writer, reader):
    for number in range(200):
        put(writer, path=f"{number}.md", texts=[f"text {number} {n}" for n in range(20)])

    assert reader.damage(seconds=-1) is None
    assert reader.damage(seconds=60) == []
    assert reader.chunk_count() == 4000


def test_a_reader_cannot_write(reader):
    with pytest.raises(StoreError):
        reader._all("DELETE FROM documents")
