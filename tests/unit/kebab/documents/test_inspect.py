"""What is said of a document and of a chunk."""

from __future__ import annotations

import pytest

from kebab.documents.inspect import inspect_chunk, inspect_document
from kebab.errors import ChunkNotFoundError, DocumentNotFoundError
from kebab.wire.documents import ChunkInspection, DocumentInspection
from kebab.wire.wire_object import to_json

TEXT = "one\ntwo\nthree\nfour\n"


def test_document_shows_its_outline(corpus):
    document = corpus.add("a.md", TEXT, metadata={"user": {"x": [1]}}, warnings=("odd",))

    shown = inspect_document(corpus.reader, "a.md")

    assert shown.document.doc_id == document.id
    assert [(c.source_spans[0].start, c.source_spans[0].end) for c in shown.chunks] == [
        (1, 3),
        (4, 4),
    ]
    assert not any(chunk.has_vector for chunk in shown.chunks)
    assert DocumentInspection.model_validate_json(to_json(shown)) == shown


def test_chunk_shows_its_document_and_model(corpus):
    document = corpus.add("a.md", TEXT)
    chunk = corpus.reader.chunks_of(document.id)[0]
    missing = corpus.writer.missing_vectors("m", 0, 1)[0]
    corpus.writer.put_vectors("m", [(chunk.row, missing.passage_key, b"\0\0")], 1)

    shown = inspect_chunk(corpus.reader, chunk.chunk_id)

    assert (shown.doc_path, shown.text) == ("a.md", "one\ntwo\nthree")
    assert shown.embedding_model == "m"
    assert ChunkInspection.model_validate_json(to_json(shown)) == shown


def test_unknown_ids_are_their_own_errors(corpus):
    with pytest.raises(ChunkNotFoundError):
        inspect_chunk(corpus.reader, "nothing")
    with pytest.raises(DocumentNotFoundError):
        inspect_document(corpus.reader, "nothing")
