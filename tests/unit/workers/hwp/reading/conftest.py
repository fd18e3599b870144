"""Asks for one operation on a document, with the arguments that the front fills in."""

import pytest

from workers.extract.limits import Limits
from workers.hwp.open_document import OpenDocument
from workers.hwp.requests import operation_named
from workers.hwp.source import SourceFile

PAGED = {"limit": 50, "cursor": None}
DEFAULTS = {
    "text": {"page": None, "scope": "all", "max_chars": 8000, "cursor": None},
    "blocks": {"kinds": [], "scope": "all", **PAGED},
    "markup": {"format": "markdown", "include_css": False, "max_chars": 8000, "cursor": None},
    "chunks": {
        "mode": "paragraph",
        "size": 500,
        "overlap": 50,
        "include_furniture": False,
        **PAGED,
    },
    "tables": {"table": None, **PAGED},
    "table_csv": {"table": 0, "bom": False},
    "structure": {"mode": "auto", **PAGED},
    "digest": {"max_chars": 4000},
    "search": {
        "case_sensitive": False,
        "regex": False,
        "scope": "all",
        "max_matches": 20,
        "context_chars": 60,
        "with_page": False,
        "cursor": None,
    },
    "extract_data": {"kind": "all", **PAGED},
}


@pytest.fixture
def opened():
    """Give a function that opens a document's bytes; all are closed at the end."""
    documents = []

    def open_(data, path="a.hwpx", **limits):
        documents.append(OpenDocument(SourceFile(path, data, 0, "0" * 64), Limits(**limits)))
        return documents[-1]

    yield open_
    for document in documents:
        document.close()


@pytest.fixture
def ask(opened):
    """Give a function that carries out an operation on bytes or on an open document."""

    def ask_(document, operation, **args):
        if isinstance(document, bytes):
            document = opened(document)
        return operation_named(operation)(document, {**DEFAULTS.get(operation, {}), **args})

    return ask_


@pytest.fixture
def walk(ask):
    """Give a function that follows the cursors of an operation and returns its results."""

    def walk_(document, operation, **args):
        results = [ask(document, operation, **args).result]
        while results[-1]["next_cursor"] is not None:
            assert results[-1]["truncated"]
            results.append(
                ask(document, operation, **args, cursor=results[-1]["next_cursor"]).result
            )
        assert not results[-1]["truncated"]
        return results

    return walk_
