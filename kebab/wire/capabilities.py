"""capabilities.v1: what the MCP server declares, for people and programs that register it."""

from __future__ import annotations

from typing import Any, Literal

from kebab.wire.wire_object import WireObject


class ToolCapability(WireObject):
    """One tool as `tools/list` shows it, and the command that prints the same bytes.

    A tool that is `server_only` works on a document that a server keeps open; it has no command.
    """

    name: str
    title: str
    description: str
    input_schema: dict[str, Any]
    annotations: dict[str, bool]
    cli: str
    server_only: bool = False


class RecipeCall(WireObject):
    """One call of a recipe. Texts in angle brackets stand for what the caller knows."""

    tool: str
    arguments: dict[str, Any]
    why: str


class ProfileCapability(WireObject):
    """A selection of tools, and in which order they are used."""

    name: str
    korean: str
    summary: str
    recipe: list[RecipeCall] = []


class CapabilitiesManifest(WireObject):
    """Everything a host can learn from the server without starting it."""

    schema_version: Literal["capabilities.v1"] = "capabilities.v1"
    name: str
    kebab_version: str
    protocol_versions: list[str]
    capabilities: dict[str, Any]
    tools: list[ToolCapability]
    resource_templates: list[str]
    profile: ProfileCapability | None = None
    profiles: list[ProfileCapability] = []
