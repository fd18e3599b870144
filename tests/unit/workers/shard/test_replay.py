"""Replay of a real catalog's log into views that only remember what they were told."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from support.documents import new_document

from kebab.catalog.records import OF_WORDS, NewChunk
from kebab.catalog.shard_reader import ShardReader
from kebab.catalog.writer import CatalogWriter
from workers.shard.replay import is_behind_the_log, is_foreign, lag, step_lexical, step_vectors

MODEL = "hashed:test:8"


@dataclass
class Remembering:
    """A view as a dictionary."""

    revision: int = 0
    lineage: int = 0
    held: dict = field(default_factory=dict)
    commits: int = 0

    def rows(self):
        return set(self.held)

    def apply(self, added, deleted, revision, *, lineage):
        for row in deleted:
            self.held.pop(row, None)
        for entry in added:
            row, value = (entry.row, entry.text) if hasattr(entry, "text") else entry
            self.held[row] = value
        self.revision, self.lineage = revision, lineage
        self.commits += 1


@pytest.fixture
def writer(tmp_path):
    writer = CatalogWriter(tmp_path / "catalog.sqlite", shard_count=1)
    yield writer
    writer.close()


@pytest.fixture
def reader(writer):
    reader = ShardReader(writer.path)
    yield reader
    reader.close()


def put(writer, path, *texts):
    document = new_document(path)
    chunks = [NewChunk(text, (), 1, 1, 2) for text in texts]
    return writer.put_document(document, chunks, [text.encode() for text in texts], 1)


def texts(view):
    return sorted(view.held.values())


def test_a_view_holds_what_the_catalog_holds(writer, reader):
    put(writer, "a.md", "one", "two")
    gone = put(writer, "b.md", "three")
    put(writer, "a.md", "one", "four")
    writer.delete_document(gone.document_id)
    view = Remembering()

    assert step_lexical(view, reader, 0)
    assert texts(view) == ["four", "one"]


def test_replaying_from_any_earlier_revision_ends_up_the_same(writer, reader):
    put(writer, "a.md", "one")
    early = Remembering()
    step_lexical(early, reader, 0)
    put(writer, "a.md", "two")
    late = Remembering()

    step_lexical(late, reader, 0)
    step_lexical(early, reader, 0)
    early.revision = 1
    step_lexical(early, reader, 0)

    assert texts(early) == texts(late) == ["two"]
    assert early.revision == late.revision


def test_a_view_that_is_complete_commits_nothing(writer, reader):
    put(writer, "a.md", "one")
    view = Remembering()
    step_lexical(view, reader, 0)

    assert step_lexical(view, reader, 0)
    assert view.commits == 1


def test_vectors_follow_their_own_lines(writer, reader):
    rows = put(writer, "a.md", "one", "two").rows
    writer.put_vectors(MODEL, [(rows[0], b"one", b"v1")], 1)
    view = Remembering()
    step_vectors(view, reader, 0, MODEL)
    writer.put_vectors(MODEL, [(rows[1], b"two", b"v2")], 1)
    step_vectors(view, reader, 0, MODEL)
    put(writer, "a.md", "one")
    step_vectors(view, reader, 0, MODEL)

    assert view.held == {}


def test_a_cut_log_is_noticed_and_an_empty_view_is_filled_from_the_chunks(writer, reader):
    put(writer, "a.md", "one")
    old = Remembering()
    step_lexical(old, reader, 0)
    for number in range(30):
        put(writer, "a.md", "one", f"text {number}")
    assert writer.trim_log(keep=10) > 0

    assert is_behind_the_log(old.revision, reader)
    fresh = Remembering()
    assert step_lexical(fresh, reader, 0)
    assert texts(fresh) == ["one", "text 29"]


def test_what_a_broken_off_build_left_and_the_catalog_lost_meanwhile_goes(writer, reader):
    put(writer, "a.md", "one")
    view = Remembering(held={999: "ghost"})

    assert step_lexical(view, reader, 0)
    assert texts(view) == ["one"]
    assert not lag(view, reader, 0, OF_WORDS)


def test_a_view_of_another_catalog_is_foreign_and_behind_by_all_of_it(writer, reader):
    put(writer, "a.md", "one")
    view = Remembering()
    step_lexical(view, reader, 0)
    view.lineage += 1

    assert is_foreign(view, reader, 0)
    assert lag(view, reader, 0, OF_WORDS) == view.revision
