"""What is stored of a chunk, and what balances it."""

import pytest

from kebab.catalog.records import IndexedChunk
from workers.shard.entries import AVERAGES, LENGTHS, counterweights, entry_fields, pads


def chunk(text, title="T", heading_path=("H",)):
    return IndexedChunk(
        1, "d", text, heading_path, title, "docs/run-app.md", "markdown", "en", ("x",), "primary",
        "default", "note", 5,
    )  # fmt: skip


SIZES = [0, 1, 20, 37, 38, 39, 41, 90, 299, 300, 301, 311, 312, 313, 599, 600, 601, 5000, 12_345]


@pytest.mark.parametrize("size", SIZES)
def test_fields_are_balanced_to_the_average_length(size):
    entry = entry_fields(chunk("word " * size))
    entries = [entry, *counterweights(entry)]

    for field, average in AVERAGES.items():
        assert sum(len(e.get(field, "").split()) for e in entries) == average * len(entries)


@pytest.mark.parametrize("size", SIZES)
def test_every_length_is_one_that_a_byte_keeps(size):
    entry = entry_fields(chunk("word " * size, "title " * 43, ("heading " * 57,)))
    entries = [entry, *counterweights(entry), pads(AVERAGES)]

    assert all(len(e.get(field, "").split()) in LENGTHS for e in entries for field in AVERAGES)


def test_few_entries_balance_a_chunk_of_usual_size():
    numbers = [len([*counterweights(entry_fields(chunk("word " * n)))]) for n in range(500)]

    assert max(numbers) <= 3
    assert sum(numbers) / len(numbers) < 2.2


def test_the_body_holds_path_title_and_headings():
    body = entry_fields(chunk("text", "My title", ("One", "Two")))["body"].split()

    assert {"run", "app", "titl", "one", "two", "text"} <= {*body}


def test_all_entries_of_a_chunk_can_be_deleted_by_its_row():
    entry = entry_fields(chunk("word " * 2000))

    assert all(fields["row"] == 1 for fields in counterweights(entry))
