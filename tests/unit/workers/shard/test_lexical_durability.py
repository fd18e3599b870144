"""What the lexical view keeps through commits, deaths, damage and other processes."""

import subprocess
import sys

import pytest
import tantivy
from support.lexical_views import ask, chunk

from kebab.errors import ViewBusyError, ViewDamagedError
from workers.shard.lexical import LexicalView


def test_a_new_view_is_empty_and_at_revision_zero(tmp_path):
    view = LexicalView.open(tmp_path / "new" / "view")

    assert (view.revision, view.count(), view.rows()) == (0, 0, set())
    assert ask([view], "word") == []


def test_a_view_remembers_its_revision_and_rows(tmp_path):
    LexicalView.open(tmp_path).apply([chunk(7, "word " * 900), chunk(8, "x")], [8], 42)

    view = LexicalView.open(tmp_path)

    assert (view.revision, view.rows(), view.count()) == (42, {7, 8}, 2)


def test_replaying_changes_nothing(tmp_path):
    view = LexicalView.open(tmp_path)
    for _ in range(3):
        view.apply([chunk(1, "word"), chunk(2, "word")], [3], 5)

    assert (view.rows(), view.count(), view.revision) == ({1, 2}, 2, 5)


def test_another_reader_sees_a_commit_after_reload(tmp_path):
    writer, reader = LexicalView.open(tmp_path), LexicalView.open(tmp_path)
    writer.apply([chunk(1, "word")], [], 3)

    assert (reader.revision, reader.count()) == (0, 0)
    reader.reload()
    assert (reader.revision, reader.rows()) == (3, {1})


def test_a_second_writer_is_told_that_the_view_is_busy(tmp_path):
    view, other = LexicalView.open(tmp_path), LexicalView.open(tmp_path)

    def during():
        with pytest.raises(ViewBusyError):
            other.apply([], [], 2)
        yield chunk(1, "word")

    view.apply(during(), [], 1)
    other.apply([], [], 2)
    assert other.revision == 2


def test_an_interrupted_change_leaves_the_last_commit(tmp_path):
    view = LexicalView.open(tmp_path)
    view.apply([chunk(1, "word")], [], 1)

    def failing():
        yield chunk(2, "word")
        raise KeyError

    with pytest.raises(KeyError):
        view.apply(failing(), [1], 2)
    view.apply([], [], 1)
    assert view.rows() == {1}


def test_a_killed_writer_leaves_the_last_commit_and_no_lock(tmp_path):
    LexicalView.open(tmp_path).apply([chunk(1, "word")], [], 1)
    script = (
        "import os, sys, pathlib\n"
        "from workers.shard.lexical import LexicalView\n"
        "def die():\n    os._exit(9)\n    yield\n"
        "LexicalView.open(pathlib.Path(sys.argv[1])).apply(die(), [1], 2)\n"
    )
    killed = subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=False)

    view = LexicalView.open(tmp_path)
    assert (killed.returncode, view.revision, view.rows()) == (9, 1, {1})
    view.apply([], [1], 2)
    assert view.rows() == set()


@pytest.mark.parametrize("name", ["meta.json", "*.term", "*.idx", "*.fast", "*.store"])
def test_a_damaged_view_does_not_open(tmp_path, name):
    LexicalView.open(tmp_path).apply([chunk(1, "word")], [], 1)
    path = next(tmp_path.glob(name))
    content = path.read_bytes()
    half = len(content) // 2
    path.write_bytes(content[:half] + bytes([content[half] ^ 0xFF]) + content[half + 1 :])

    with pytest.raises(ViewDamagedError):
        LexicalView.open(tmp_path)


def test_a_view_that_lost_a_file_does_not_open(tmp_path):
    LexicalView.open(tmp_path).apply([chunk(1, "word")], [], 1)
    next(tmp_path.glob("*.term")).unlink()

    with pytest.raises(ViewDamagedError):
        LexicalView.open(tmp_path)


def test_an_index_of_another_schema_does_not_open(tmp_path):
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("other")
    tantivy.Index(builder.build(), str(tmp_path))

    with pytest.raises(ViewDamagedError):
        LexicalView.open(tmp_path)


def test_a_place_that_is_no_folder_is_reported_as_ours(tmp_path):
    (tmp_path / "file").write_text("x")

    with pytest.raises(ViewDamagedError):
        LexicalView.open(tmp_path / "file")
