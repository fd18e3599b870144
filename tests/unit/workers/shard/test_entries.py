"""What is stored of a chunk, and what balances it."""

import pytest

from kebab.catalog.records import IndexedChunk
from workers.shard.entries import AVERAGES, counterweights, entry_fields


def chunk(text, title="T", heading_path=("H",)):
    return IndexedChunk(
        1, "d", text, heading_path, title, "docs/run-app.md", "markdown", "en", ("x",), "primary",
        "default", "note", 5,
    )  # fmt: skip


@pytest.mark.parametrize("size", [0, 1, 299, 300, 301, 599, 600, 601, 5000])
def test_fields_are_balanced_to_the_average_length(size):
    entry = entry_fields(chunk("word " * size))
    entries = [entry, *counterweights(entry)]

    for field, average in AVERAGES.items():
        assert sum(len(e.get(field, "").split()) for e in entries) == average * len(entries)


def test_the_body_holds_path_title_and_headings():
    body = entry_fields(chunk("text", "My title", ("One", "Two")))["body"].split()

    assert {"run", "app", "titl", "one", "two", "text"} <= {*body}


def test_all_entries_of_a_chunk_can_be_deleted_by_its_row():
    entry = entry_fields(chunk("word " * 2000))

    assert all(fields["row"] == 1 for fields in counterweights(entry))
