"""`kebab mcp`: its help and its wrong arguments; a right call is started by `kebab.cli.serve`."""

from __future__ import annotations

import click

from kebab.cli.options import Invocation, command
from kebab.cli.serve import ServerPlan, start_server


@command("mcp", short_help="Serve MCP on stdin and stdout.")
@click.option("--watch", is_flag=True, help="Keep the index up to date while files change.")
def main(invocation: Invocation, *, watch: bool) -> None:
    """Serve MCP on stdin and stdout, until the host closes them.

    Register it with a host, for example: claude mcp add kebab -- kebab mcp
    """
    start_server(ServerPlan(invocation.config, invocation.workers, invocation.readonly, watch))
