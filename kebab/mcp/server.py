"""Build the MCP server: FastMCP with our tools, and our own handlers for them.

FastMCP keeps the tools and the connection's two protocol eras. The handlers registered here on the
server beneath it answer the methods of tools and resources directly: a call is twice as fast, the
first listing does not import a session store, and nothing undeclared is declared. They are private
parts of FastMCP: pyproject.toml pins it, and tests hold the exact answers in both eras.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from typing import Any

# Before FastMCP is imported: it reads `.env` in the folder the host happens to be in, and a setting
# there could turn this server into another one.
os.environ["FASTMCP_ENV_FILE"] = os.devnull
os.environ["FASTMCP_LOG_ENABLED"] = "false"
os.environ["FASTMCP_CHECK_FOR_UPDATES"] = "off"
os.environ["FASTMCP_SHOW_SERVER_BANNER"] = "false"

from fastmcp import FastMCP
from fastmcp.server.low_level import LowLevelServer
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import NotificationOptions
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
    CallToolRequestParams,
    InputRequiredResult,
    ListPromptsResult,
    ListToolsResult,
    PaginatedRequestParams,
    ServerCapabilities,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from kebab import __version__
from kebab.errors import UnknownToolError
from kebab.mcp import handshake, resources
from kebab.mcp.profiles import Profile, all_profiles, load_profile
from kebab.mcp.sampling import HostAnswerMissingError, sampler_of
from kebab.mcp.tool import DeclaredTool, Service
from kebab.mcp.tools.catalogue import all_tools, tools_of
from kebab.mcp.validation import nearest
from kebab.wire.call_id import in_call
from kebab.wire.error import error_object

logger = logging.getLogger(__name__)
LowLevel = LowLevelServer[Any]
Context = ServerRequestContext[Any, Any]
_UNDECLARED = ("prompts", "logging", "completions", "extensions", "experimental")
_UNSERVED = ("prompts/get", "logging/setLevel")


def build_server(service: Service, instructions: str) -> FastMCP[Any]:
    """Build the server with every tool; nothing is opened."""
    server: FastMCP[Any] = FastMCP(
        handshake.NAME,
        instructions,
        version=__version__,
        dereference_schemas=False,
    )
    profile = load_profile(service.settings.profile)
    declarations = tools_of(profile)
    names = [declaration.name for declaration in declarations]
    tools = {}
    for declaration in declarations:
        tool = DeclaredTool.of(declaration, service, names)
        server.add_tool(tool)
        tools[tool.name] = tool
    low = low_level(server)
    _declare_only_what_is_served(low)
    _serve_tools(low, tools, profile)
    resources.serve_resources(low, service, profile)
    return server


def low_level(server: FastMCP[Any]) -> LowLevel:
    """Return the SDK's server beneath FastMCP, which speaks the protocol."""
    return server._mcp_server  # noqa: SLF001 - see above


def _declare_only_what_is_served(low: LowLevel) -> None:
    low.title = handshake.TITLE
    low.notification_options = NotificationOptions()
    # FastMCP's chain and the sealing of states we never have: 0.2 ms a call.
    low.middleware.clear()
    for method in _UNSERVED:
        low._request_handlers.pop(method, None)  # noqa: SLF001 - there is no other way
    derived = low.get_capabilities

    def declared(*args: Any, **options: Any) -> ServerCapabilities:
        return derived(*args, **options).model_copy(update=dict.fromkeys(_UNDECLARED))

    low.get_capabilities = declared  # type: ignore[method-assign]  # there is no switch for it


def _serve_tools(low: LowLevel, tools: Mapping[str, DeclaredTool], profile: Profile) -> None:
    listing = ListToolsResult(tools=[tool.to_mcp_tool() for tool in tools.values()])

    async def list_tools(_ctx: Context, _params: PaginatedRequestParams) -> ListToolsResult:
        return listing

    async def call_tool(
        ctx: Context, params: CallToolRequestParams
    ) -> dict[str, Any] | InputRequiredResult:
        tool = tools.get(params.name)
        if tool is None:
            raise _unknown_tool(params.name, tools, profile)
        arguments, report = params.arguments or {}, ctx.session.report_progress
        try:
            with in_call(ctx.request_id):
                result = await tool.answer(arguments, report, sampler_of(ctx, params))
                logger.debug("%s: %s", tool.name, "error" if "isError" in result else "ok")
        except HostAnswerMissingError as missing:
            return missing.result()
        # The modern era demands it; on the way to older ones the SDK leaves it out.
        return {**result, "resultType": "complete"}

    async def list_prompts(ctx: Context, _params: PaginatedRequestParams) -> ListPromptsResult:
        # Some hosts of the handshake era ask although nothing was declared, and give a server up
        # that refuses; in the modern era an undeclared method must be refused.
        if ctx.protocol_version in MODERN_PROTOCOL_VERSIONS:
            raise MCPError(METHOD_NOT_FOUND, "Method not found", "prompts/list")
        return ListPromptsResult(prompts=[])

    low.add_request_handler("tools/list", PaginatedRequestParams, list_tools)
    low.add_request_handler("tools/call", CallToolRequestParams, call_tool)
    low.add_request_handler("prompts/list", PaginatedRequestParams, list_prompts)


def _unknown_tool(name: str, tools: Mapping[str, DeclaredTool], profile: Profile) -> MCPError:
    """Say which tool was meant; one that another profile has is named with the profiles."""
    valid = list(tools)
    near = nearest(name, valid)
    details: dict[str, Any] = {"valid": valid, "profile": profile.name}
    hint = f"use {near!r}" if near else "tools/list names them all"
    if name in {tool.name for tool in all_tools()}:
        have_it = [one.name for one in all_profiles() if one.has(name)]
        hint = f"the server runs with the profile {profile.name!r}; {', '.join(have_it)} have it"
        details["profiles"] = have_it
    if near:
        required = tools[near].parameters.get("required", [])
        details["next_call"] = {
            "name": near,
            "arguments": {argument: f"<{argument}>" for argument in required},
        }
    error = UnknownToolError(
        f"there is no tool {name[:80]!r}", hint=hint, details=details, did_you_mean=near
    )
    return MCPError(INVALID_PARAMS, f"Unknown tool: {name[:80]}", error_object(error).model_dump())
