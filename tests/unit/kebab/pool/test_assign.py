"""Which call goes where."""

from __future__ import annotations

import pytest

from kebab.pool.assign import Waiting, assign
from kebab.pool.protocol import Lane

NOW, PARSE, EMBED = Lane.INTERACTIVE, Lane.EXTRACT, Lane.EMBED


@pytest.mark.parametrize(
    ("waiting", "free", "pairs"),
    [
        ([], {0, 1}, []),
        ([Waiting(1, NOW)], set(), []),
        ([Waiting(1, NOW)], {0, 1}, [(1, 1)]),
        ([Waiting(1, EMBED), Waiting(2, PARSE), Waiting(3, NOW)], {0}, [(3, 0)]),
        ([Waiting(5, NOW), Waiting(4, NOW)], {0, 1}, [(4, 1), (5, 0)]),
        ([Waiting(1, NOW, worker=0), Waiting(2, NOW, worker=1)], {1}, [(2, 1)]),
        ([Waiting(1, NOW, worker=0), Waiting(2, NOW, worker=0)], {0, 1}, [(1, 0)]),
        ([Waiting(1, NOW, worker=0), Waiting(2, EMBED)], {1}, [(2, 1)]),
    ],
    ids=[
        "nothing waits",
        "nobody is free",
        "any worker: the highest number",
        "the urgent lane goes first",
        "the oldest call goes first",
        "a call for a busy worker waits, others pass",
        "one call a worker",
        "a call for any worker takes what is left",
    ],
)
def test_calls_are_paired_with_workers(waiting, free, pairs):
    assert assign(waiting, free) == pairs
