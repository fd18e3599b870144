"""The paths that a run is limited to."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kebab.ingest.wanted import Wanted

PATHS = st.lists(st.sampled_from(["a", "b", "ab", "é"]), min_size=1, max_size=4).map("/".join)


def is_within(path, wanted):
    return path == wanted or path.startswith(f"{wanted}/")


@given(PATHS, st.lists(PATHS, min_size=1, max_size=4))
def test_paths_are_found_as_by_comparing_each_with_each(path, asked):
    wanted = Wanted(asked)

    assert wanted.covers(path) == any(is_within(path, one) for one in asked)
    assert wanted.touches(path) == any(
        is_within(path, one) or is_within(one, path) for one in asked
    )


@given(PATHS)
def test_no_path_and_the_root_stand_for_everything(path):
    assert Wanted([]).covers(path)
    assert Wanted(["", "x"]).touches(path)
