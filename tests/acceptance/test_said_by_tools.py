"""What is said of a single document by a tool and by its command is the same."""

from __future__ import annotations

import json

import pytest
from support.product import SETTINGS, Product

SAID = {"tags": ["ore", "steel"], "metadata": {"owner": "Kim", "year": 2026}}
FLAGS = ("--tag", "ore", "--tag", "steel", "--meta", "owner=Kim", "--meta", "year=2026")


@pytest.fixture(scope="module")
def product(tmp_path_factory):
    return Product(
        tmp_path_factory.mktemp("said"), {"elsewhere/a.md": "# A\n\nAn ore.\n"}, SETTINGS
    )


@pytest.fixture(scope="module")
def server(product):
    with product.serve() as server:
        yield server


def told(server, tool, **arguments):
    text, is_error = server.call(tool, **arguments)
    return json.loads(text), is_error


def test_file_that_a_tool_has_added_is_unchanged_for_the_command(product, server):
    path = str(product.folder / "elsewhere" / "a.md")
    added, is_error = told(server, "ingest_file", path=path, **SAID)
    again = product.read("ingest-file", path, *FLAGS)
    (document,) = product.read("list", "--tag", "ore")["documents"]
    inspected = product.read("inspect", "doc", document["doc_id"])

    assert not is_error
    assert (added["new"], again["unchanged"]) == (1, 1)
    assert document["tags"] == ["ore", "steel"]
    assert inspected["metadata"] == {"owner": "Kim", "year": "2026"}


def test_text_that_a_command_has_added_is_unchanged_for_the_tool(product, server):
    added = product.read("ingest-stdin", "--title", "Bog", *FLAGS, stdin="A bog.")
    again, is_error = told(server, "ingest_stdin", content="A bog.", title="Bog", **SAID)

    assert not is_error
    assert (added["new"], again["unchanged"]) == (1, 1)


@pytest.mark.parametrize("metadata", [{"deep": {"a": "b"}}, {"": "b"}, {"a": ["b"]}, "words"])
def test_metadata_that_is_not_flat_is_refused(server, metadata):
    error, is_error = told(server, "ingest_stdin", content="x", title="x", metadata=metadata)

    assert is_error
    assert error["code"] == "invalid_input"
    assert "metadata" in error["message"]
