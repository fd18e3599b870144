"""The command `kebab`: names its commands, and imports the one that is called."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from kebab import __version__
from kebab.cli.guessing import GuessingGroup
from kebab.cli.options import shared_options

SECTIONS: dict[str, dict[str, str]] = {
    "Start": {
        "try": "Look at a folder without leaving anything behind.",
        "init": "Write a first kebab.toml.",
        "mcp": "Serve MCP on stdin and stdout, or over HTTP.",
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
    "Documents": {
        "hwp": "Read, fill, check and convert HWP and HWPX documents.",
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

_ARGUMENTS = "kebab.arguments"


class LazyGroup(GuessingGroup):
    """A group whose commands are modules of `kebab.cli.commands`, imported when called."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep the words as they came: --version is dealt with before what follows it is read."""
        ctx.meta[_ARGUMENTS] = tuple(args)
        return super().parse_args(ctx, args)

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

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by section, without importing them."""
        del ctx
        width = max(len(name) for section in SECTIONS.values() for name in section)
        for title, section in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), text) for name, text in section.items()])


def _show_version(context: click.Context, parameter: click.Parameter, wanted: Any) -> None:
    del parameter
    if not wanted or context.resilient_parsing:
        return
    if "--json" in context.meta[_ARGUMENTS]:
        from kebab.doctor.versions import describe_versions  # noqa: PLC0415 - pydantic takes 0.1 s
        from kebab.wire.wire_object import to_json  # noqa: PLC0415 - as above

        print(to_json(describe_versions()))
    else:
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
            help="Print the version; with --json, those of all that is native.",
        ),
    ],
)
