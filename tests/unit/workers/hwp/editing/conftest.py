"""A form that the tests write themselves, and editors of it."""

import pytest
from hwpx import HwpxDocument
from support.hwp_forms import build, shapes, write_form

from workers.extract.limits import Limits
from workers.hwp.editing.editor import Editor
from workers.hwp.open_document import OpenDocument
from workers.hwp.source import SourceFile


@pytest.fixture(scope="session")
def form():
    """Write a form with a table, another in its last cell, fields, a note, a box, and a header."""
    return build(write_form)


@pytest.fixture(scope="session")
def form_in_hwp5(form):
    """Write the same as HWP 5."""
    return HwpxDocument.open(form).to_bytes(format="hwp")


@pytest.fixture
def opened():
    """Give a function that opens a document for requests, and closes it at the end."""
    documents = []

    def open_(data, **limits):
        source = SourceFile("form.hwpx", data, 0, "0" * 64)
        documents.append(OpenDocument(source, Limits(**limits)))
        return documents[-1]

    yield open_
    for document in documents:
        document.close()


@pytest.fixture
def edited():
    """Give a function that opens an editor."""

    def open_(data):
        return Editor(data, "form.hwpx", lambda: shapes(data))

    return open_
