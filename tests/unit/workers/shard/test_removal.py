"""A view is removed whatever lies in its place, and nothing beside it."""

import pytest

from workers.shard.removal import remove_view


@pytest.fixture
def view(tmp_path):
    view = tmp_path / "base" / "views" / "shard-001" / "lexical"
    view.mkdir(parents=True)
    (view / "meta.json").touch()
    return view


def test_a_view_goes_and_its_neighbours_stay(view):
    other = view.with_name("vectors")
    other.mkdir()
    remove_view(view)

    assert list(view.parent.iterdir()) == [other]


def test_a_view_that_is_not_there_is_removed_already(view):
    remove_view(view)
    remove_view(view)
    remove_view(view / "deeper" / "still")


@pytest.mark.parametrize("levels", [0, 1, 2])
def test_a_file_in_place_of_a_folder_goes(view, levels):
    place = (view, *view.parents)[levels]
    place.rename(view.parents[2] / "aside")
    place.write_text("no folder")
    remove_view(view)

    assert not place.exists()
    view.mkdir(parents=True)


def test_what_a_killed_removal_left_goes_with_the_next_one(view):
    left = view.with_name("lexical.gone-1")
    left.mkdir()
    (left / "meta.json").touch()
    remove_view(view)

    assert not left.exists()
