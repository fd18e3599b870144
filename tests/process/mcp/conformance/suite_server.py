"""The product's own server with the suites' tools beside its own: `suite_server.py stdio [odd]`, or
`suite_server.py http FOLDER SETTINGS`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import kebab.mcp.run
from kebab.mcp import server as product
from kebab.mcp.profiles import load_profile
from kebab.mcp.tool import DeclaredTool, Service
from kebab.mcp.tools.catalogue import tools_of

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "http")]

build_product = product.build_server


def build_server(service: Service, instructions: str) -> Any:
    """Build the product's server; its own handlers serve more tools, and read more resources."""
    from suite_tools import (  # noqa: PLC0415 - its folder is on the path by now
        ODD,
        RESOURCES,
        TEMPLATE,
        SuiteTool,
        always,
        read_resource,
        suite_tools,
    )

    server = build_product(service, instructions)
    low = product.low_level(server)
    profile = load_profile(service.settings.profile)
    names = [declaration.name for declaration in tools_of(profile)]
    odd = [SuiteTool.named("odd_schema", always(), ODD)] if "odd" in sys.argv else []
    own = [DeclaredTool.of(one, service, names) for one in tools_of(profile)]
    product._serve_tools(low, {tool.name: tool for tool in (*suite_tools(), *odd, *own)}, profile)
    list_own, list_templates, read_own = (
        low.get_request_handler(f"resources/{deed}") for deed in ("list", "templates/list", "read")
    )

    async def listing(context: Any, params: Any) -> Any:
        found = await list_own.handler(context, params)
        return found.model_copy(update={"resources": [*RESOURCES, *found.resources]})

    async def templates(context: Any, params: Any) -> Any:
        found = await list_templates.handler(context, params)
        kept = [TEMPLATE, *found.resource_templates]
        return found.model_copy(update={"resource_templates": kept})

    async def read(context: Any, params: Any) -> Any:
        return read_resource(str(params.uri)) or await read_own.handler(context, params)

    low.add_request_handler("resources/list", list_own.params_type, listing)
    low.add_request_handler("resources/templates/list", list_templates.params_type, templates)
    low.add_request_handler("resources/read", read_own.params_type, read)
    return server


# The transports take the server from there; all else is theirs.
product.build_server = build_server

if __name__ == "__main__":
    from memory_server import introduce, prepare, prestart

    if sys.argv[1] == "stdio":
        kebab.mcp.run.launch(introduce, prestart, prepare)
    from memory_site import door

    from kebab.mcp.http.run import launch
    from kebab.mcp.run import Steps

    launch(door(Path(sys.argv[2]), sys.argv[3], "{}"), Steps(introduce, prestart, prepare))
