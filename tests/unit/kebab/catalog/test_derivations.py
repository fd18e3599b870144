"""What was derived is kept, its use is noted, and what is damaged is nothing."""

from __future__ import annotations

import sqlite3

import pytest

from kebab.catalog.reader import CatalogReader
from kebab.catalog.writer import CatalogWriter

HOUR_MS = 3_600_000


@pytest.fixture
def writer(tmp_path):
    made = CatalogWriter(tmp_path / "catalog.sqlite")
    yield made
    made.close()


def used_at(writer):
    reader = CatalogReader(writer.path)
    try:
        return [one.used_at_ms for one in reader.cache_holdings()]
    finally:
        reader.close()


def test_use_is_noted_once_an_hour(writer):
    writer.put_derivation("parse:x", b"k", b"value", 0)
    soon = writer.get_derivation("parse:x", b"k", HOUR_MS - 1)
    noted = used_at(writer)
    later = writer.get_derivation("parse:x", b"k", HOUR_MS)

    assert (soon, later) == (b"value", b"value")
    assert (noted, used_at(writer)) == ([0], [HOUR_MS])


def test_what_was_used_since_is_not_pruned(writer):
    writer.put_derivation("parse:x", b"old", b"1", 0)
    writer.put_derivation("parse:x", b"used", b"2", 0)
    writer.get_derivation("parse:x", b"used", 2 * HOUR_MS)

    assert writer.prune_derivations(HOUR_MS) == 1
    assert writer.get_derivation("parse:x", b"old", 0) is None
    assert writer.get_derivation("parse:x", b"used", 0) == b"2"


def test_damaged_value_is_none_until_it_is_put_again(writer):
    writer.put_derivation("parse:x", b"k", b"value", 0)
    with sqlite3.connect(writer.path) as db:
        db.execute("UPDATE derivations SET value = x'00'")
    damaged = writer.get_derivation("parse:x", b"k", 0)
    writer.put_derivation("parse:x", b"k", b"value", 0)

    assert damaged is None
    assert writer.get_derivation("parse:x", b"k", 0) == b"value"
