"""A checkpoint is found again whole or not at all, wherever its writing or reading stops."""

import os

import pytest

from kebab.errors import StoreError, ViewDamagedError
from workers.shard.checkpoint import discard, load, save


def save_text(folder, number, text):
    save(folder, {"number": number}, {"text": lambda path: path.write_text(text)})


def load_text(folder):
    loaded = []
    load(folder, lambda facts, paths: loaded.append((facts["number"], paths["text"].read_text())))
    return loaded[0] if loaded else None


class StopError(Exception):
    """The process died here."""


def stop(*_):
    raise StopError


def test_what_was_saved_last_is_loaded(tmp_path):
    save_text(tmp_path / "new", 1, "one")
    save_text(tmp_path / "new", 2, "two")

    assert load_text(tmp_path / "new") == (2, "two")
    assert len(list((tmp_path / "new").iterdir())) == 2


def test_nothing_is_loaded_where_nothing_was_saved(tmp_path):
    assert load_text(tmp_path) is None
    assert load_text(tmp_path / "absent") is None


def test_saving_that_dies_while_writing_leaves_what_was_saved_before(tmp_path):
    save_text(tmp_path, 1, "one")

    with pytest.raises(StopError):
        save(tmp_path, {"number": 2}, {"text": lambda path: path.write_text("tw"), "more": stop})

    assert load_text(tmp_path) == (1, "one")


def test_what_a_crash_left_behind_is_removed_an_hour_later(tmp_path):
    old, young = tmp_path / "old.tmp", tmp_path / "young.tmp"
    old.write_text("")
    young.write_text("")
    os.utime(old, (1, 1))

    save_text(tmp_path, 1, "one")

    assert not old.exists()
    assert young.exists()


@pytest.mark.parametrize(
    ("victim", "damage"),
    [
        ("text", "flip"),
        ("text", "cut"),
        ("text", "remove"),
        ("manifest", "flip"),
        ("manifest", "cut"),
    ],
)
def test_any_damage_is_noticed(tmp_path, victim, damage):
    save_text(tmp_path, 1, "one")
    path = next(path for path in tmp_path.iterdir() if path.name.startswith(victim))
    if damage == "flip":
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 1
        path.write_bytes(content)
    elif damage == "cut":
        path.write_bytes(path.read_bytes()[:-1])
    else:
        path.unlink()

    with pytest.raises(ViewDamagedError):
        load_text(tmp_path)


def test_a_file_that_another_process_replaced_meanwhile_is_read_again(tmp_path):
    save_text(tmp_path, 1, "one")
    seen = []

    def read(facts, paths):
        if not seen:
            save_text(tmp_path, 2, "two")
        seen.append(facts["number"])
        paths["text"].read_text()

    assert load(tmp_path, read)
    assert seen == [1, 2]


def test_a_folder_that_cannot_be_written_is_an_error_of_ours(tmp_path):
    (tmp_path / "file").write_text("")

    with pytest.raises(StoreError, match="cannot be written"):
        save_text(tmp_path / "file", 1, "one")


def test_a_discarded_checkpoint_is_gone(tmp_path):
    save_text(tmp_path, 1, "one")

    discard(tmp_path)
    discard(tmp_path / "absent")

    assert list(tmp_path.iterdir()) == []


def test_a_checkpoint_that_could_not_be_written_takes_no_room(tmp_path):
    save_text(tmp_path, 1, "one")
    before = sorted(tmp_path.iterdir())

    def fill_the_disk(path):
        path.write_text("x" * 1000)
        raise OSError(28, "No space left on device")

    with pytest.raises(StoreError, match="No space left"):
        save(tmp_path, {"number": 2}, {"text": fill_the_disk})

    assert sorted(tmp_path.iterdir()) == before
