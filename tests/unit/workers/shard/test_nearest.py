"""What several shards found is put together in the same way by any number of workers."""

from __future__ import annotations

from itertools import chain

from hypothesis import given
from hypothesis import strategies as st

from workers.shard.nearest import nearest

# Half of them differ only behind the sixth digit.
COSINES = st.builds(
    lambda coarse, fine: coarse / 100 + fine / 10_000_000, st.integers(-2, 2), st.integers(-3, 3)
)
SHARDS = st.lists(st.lists(COSINES, max_size=6), min_size=2, max_size=5)


def numbered(shards):
    rows = iter(range(1000))
    return [[(next(rows), cosine) for cosine in shard] for shard in shards]


def test_cosines_that_are_equal_to_the_sixth_digit_keep_the_order_of_their_rows():
    assert nearest([(2, 0.8616982), (1, 0.8616981), (3, 0.9)], 2) == [(3, 0.9), (1, 0.861698)]


@given(SHARDS, st.integers(1, 8), st.integers(1, 4))
def test_a_list_cut_by_each_worker_ends_with_the_same_rows_as_one_cut_once(shards, depth, size):
    found = numbered(shards)
    of_workers = [[*chain(*found[worker::size])] for worker in range(size)]

    parts = [nearest(part, depth) for part in of_workers]

    assert nearest(chain(*parts), depth) == nearest(chain(*found), depth)
