"""`kebab mcp`: its help and its wrong arguments, the server on a port, and `kebab mcp config`.

A right call of the one on stdin and stdout does not come here: `kebab.cli.serve` starts it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, NoReturn

import click

from kebab.cli.options import Invocation, command
from kebab.cli.serve import ServerPlan, start_server


class McpGroup(click.Group):
    """Serves where no command follows, and imports the one that does."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the only one."""
        del ctx
        return ["config"]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import it."""
        if cmd_name not in self.list_commands(ctx):
            return None
        found: click.Command = import_module("kebab.cli.commands.mcp_config_command").main
        return found


@command(
    "mcp",
    short_help="Serve MCP on stdin and stdout, or over HTTP.",
    cls=McpGroup,
    invoke_without_command=True,
    subcommand_metavar="[config HOST]",
)
@click.option("--watch", is_flag=True, help="Keep the index up to date while files change.")
@click.option("--profile", default="", help="Serve only the tools of this profile.")
@click.option("--http", is_flag=True, help="Serve over HTTP, until a signal ends it.")
@click.option("--host", help="Where to listen.  [default: 127.0.0.1]")
@click.option("--port", type=click.IntRange(0, 65_535), help="0: any free.  [default: 7711]")
@click.option("--token-file", metavar="PATH", help="The token that clients have to show.")
@click.option("--allow-remote", is_flag=True, help="Let other machines in without encryption.")
def main(
    invocation: Invocation,
    *,
    watch: bool,
    profile: str,
    http: bool,
    allow_remote: bool,
    **places: Any,
) -> None:
    """Serve MCP on stdin and stdout, until the host closes them; with --http, on a port.

    Register it with a host, for example: kebab mcp config claude-code --write
    """
    context = click.get_current_context()
    if context.invoked_subcommand:
        _refuse_options_before(context)
        return
    if profile:
        from kebab.mcp.profiles import load_profile  # noqa: PLC0415 - hardly ever needed

        profile = load_profile(profile).name
    given = {name: value for name, value in places.items() if value is not None}
    if http:
        _serve_http(invocation, given, watch=watch, profile=profile, allow_remote=allow_remote)
    if given or allow_remote:
        option = next(iter(given), "allow_remote").replace("_", "-")
        raise click.UsageError(f"--{option} goes with --http")
    start_server(
        ServerPlan(invocation.config, invocation.workers, invocation.readonly, watch, profile)
    )


def _refuse_options_before(context: click.Context) -> None:
    """Have nothing that was said be lost: these are of the server, not of what follows."""
    given = [name for name, value in context.params.items() if value]
    if given:
        option = given[0].replace("_", "-")
        raise click.UsageError(f"--{option} belongs behind `{context.invoked_subcommand}`")


def _serve_http(
    invocation: Invocation,
    places: dict[str, Any],
    *,
    watch: bool,
    profile: str,
    allow_remote: bool,
) -> NoReturn:
    from kebab.mcp.http.run import main as serve  # noqa: PLC0415 - pydantic takes 0.1 s
    from kebab.mcp.run import steps_for  # noqa: PLC0415 - see above

    steps = steps_for(
        invocation.config,
        invocation.workers,
        readonly=invocation.readonly,
        watch=watch,
        profile=profile,
    )
    overrides = {f"http.{name}": value for name, value in places.items()}
    serve(invocation.config_path, overrides, steps, allow_remote=allow_remote)
