"""A catalog beside which nothing can be written is read as it is, or not at all."""

import shutil
from contextlib import closing

import pytest

from kebab.catalog.connection import _connect, _connect_without_writing
from kebab.catalog.migrate import migrate, read_steps

STATE = "SELECT value FROM state WHERE key = 'mark'"


@pytest.fixture
def copy_of(tmp_path):
    """Give a function that copies a catalog in whose -wal a commit waits, without some files."""
    path = tmp_path / "catalog.sqlite"
    writer = _connect(path, "", writable=True)
    migrate(writer, path, read_steps())
    writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    writer.execute("INSERT INTO state (key, value) VALUES ('mark', 'new')")

    def copy(*left_out):
        ignored = shutil.ignore_patterns(*left_out)
        shutil.copytree(tmp_path, tmp_path / "copy", ignore=ignored)
        return tmp_path / "copy" / "catalog.sqlite"

    yield copy
    writer.close()


def read(path):
    cause = OSError("as before")
    with closing(_connect_without_writing(path, cause)) as db:
        return [row[0] for row in db.execute(STATE)]


def test_commits_that_wait_are_seen(copy_of):
    assert read(copy_of()) == ["new"]


def test_a_catalog_alone_is_read(copy_of):
    assert read(copy_of("*-wal", "*-shm")) == []


def test_what_would_be_old_is_not_read(copy_of):
    with pytest.raises(OSError, match="as before"):
        read(copy_of("*-shm"))


def test_reading_leaves_the_folder_as_it_is(copy_of):
    path = copy_of()
    before = {file.name: file.read_bytes() for file in path.parent.iterdir()}

    read(path)

    assert {file.name: file.read_bytes() for file in path.parent.iterdir()} == before
