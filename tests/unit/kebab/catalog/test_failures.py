"""Failures of files in the catalog: kept by source and path, gone with what they stood for."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import pytest

from kebab.catalog.ids import document_id
from kebab.catalog.reader import CatalogReader
from kebab.catalog.records import Failure, NewDocument
from kebab.catalog.writer import CatalogWriter

ERROR = {
    "code": "damaged",
    "message": "a.pdf is \udce9 damaged",
    "hint": "save it anew",
    "details": {"page": 3},
}
FAILURE = Failure("notes", "a.pdf", "/n/a.pdf", 5, 2**62, "hash", "f1", ERROR, 7)
DOCUMENT = NewDocument(
    source_id="notes",
    path="a.pdf",
    media="pdf",
    title="A",
    lang="en",
    trust_level="primary",
    source_type="note",
    size_bytes=1,
    mtime_ns=1,
    content_hash="h",
    fingerprint="f",
    parser_version="p",
    chunker_version="c",
)


@pytest.fixture
def catalog(tmp_path):
    path = tmp_path / "catalog.sqlite"
    with closing(CatalogWriter(path)) as writer, closing(CatalogReader(path)) as reader:
        yield writer, reader


def test_failure_comes_back_as_it_was_put_even_with_words_that_are_no_text(catalog):
    writer, reader = catalog
    writer.change_failures([FAILURE])

    assert reader.failures("notes") == [FAILURE]
    assert reader.failures("other") == []


def test_newer_failure_takes_the_place_of_the_one_before(catalog):
    writer, reader = catalog
    later = replace(FAILURE, size_bytes=6, failed_at_ms=8)
    writer.change_failures([FAILURE])
    writer.change_failures([later])

    assert reader.failures("notes") == [later]


def test_only_failures_at_and_below_a_path_are_listed(catalog):
    writer, reader = catalog
    paths = ("a/b.pdf", "a/b/c.pdf", "a/b0.pdf", "ab.pdf")
    writer.change_failures([replace(FAILURE, path=path) for path in paths])

    assert [one.path for one in reader.failures("notes", ["a/b"])] == ["a/b/c.pdf"]
    assert [one.path for one in reader.failures("notes", ["a/b.pdf", "ab.pdf"])] == [
        "a/b.pdf",
        "ab.pdf",
    ]
    assert len(reader.failures("notes", [""])) == len(paths)


def test_dropping_and_putting_the_same_place_at_once_leaves_what_was_put(catalog):
    writer, reader = catalog
    other = replace(FAILURE, path="b.pdf")
    writer.change_failures([FAILURE, other])
    writer.change_failures([FAILURE], dropped=[("notes", "a.pdf"), ("notes", "b.pdf")])

    assert reader.failures("notes") == [FAILURE]


def test_document_that_is_stored_or_deleted_takes_its_failure_along(catalog):
    writer, reader = catalog
    other = replace(FAILURE, source_id="other")
    writer.change_failures([FAILURE, other])
    writer.put_document(DOCUMENT, [], [], 9)
    after_put = reader.failures("notes")
    writer.change_failures([FAILURE])
    writer.delete_document(document_id("notes", "a.pdf"))

    assert (after_put, reader.failures("notes")) == ([], [])
    assert reader.failures("other") == [other]
