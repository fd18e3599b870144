"""A revision is known again in the catalog that made it, and in no other."""

import shutil
from contextlib import closing
from itertools import count

import pytest
from support.documents import new_document

from kebab.catalog.records import OF_WORDS, NewChunk
from kebab.catalog.shard_reader import ShardReader
from kebab.catalog.writer import CatalogWriter

NAMES = count(1)


def put(path, name):
    """Store a document as a process of its own does."""
    with closing(CatalogWriter(path, 1, new_name=NAMES.__next__)) as writer:
        writer.put_document(new_document(name), [NewChunk("x", (), 1, 1, 1)], [b"x"], 1)


def reached(path):
    """Give the newest revision of shard 0, and its lineage."""
    with closing(ShardReader(path)) as reader:
        revision = reader.revision(0, OF_WORDS)
        return revision, reader.lineage(0, revision)


def knows(path, revision, lineage, shard=0):
    with closing(ShardReader(path)) as reader:
        return reader.has_reached(shard, revision, lineage)


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "catalog.sqlite"
    put(path, "a.md")
    return path


def test_a_revision_stays_known_when_others_follow(path):
    then = reached(path)
    put(path, "b.md")
    put(path, "c.md")

    assert knows(path, *then)
    assert knows(path, *reached(path))


def test_a_revision_ahead_of_the_log_is_not_known(path):
    copy = shutil.copy(path, path.with_name("copy.sqlite"))
    put(path, "b.md")

    assert not knows(copy, *reached(path))


def test_the_same_revision_of_another_future_is_not_known(path):
    copy = shutil.copy(path, path.with_name("copy.sqlite"))
    put(path, "b.md")
    put(copy, "b.md")
    put(copy, "c.md")

    assert reached(path)[0] < reached(copy)[0]
    assert not knows(copy, *reached(path))


def test_a_copy_taken_while_a_run_wrote_parts_with_the_next_change(tmp_path):
    path = tmp_path / "catalog.sqlite"
    with closing(CatalogWriter(path, 1)) as writer:
        writer.put_document(new_document("a.md"), [NewChunk("x", (), 1, 1, 1)], [b"x"], 1)
        for tail in ("", "-wal"):
            shutil.copy(f"{path}{tail}", tmp_path / f"copy.sqlite{tail}")
        writer.put_document(new_document("b.md"), [NewChunk("x", (), 1, 1, 1)], [b"x"], 1)
    copy = tmp_path / "copy.sqlite"
    then = reached(path)

    assert not knows(copy, *then)
    put(copy, "c.md")
    assert reached(copy)[0] == then[0]
    assert not knows(copy, *then)


def test_another_shard_is_told_apart(path):
    assert not knows(path, *reached(path), shard=1)


def test_an_empty_view_is_at_home_anywhere(path):
    assert knows(path, 0, 0)


def test_a_change_that_was_rolled_back_takes_its_lineage_along(path):
    names = iter((501, 502))
    with closing(CatalogWriter(path, 1, new_name=names.__next__)) as writer:
        with pytest.raises(KeyError), writer.batch():  # noqa: PT012 - the error ends the batch
            writer.put_document(new_document("b.md"), [NewChunk("x", (), 1, 1, 1)], [b"x"], 1)
            raise KeyError
        writer.put_document(new_document("b.md"), [NewChunk("x", (), 1, 1, 1)], [b"x"], 1)

    assert reached(path)[1] // 64 == 502


def test_what_was_reached_is_still_known_after_the_log_was_cut(path):
    for number in range(30):
        put(path, f"{number}.md")
    with closing(CatalogWriter(path, 1)) as writer:
        assert writer.trim_log(keep=5)

    assert knows(path, *reached(path))
