"""Measuring and pruning what is kept so that it is derived once."""

from __future__ import annotations

import pytest

from kebab.catalog.reader import CatalogReader
from kebab.catalog.writer import CatalogWriter
from kebab.documents.cached import describe_cache

DAY_MS = 24 * 3600 * 1000
NOW_MS = 100 * DAY_MS


@pytest.fixture
def catalog(tmp_path):
    path = tmp_path / "catalog.sqlite"
    writer = CatalogWriter(path)
    reader = CatalogReader(path)
    yield writer, reader
    reader.close()
    writer.close()


def test_entries_are_counted_by_kind(catalog):
    writer, reader = catalog
    writer.put_vectors("e5", [(1, b"k1", b"1234"), (2, b"k2", b"5678")], NOW_MS)
    writer.put_derivation("ocr:1", b"page", b"text", NOW_MS - DAY_MS)

    report = describe_cache(reader)

    assert [(one.kind, one.entries, one.size_bytes, one.unused) for one in report.kinds] == [
        ("embedding:e5", 2, 8, 2),
        ("ocr:1", 1, 4, None),
    ]
    assert (report.entries, report.size_bytes, report.pruned) == (3, 12, None)
    assert report.kinds[1].last_used_at.startswith("1970-04-10")


def test_nothing_kept_is_an_empty_report(catalog):
    report = describe_cache(catalog[1], pruned=4)

    assert (report.entries, report.size_bytes, report.kinds, report.pruned) == (0, 0, [], 4)
