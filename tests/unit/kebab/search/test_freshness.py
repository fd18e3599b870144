"""When a file is no longer what was indexed."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest
from blake3 import blake3

from kebab.search.freshness import FRESH, GONE, STALE, probe


@pytest.fixture
def document(corpus):
    row = corpus.add(1, "text\n")
    found = corpus.reader.get_document(corpus.reader.chunks_by_rows([row])[row].document_id)
    return replace(found, content_hash=blake3(b"text\n").hexdigest())


def test_untouched_file_is_fresh(document):
    assert probe(document) is FRESH


def test_rewritten_file_with_the_same_content_is_fresh(document):
    os.utime(document.disk_path, (1, 1))

    assert probe(document) is FRESH


def test_other_content_is_stale_even_with_the_same_size(document, tmp_path):
    (tmp_path / document.path).write_text("next\n")
    os.utime(document.disk_path, (1, 1))

    assert probe(document) is STALE


def test_file_that_is_gone_says_so(document, tmp_path):
    (tmp_path / document.path).unlink()

    assert probe(document) is GONE
    assert probe(replace(document, disk_path=f"{document.disk_path}/below")) is GONE


def test_document_without_a_file_is_fresh(document):
    assert probe(replace(document, disk_path=None)) is FRESH


def test_path_that_no_file_can_have_is_stale(document):
    assert probe(replace(document, disk_path="a\0b")) is STALE
