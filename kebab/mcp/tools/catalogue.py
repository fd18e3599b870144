"""Every tool in the order of the listing, and the manifest of them all."""

from __future__ import annotations

from kebab import __version__
from kebab.mcp import handshake
from kebab.mcp.tools import ask, documents, ingest, search, state
from kebab.mcp.tools.declaration import ToolDeclaration
from kebab.wire.capabilities import CapabilitiesManifest, ToolCapability

MODERN_VERSIONS = ("2026-07-28",)
RESOURCE_TEMPLATES = ("kebab://doc/{doc_id}", "kebab://chunk/{chunk_id}")


def all_tools() -> tuple[ToolDeclaration, ...]:
    """Return every declaration; the ones an agent needs first come first."""
    reading = (
        *(search.SEARCH, ask.ASK, documents.FETCH),
        *(documents.LIST_DOCS, search.BULK_SEARCH),
    )
    return (*reading, *state.TOOLS, *ingest.TOOLS, documents.FORGET)


def capabilities_manifest() -> CapabilitiesManifest:
    """Describe the server as a host will see it."""
    return CapabilitiesManifest(
        schema_version="capabilities.v1",
        name=handshake.NAME,
        kebab_version=__version__,
        protocol_versions=[*handshake.HANDSHAKE_VERSIONS, *MODERN_VERSIONS],
        capabilities=handshake.CAPABILITIES,
        tools=[_capability(tool) for tool in all_tools()],
        resource_templates=list(RESOURCE_TEMPLATES),
    )


def _capability(tool: ToolDeclaration) -> ToolCapability:
    return ToolCapability(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.input_schema,
        annotations=tool.hints(),
        cli=tool.cli,
    )
