"""Finding damaged files of an index."""

import json

import pytest

from workers.shard.checksums import damaged_files
from workers.shard.lexical import LexicalView


@pytest.fixture
def folder(tmp_path):
    LexicalView.open(tmp_path).apply([], [], 1)
    return tmp_path


def test_a_sound_index_has_no_damaged_files(folder):
    assert damaged_files(folder) == []


def test_an_empty_folder_has_no_damaged_files(tmp_path):
    assert damaged_files(tmp_path) == []


@pytest.mark.parametrize("extension", ["term", "idx", "pos", "fast", "store", "fieldnorm"])
def test_one_changed_byte_is_noticed(folder, extension):
    (path,) = folder.glob(f"*.{extension}")
    content = bytearray(path.read_bytes())
    content[0] ^= 1
    path.write_bytes(content)

    assert damaged_files(folder) == [path.name]


@pytest.mark.parametrize("length", [0, 3, 20])
def test_a_truncated_file_is_noticed(folder, length):
    (path,) = folder.glob("*.idx")
    path.write_bytes(path.read_bytes()[:length])

    assert damaged_files(folder) == [path.name]


@pytest.mark.parametrize("content", [b"", b"{", b"[]", json.dumps({"segments": [1]}).encode()])
def test_an_unreadable_table_of_contents_is_noticed(folder, content):
    (folder / "meta.json").write_bytes(content)

    assert damaged_files(folder) == ["meta.json"]
