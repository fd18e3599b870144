"""What is removed, and what is not."""

from __future__ import annotations

import pytest

from kebab.documents.forget import forget
from kebab.errors import DocumentNotFoundError


def test_named_documents_leave_the_index_and_their_files_stay(corpus):
    document = corpus.add("a.md", "one\ntwo\nthree\nfour\n")
    corpus.add("b.md", "one\n")

    report = forget(corpus.reader, corpus.writer, ["a.md", document.id])

    assert (report.documents, report.chunks) == ([document.id], 2)
    assert [d.path for d in corpus.reader.documents()] == ["b.md"]
    assert (corpus.root / "a.md").exists()


def test_one_unknown_name_removes_nothing(corpus):
    corpus.add("a.md", "one\n")

    with pytest.raises(DocumentNotFoundError):
        forget(corpus.reader, corpus.writer, ["a.md", "b.md"])

    assert corpus.reader.document_count() == 1
