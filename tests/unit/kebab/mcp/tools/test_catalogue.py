"""The declared tools as hosts read them."""

from __future__ import annotations

import json
import re

import pytest
from mcp_types import version

from kebab.mcp.handshake import HANDSHAKE_VERSIONS
from kebab.mcp.opening import Opening
from kebab.mcp.profiles import all_profiles, load_profile
from kebab.mcp.resources import TEMPLATES
from kebab.mcp.server import build_server
from kebab.mcp.tool import Service
from kebab.mcp.tools.catalogue import (
    MODERN_VERSIONS,
    RESOURCE_TEMPLATES,
    all_tools,
    capabilities_manifest,
    hwp_tools,
    knowledge_tools,
    tools_of,
)
from kebab.settings.model import McpSettings

BUDGET_BYTES = 8000
WRITING = {
    *("hwp_close", "hwp_doc_save", "hwp_doc_fill_fields", "hwp_doc_replace_text"),
    *("hwp_doc_set_cell", "hwp_export_svg", "hwp_export_markdown", "hwp_batch_fill"),
    "hwp_run_plan",
}
TYPES = {"string", "integer", "number", "boolean", "array", "object"}
FORBIDDEN = {"$ref", "$defs", "oneOf", "anyOf", "allOf", "not", "const", "format", "pattern"}


async def listing(profile: str) -> list[dict]:
    server = build_server(Service(Opening(None), McpSettings(profile=profile)), "")
    tools = [tool.to_mcp_tool() for tool in await server.list_tools()]
    return [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools]


def schemas(schema: dict):
    yield schema
    for inner in [*schema.get("properties", {}).values(), schema.get("items")]:
        if inner is not None:
            yield from schemas(inner)


def test_the_listing_fits_its_budget():
    manifest = capabilities_manifest(load_profile("knowledge"))
    tools = [
        {
            "name": tool.name,
            "title": tool.title,
            "description": tool.description,
            "inputSchema": tool.input_schema,
            "annotations": tool.annotations,
        }
        for tool in manifest.tools
    ]

    assert len(json.dumps({"tools": tools}, separators=(",", ":")).encode()) <= BUDGET_BYTES


@pytest.mark.parametrize("tool", all_tools(), ids=lambda tool: tool.name)
def test_every_host_can_read_a_tools_schema(tool):
    assert re.fullmatch(r"[a-z][a-z0-9_]{0,39}", tool.name)
    assert tool.title
    assert 25 <= len(tool.description) <= 700
    assert tool.input_schema["type"] == "object"
    assert set(tool.input_schema) <= {"type", "properties", "required", "additionalProperties"}
    for schema in schemas(tool.input_schema):
        assert schema["type"] in TYPES
        assert not FORBIDDEN & set(schema)
        assert schema["type"] != "array" or schema["items"]["type"] in TYPES
        assert all(isinstance(value, str) for value in schema.get("enum", []))


@pytest.mark.parametrize("tool", knowledge_tools(), ids=lambda tool: tool.name)
def test_a_schema_has_the_fields_of_the_input_and_its_limits(tool):
    fields = tool.input_model.model_fields

    assert list(tool.input_schema["properties"]) == list(fields)
    required = [name for name, field in fields.items() if field.is_required()]
    assert tool.input_schema.get("required", []) == required


def test_only_forget_destroys_and_only_reading_tools_claim_to_read():
    tools = {tool.name: tool for tool in knowledge_tools()}

    assert [name for name, tool in tools.items() if tool.destructive] == ["forget"]
    writing = {"ingest_file", "ingest_stdin", "forget"}
    assert {name for name, tool in tools.items() if not tool.read_only} == writing


@pytest.mark.parametrize("tool", hwp_tools(), ids=lambda tool: tool.name)
def test_hwp_tool_that_may_replace_a_file_says_that_it_destroys(tool):
    properties = tool.input_schema["properties"]

    assert tool.destructive == ("overwrite" in properties)
    assert tool.read_only == (tool.name not in WRITING and "output" not in properties)
    assert ("docId" in properties) <= (tool.cli == "")


@pytest.mark.anyio
@pytest.mark.parametrize("profile", all_profiles(), ids=lambda profile: profile.name)
async def test_the_manifest_is_what_the_server_lists(profile):
    manifest = capabilities_manifest(profile)
    listed = {tool["name"]: tool for tool in await listing(profile.name)}

    assert list(listed) == [tool.name for tool in manifest.tools]
    for tool in manifest.tools:
        shown = listed[tool.name]
        assert shown["inputSchema"] == tool.input_schema
        assert shown["annotations"] == tool.annotations
        assert shown["description"] == tool.description
        assert shown["title"] == tool.title
        assert "_meta" not in shown
        assert "outputSchema" not in shown


def test_every_tool_is_in_a_profile_that_is_not_everything():
    named = set().union(*(profile.tools for profile in all_profiles()))

    assert named == {tool.name for tool in all_tools()}


@pytest.mark.parametrize("profile", all_profiles(), ids=lambda profile: profile.name)
def test_recipe_calls_tools_of_its_profile_with_arguments_that_they_take(profile):
    tools = {tool.name: tool for tool in tools_of(profile)}

    assert profile.recipe
    for step in profile.recipe:
        schema = tools[step.tool].input_schema
        assert step.arguments.keys() <= schema["properties"].keys()
        assert step.arguments.keys() >= set(schema.get("required", []))


def test_the_default_profile_is_the_knowledge_base():
    assert McpSettings().profile == "knowledge"
    assert tools_of(load_profile("knowledge")) == knowledge_tools()
    assert tools_of(load_profile("all")) == all_tools()


def test_the_versions_are_the_sdks():
    assert tuple(version.HANDSHAKE_PROTOCOL_VERSIONS) == HANDSHAKE_VERSIONS
    assert tuple(version.MODERN_PROTOCOL_VERSIONS) == MODERN_VERSIONS


def test_the_resource_templates_are_the_served_ones():
    assert tuple(template.uri_template for template in TEMPLATES) == RESOURCE_TEMPLATES
