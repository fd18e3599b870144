"""The command `kebab`: names its commands, and imports the one that is called."""

from __future__ import annotations

import difflib
from importlib import import_module
from typing import Any

import click

from kebab import __version__
from kebab.cli.options import shared_options

SECTIONS: dict[str, dict[str, str]] = {
    "Start": {
        "try": "Look at a folder without leaving anything behind.",
        "init": "Write a first kebab.toml.",
        "mcp": "Serve MCP on stdin and stdout.",
    },
    "Fill": {
        "ingest": "Bring the index up to date with the sources.",
        "watch": "Keep the index up to date while files change.",
        "ingest-file": "Add one file.",
        "ingest-stdin": "Add a text from stdin.",
        "forget": "Remove documents from the index, or conversations.",
    },
    "Find": {
        "ask": "Answer a question, with citations.",
        "search": "Find by words and by meaning.",
        "fetch": "Print a chunk, a document or some of its lines.",
        "list": "List documents.",
        "inspect": "Show all that is known of a document or chunk.",
    },
    "Care": {
        "doctor": "Check everything; exit 3 if something is wrong.",
        "schema": "Show what there is: counts, models, capabilities.",
        "config": "Show the settings and where they came from.",
        "capabilities": "Print the MCP tools as JSON.",
        "cache": "Show what is kept so that it is derived once; prune it.",
        "reindex": "Build the indexes afresh from the catalog.",
        "reset": "Delete the knowledge base, or parts of it.",
    },
}


class LazyGroup(click.Group):
    """A group whose commands are modules of `kebab.cli.commands`, imported when called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name every command, in the order of the help."""
        del ctx
        return [name for section in SECTIONS.values() for name in section]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command by its name."""
        if cmd_name not in self.list_commands(ctx):
            return None
        module = cmd_name.replace("-", "_") + "_command"
        found: click.Command = import_module(f"kebab.cli.commands.{module}").main
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or say which one may have been meant."""
        name = args[0]
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            raise UnknownCommandError(name, self.list_commands(ctx), ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by section, without importing them."""
        del ctx
        width = max(len(name) for section in SECTIONS.values() for name in section)
        for title, section in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), text) for name, text in section.items()])


class UnknownCommandError(click.UsageError):
    """The first word is no command."""

    def __init__(self, name: str, known: list[str], ctx: click.Context) -> None:
        super().__init__(f"there is no command {name!r}", ctx)
        near = difflib.get_close_matches(name, known, n=1)
        self.nearest: str | None = near[0] if near else None


def _show_version(context: click.Context, parameter: click.Parameter, wanted: Any) -> None:
    del parameter
    if wanted and not context.resilient_parsing:
        print(f"kebab {__version__}")
        context.exit()


main = LazyGroup(
    "kebab",
    help="A local-first knowledge base for agents: finds by words and by meaning, cites lines.",
    epilog="Exit status: 0 done, 1 refused (read-only, or no answer), 2 error, 3 unhealthy.",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    params=[
        *shared_options(),
        click.Option(
            ("--version",),
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_show_version,
            help="Print the version.",
        ),
    ],
)
