"""Every tool in the order of the listing, and the manifest of them."""

from __future__ import annotations

from kebab import __version__
from kebab.mcp import handshake
from kebab.mcp.profiles import Profile, all_profiles
from kebab.mcp.tools import ask, documents, ingest, search, state
from kebab.mcp.tools.declaration import ToolDeclaration
from kebab.mcp.tools.hwp import batches, describe, editing, inspection, pages, reading, sessions
from kebab.wire.capabilities import (
    CapabilitiesManifest,
    ProfileCapability,
    RecipeCall,
    ToolCapability,
)

MODERN_VERSIONS = ("2026-07-28",)
RESOURCE_TEMPLATES = ("kebab://doc/{doc_id}", "kebab://chunk/{chunk_id}")


def knowledge_tools() -> tuple[ToolDeclaration, ...]:
    """Return the tools of the knowledge base; the ones an agent needs first come first."""
    reading_first = (
        *(search.SEARCH, ask.ASK, documents.FETCH),
        *(documents.LIST_DOCS, search.BULK_SEARCH),
    )
    return (*reading_first, *state.TOOLS, *ingest.TOOLS, documents.FORGET)


def hwp_tools() -> tuple[ToolDeclaration, ...]:
    """Return the tools for single documents: by path, then those of a session."""
    by_path = (
        *reading.SEVEN,
        *reading.STATELESS,
        *pages.STATELESS,
        *editing.STATELESS,
        *inspection.STATELESS,
        *batches.STATELESS,
        *describe.STATELESS,
    )
    in_session = (
        *(sessions.OPEN, sessions.LIST),
        *reading.SESSION,
        sessions.RENDER,
        *editing.SESSION,
        *(sessions.SAVE, sessions.CLOSE),
    )
    return (*by_path, *in_session)


def all_tools() -> tuple[ToolDeclaration, ...]:
    """Return every declaration."""
    return (*knowledge_tools(), *hwp_tools())


def tools_of(profile: Profile) -> tuple[ToolDeclaration, ...]:
    """Return the declarations of a profile: the only tools that it lists and that can be called."""
    return tuple(tool for tool in all_tools() if profile.has(tool.name))


def capabilities_manifest(profile: Profile) -> CapabilitiesManifest:
    """Describe the server as a host will see it under this profile."""
    return CapabilitiesManifest(
        schema_version="capabilities.v1",
        name=handshake.NAME,
        kebab_version=__version__,
        protocol_versions=[*handshake.HANDSHAKE_VERSIONS, *MODERN_VERSIONS],
        capabilities=handshake.CAPABILITIES,
        tools=[_capability(tool) for tool in tools_of(profile)],
        resource_templates=list(RESOURCE_TEMPLATES),
        profile=_described(profile),
        profiles=[_described(one, recipe=False) for one in all_profiles()],
    )


def _described(profile: Profile, *, recipe: bool = True) -> ProfileCapability:
    steps = [
        RecipeCall(tool=step.tool, arguments=step.arguments, why=step.why)
        for step in profile.recipe
    ]
    more = {"recipe": steps} if recipe else {}
    return ProfileCapability(
        name=profile.name, korean=profile.korean, summary=profile.summary, **more
    )


def _capability(tool: ToolDeclaration) -> ToolCapability:
    more = {} if tool.cli else {"server_only": True}
    return ToolCapability(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.input_schema,
        annotations=tool.hints(),
        cli=tool.cli,
        **more,
    )
