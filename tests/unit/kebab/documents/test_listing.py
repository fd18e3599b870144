"""Which documents are listed, and in which pages."""

from __future__ import annotations

import pytest

from kebab.documents.listing import list_documents
from kebab.errors import StaleCursorError
from kebab.wire.documents import DocumentList
from kebab.wire.inputs import ListInput
from kebab.wire.wire_object import to_json


@pytest.fixture
def listed(corpus):
    for number in range(7):
        corpus.add(f"docs/{number}.md", "text\n", tags=("odd",) if number % 2 else ("even", "x"))
    corpus.add("readme.txt", "text\n", media="text", lang="ko", source="other")
    return lambda **request: list_documents(corpus.reader, ListInput(**request))


def paths(page):
    return [document.doc_path for document in page.documents]


@pytest.mark.parametrize(
    ("filters", "count"),
    [
        ({}, 8),
        ({"path_glob": "*"}, 1),
        ({"path_glob": "**/*.md"}, 7),
        ({"path_glob": "docs/[0"}, 0),
        ({"media": ["txt"]}, 1),
        ({"lang": ["KO", "ja"]}, 1),
        ({"tags": ["odd", "x"]}, 7),
        ({"tags": ["even"], "source": ["default"]}, 4),
        ({"source": ["nowhere"]}, 0),
    ],
)
def test_filters_are_and_between_fields_and_or_within_one(listed, filters, count):
    page = listed(**filters)

    assert (len(page.documents), page.total) == (count, count)


def test_pages_go_on_after_the_last_path_even_when_documents_come_and_go(corpus, listed):
    first = listed(limit=3)
    corpus.add("aaa.md", "text\n")
    corpus.writer.delete_document(corpus.reader.find_documents("docs/1.md")[0].id)
    second = listed(limit=100, cursor=first.next_cursor)

    assert paths(first) == ["docs/0.md", "docs/1.md", "docs/2.md"]
    assert paths(second) == ["docs/3.md", "docs/4.md", "docs/5.md", "docs/6.md", "readme.txt"]
    assert second.next_cursor is None


def test_cursor_of_another_list_is_stale(listed):
    cursor = listed(limit=3).next_cursor

    with pytest.raises(StaleCursorError):
        listed(limit=3, cursor=cursor, media=["text"])


def test_list_round_trips_through_its_wire_form(listed):
    page = listed(limit=2)

    assert DocumentList.model_validate_json(to_json(page)) == page
    assert '"schema_version":"doc_summary.v1"' in to_json(page)
