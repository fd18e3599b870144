"""The exact search: right, the same whatever the history, and ties by row."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workers.shard.matrix import EMPTY, VectorMatrix, read_vectors

DIMENSIONS = 16


def matrix_of(rows, vectors, *, quick=True):
    matrix = VectorMatrix(np.empty(0, dtype=np.int64), np.empty((0, DIMENSIONS), dtype=np.float16))
    matrix.set_quick(wanted=quick)
    matrix.put(np.array(rows, dtype=np.int64), np.array(vectors, dtype=np.float16))
    return matrix


def random_vectors(count, seed=0):
    return np.random.default_rng(seed).standard_normal((count, DIMENSIONS)).astype(np.float16)


def unit(vector):
    wide = np.asarray(vector, dtype=np.float64)
    return wide / np.linalg.norm(wide)


def rank_plainly(rows, vectors, query, depth):
    scores = [round(float(unit(vector) @ query), 9) for vector in vectors]
    return sorted(zip(rows, scores, strict=True), key=lambda hit: (-hit[1], hit[0]))[:depth]


@pytest.mark.parametrize("quick", [True, False])
@pytest.mark.parametrize("depth", [1, 7, 3000, 5000])
def test_the_best_are_those_of_a_plain_ranking(quick, depth):
    rows, vectors = list(range(10, 3010)), random_vectors(3000)
    query = unit(random_vectors(1, seed=9)[0])

    hits = matrix_of(rows, vectors, quick=quick).best(query, np.arange(3000), depth)

    expected = rank_plainly(rows, vectors, query, depth)
    assert [row for row, _ in hits] == [row for row, _ in expected]
    assert [score for _, score in hits] == pytest.approx([score for _, score in expected])


@pytest.mark.parametrize("quick", [True, False])
def test_equal_vectors_have_equal_scores_and_come_by_row(quick):
    vectors = np.repeat(random_vectors(1), 1501, axis=0)
    rows = list(range(1501, 0, -1))

    hits = matrix_of(rows, vectors, quick=quick).best(unit(vectors[0]), np.arange(1501), 20)

    assert hits == [(row, 1.0) for row in range(1, 21)]


def test_vectors_of_zeros_score_zero():
    matrix = matrix_of(
        [3, 2, 1], [np.zeros(DIMENSIONS), -np.ones(DIMENSIONS), np.zeros(DIMENSIONS)]
    )

    assert matrix.best(unit(np.ones(DIMENSIONS)), np.arange(3), 3) == [
        (1, 0.0),
        (3, 0.0),
        (2, -1.0),
    ]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["put", "remove", "pack"]), st.integers(0, 8), st.integers(0, 5)),
        max_size=30,
    )
)
def test_any_history_ends_in_the_same_search(steps):
    vectors = random_vectors(6)
    matrix, expected = matrix_of([], np.empty((0, DIMENSIONS))), {}
    for action, row, vector in steps:
        if action == "put":
            matrix.put(np.array([row], dtype=np.int64), vectors[vector : vector + 1])
            expected[row] = vector
        elif action == "remove":
            matrix.remove([row])
            expected.pop(row, None)
        else:
            matrix.pack()
    fresh = matrix_of(sorted(expected), vectors[[expected[row] for row in sorted(expected)]])
    query = unit(np.ones(DIMENSIONS))

    assert matrix.count() == len(expected)
    assert matrix.best(query, matrix.live_slots(), 9) == fresh.best(query, fresh.live_slots(), 9)


def test_a_replay_of_the_same_vector_keeps_its_slot():
    matrix = matrix_of([1, 2], random_vectors(2))

    fallen = matrix.put(np.array([2, 1], dtype=np.int64), random_vectors(2)[::-1])

    assert fallen.size == 0
    assert matrix.rows.tolist() == [1, 2]


def test_a_replaced_vector_leaves_an_empty_slot_until_packed():
    matrix = matrix_of([1, 2], random_vectors(2))

    fallen = matrix.put(np.array([1], dtype=np.int64), random_vectors(1, seed=5))

    assert fallen.tolist() == [0]
    assert matrix.rows.tolist() == [EMPTY, 2, 1]
    matrix.pack()
    assert matrix.rows.tolist() == [1, 2]


def test_rows_are_looked_up_in_any_order_each_once():
    matrix = matrix_of([5, 3, 9], random_vectors(3))

    assert matrix.slots_of([9, 5, 9, 4]).tolist() == [0, 2]
    assert matrix.slots_of([]).tolist() == []


def test_stored_vectors_that_are_none_are_left_out():
    good, other = random_vectors(2)
    broken = good.copy()
    broken[3] = np.nan
    pairs = [(1, good.tobytes()), (2, broken.tobytes()), (3, b"short"), (1, other.tobytes())]

    rows, vectors, left_out = read_vectors(pairs, DIMENSIONS)

    assert rows.tolist() == [1]
    assert np.array_equal(vectors, [other])
    assert left_out == 2
