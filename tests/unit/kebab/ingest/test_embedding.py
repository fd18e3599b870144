"""Chunks become calls of a bounded size, and answers become half floats."""

from __future__ import annotations

import struct

import pytest

from kebab.catalog.writer import MissingVector
from kebab.errors import ProviderError
from kebab.ingest.embedding import cut_units, group_passages, to_half_floats


def chunk(row, tokens, key=None):
    name = key or f"text {row}"
    return MissingVector(row, "d", name.encode(), "", (), name, tokens)


def test_equal_passages_are_embedded_once():
    passages = group_passages([chunk(1, 5, "x"), chunk(2, 5, "y"), chunk(3, 5, "x")])

    assert [(p.text, p.rows) for p in passages] == [("x", (1, 3)), ("y", (2,))]


def test_units_hold_about_so_many_tokens_and_every_passage_once():
    units = cut_units(group_passages([chunk(row, 100) for row in range(40)]), 1000)

    assert all(sum(passage.tokens for passage in unit) <= 1000 for unit in units)
    assert sorted(row for unit in units for p in unit for row in p.rows) == list(range(40))


def test_passage_longer_than_a_unit_is_a_unit():
    assert len(cut_units(group_passages([chunk(1, 5000), chunk(2, 5000)]), 1000)) == 2


def test_vectors_are_stored_as_half_floats():
    vectors = struct.pack("<4f", 0.5, -1.0, 0.25, 0.0)

    assert to_half_floats(vectors, 2, 2) == [
        struct.pack("<2e", 0.5, -1.0),
        struct.pack("<2e", 0.25, 0),
    ]


@pytest.mark.parametrize(
    "vectors",
    [
        b"",
        b"123",
        struct.pack("<f", 1),
        struct.pack("<2f", 1, float("nan")),
        struct.pack("<2f", 1, 1e9),
    ],
)
def test_answer_that_is_no_vector_is_an_error(vectors):
    with pytest.raises(ProviderError):
        to_half_floats(vectors, 1, 2)
