"""The texts that come with kebab are listed, and read over MCP as they stand in the package."""

from __future__ import annotations

import json

import pytest
from support.wire_claims import PUBLISHED

from kebab.mcp.resource_shelf import CAPABILITIES, shelf
from kebab.settings.packaged import packaged_config
from kebab.wire.publish import published_models

SHELF = {one.uri: one for one in shelf()}


@pytest.fixture(scope="module")
def listed(server):
    return {one["uri"]: one for one in server.ask("resources/list")["resources"]}


def read(server, uri):
    (content,) = server.ask("resources/read", uri=uri)["contents"]
    assert content["uri"] == uri
    return content


def test_list_names_everything_with_a_type_and_a_purpose(listed):
    assert list(listed) == list(SHELF)
    for one in listed.values():
        assert one["mimeType"]
        assert one["name"]
        assert one["description"].endswith(".")


def test_everything_that_the_package_has_for_agents_is_listed(listed):
    files = {
        f"kebab://{folder}/{path.name.removesuffix('.md')}"
        for folder in ("docs", "recipes")
        for path in packaged_config(folder).iterdir()
    }
    schemas = {f"kebab://schemas/{name.removesuffix('.v1')}" for name in published_models()}

    assert set(listed) == files | schemas | {CAPABILITIES}


@pytest.mark.parametrize("uri", [uri for uri, one in SHELF.items() if one.file])
def test_body_is_the_file(server, listed, uri):
    content = read(server, uri)

    assert content["text"] == packaged_config(SHELF[uri].file).read_text("utf-8")
    assert content["mimeType"] == listed[uri]["mimeType"]
    if "json" in content["mimeType"]:
        assert json.loads(content["text"])["$schema"]


def test_schemas_are_the_published_ones(server):
    for path in PUBLISHED.iterdir():
        name = path.name.removesuffix(".schema.json")
        assert read(server, f"kebab://schemas/{name}")["text"] == path.read_text("utf-8")


def test_capabilities_are_what_the_command_prints(server, product):
    ran = product.run("capabilities", "--mcp", "--json")

    assert read(server, CAPABILITIES)["text"] == ran.stdout.removesuffix("\n")


def test_document_and_passage_are_read_by_their_ids(server):
    hit = json.loads(server.call("search", query="backup", k=1)[0])["hits"][0]

    document = read(server, f"kebab://doc/{hit['doc_id']}")["text"]
    passage = read(server, f"kebab://chunk/{hit['chunk_id']}")["text"]

    assert passage
    assert passage.split("\n")[0] in document
