"""A tool is declared once: the listing, the manifest, the README and the commands agree."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kebab.cli.group import main
from kebab.mcp.tools.catalogue import all_tools, knowledge_tools
from kebab.mcp.tools.table import TABLES, with_table, with_tables
from kebab.wire.publish import published_models

README = Path(__file__).resolve().parents[2] / "README.md"
LISTING_BUDGET_BYTES = 8_000
FLAT = {"string", "integer", "number", "boolean", "array", "object"}
COMBINING = {"$ref", "$defs", "oneOf", "anyOf", "allOf", "not", "if"}


@pytest.fixture(scope="module")
def listed(server):
    return server.ask("tools/list")["tools"]


@pytest.fixture(scope="module")
def manifest(product):
    return product.read("capabilities", "--mcp")


def schemas(schema):
    yield schema
    for inner in [*schema.get("properties", {}).values(), schema.get("items")]:
        if inner is not None:
            yield from schemas(inner)


def test_listing_and_manifest_are_the_declarations(listed, manifest):
    declared = [
        (tool.name, tool.title, tool.description, tool.input_schema) for tool in knowledge_tools()
    ]

    assert declared == [(t["name"], t["title"], t["description"], t["inputSchema"]) for t in listed]
    assert declared == [
        (t["name"], t["title"], t["description"], t["input_schema"]) for t in manifest["tools"]
    ]
    assert [t["annotations"] for t in listed] == [t["annotations"] for t in manifest["tools"]]


def test_listing_on_the_wire_fits_its_budget_and_is_flat(listed):
    text = json.dumps(listed, ensure_ascii=False, separators=(",", ":"))

    assert len(text.encode()) < LISTING_BUDGET_BYTES
    for tool in listed:
        assert len(tool["name"]) <= 40
        for schema in schemas(tool["inputSchema"]):
            assert schema["type"] in FLAT
            assert not COMBINING & schema.keys()


def test_greeting_says_what_the_manifest_says(product, manifest):
    with product.serve() as server:
        hello = server.ask("resources/templates/list")

    assert [t["uriTemplate"] for t in hello["resourceTemplates"]] == manifest["resource_templates"]


def test_readme_has_the_tables_of_the_declarations():
    readme = README.read_text("utf-8")

    for name in TABLES:
        assert readme.count(f"<!-- {name} -->") == readme.count(f"<!-- /{name} -->") == 1
    assert readme == with_tables(readme), "run python -m kebab.mcp.tools.table"


def test_table_goes_between_the_markers_and_leaves_the_rest():
    begin, end = "<!-- tools -->", "<!-- /tools -->"

    written = with_table(f"a\n{begin}\nold\n{end}\nb", "tools", "new")

    assert written == f"a\n{begin}\nnew\n{end}\nb"
    assert with_table("", "tools", "new") == f"{begin}\nnew\n{end}\n"


COMMANDS = [tool for tool in all_tools() if tool.cli]


@pytest.mark.parametrize("tool", COMMANDS, ids=lambda tool: tool.name)
def test_command_of_a_tool_exists_and_prints_json(tool):
    words = re.sub(r"<.*", "", tool.cli).split()
    found = main.get_command(None, words[1])
    if words[1] == "hwp":
        found = found.get_command(None, words[2])

    assert words[0] == "kebab"
    assert found is not None
    assert "--json" in {name for one in found.params for name in one.opts} & set(words)


def test_schemas_told_by_the_base_are_the_published_ones(product):
    told = product.read("schema")["wire"]["schemas"]

    assert told == sorted(published_models())
