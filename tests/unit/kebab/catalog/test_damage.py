"""Of a damaged catalog one copy is kept, and what is said of it leads out."""

from datetime import UTC, datetime, timedelta

import pytest

from kebab.catalog.damage import damaged, emptied, with_copy

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "catalog.sqlite"
    path.write_bytes(b"damaged")
    path.with_name("catalog.sqlite-wal").write_bytes(b"commits")
    return path


def kept(path, now=NOW):
    with_copy(damaged(path, "malformed"), path, now)
    return sorted(found.name for found in path.parent.glob("*.damaged-*"))


def test_a_copy_is_kept_with_its_wal_and_named_in_the_hint(path):
    error = with_copy(damaged(path, "malformed"), path, NOW)
    copy = path.with_name("catalog.sqlite.damaged-20260102T030405Z")

    assert copy.read_bytes() == b"damaged"
    assert copy.with_name(f"{copy.name}-wal").read_bytes() == b"commits"
    assert error.details["copy"] == str(copy)
    assert str(copy) in error.hint


def test_one_copy_a_day_is_enough(path):
    first = kept(path)
    assert kept(path, NOW + timedelta(hours=23)) == first
    assert len(kept(path, NOW + timedelta(hours=25))) == 2 * len(first)


def test_a_copy_that_cannot_be_made_does_not_hide_the_damage(tmp_path):
    path = tmp_path / "nowhere" / "catalog.sqlite"
    error = with_copy(damaged(path, "malformed"), path, NOW)

    assert "copy" not in error.details
    assert "malformed" in str(error)


def test_a_path_with_blanks_stays_one_word_in_the_commands(tmp_path):
    hint = damaged(tmp_path / "my base" / "catalog.sqlite", "malformed").hint

    assert f"'{tmp_path}/my base/catalog.sqlite'" in hint


@pytest.mark.parametrize(("left", "is_damage"), [("views", True), ("wal", True), ("", False)])
def test_an_empty_file_is_damage_where_something_was_made_from_it(tmp_path, left, is_damage):
    path = tmp_path / "catalog.sqlite"
    path.touch()
    if left == "wal":
        path.with_name("catalog.sqlite-wal").write_bytes(b"commits")
    if left == "views":
        view = tmp_path / "views" / "shard-000" / "lexical"
        view.mkdir(parents=True)
        (view / "meta.json").touch()

    assert (emptied(path) is not None) == is_damage
