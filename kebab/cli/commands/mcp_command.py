"""`kebab mcp`: its help and its wrong arguments; a right call is started by `kebab.cli.serve`."""

from __future__ import annotations

from kebab.cli.options import Invocation, command
from kebab.cli.serve import ServerPlan, start_server


@command("mcp", short_help="Serve MCP on stdin and stdout.")
def main(invocation: Invocation) -> None:
    """Serve MCP on stdin and stdout, until the host closes them.

    Register it with a host, for example: claude mcp add kebab -- kebab mcp
    """
    start_server(ServerPlan(invocation.config, invocation.workers, invocation.readonly))
