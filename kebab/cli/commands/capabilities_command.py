"""`kebab capabilities`: prints what an agent can call, from the declarations that serve it."""

from __future__ import annotations

import sys

import click

from kebab.cli.options import Invocation, command
from kebab.cli.output import is_terminal
from kebab.wire.wire_object import to_json


@command("capabilities", short_help="Print the MCP tools as JSON.")
@click.option("--mcp", is_flag=True, help="The MCP tools; there is nothing else to print.")
@click.option("--profile", default="", help="The tools of this profile.  [default: the settings']")
def main(invocation: Invocation, *, mcp: bool, profile: str) -> None:
    """Print the MCP tools as JSON: names, descriptions, inputs, and their commands."""
    del mcp
    from kebab.mcp.profiles import load_profile  # noqa: PLC0415 - only asked here
    from kebab.mcp.tools.catalogue import capabilities_manifest  # noqa: PLC0415 - only asked here

    chosen = profile or invocation.load().settings.mcp.profile
    manifest = capabilities_manifest(load_profile(chosen))
    if is_terminal(sys.stdout) and not invocation.json:
        sys.stdout.write(manifest.model_dump_json(exclude_unset=True, indent=2) + "\n")
    else:
        sys.stdout.write(to_json(manifest) + "\n")
