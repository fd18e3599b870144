"""`kebab reset`: deletes the knowledge base or parts of it; never a document's file."""

from __future__ import annotations

import asyncio
import sys
from datetime import UTC, datetime

import click

from kebab.cli.options import Invocation, command, refuse_if_readonly
from kebab.cli.output import emit_lines
from kebab.cli.render.lines import Line, line, to_plain
from kebab.cli.render.state import reset_lines
from kebab.errors import InvalidInputError
from kebab.reset import Scope, choose_targets, reset
from kebab.settings.model import Settings

_SAID = {
    "all": "the knowledge base, its log and the settings file",
    "data_only": "the knowledge base",
    "vector_only": "every vector",
    "config_only": "the settings file",
    "orphans_only": "documents whose file or source is gone",
}


@command("reset", short_help="Delete the knowledge base, or parts of it.")
@click.option("--data-only", "scope", flag_value="data_only", default=True, help="The default.")
@click.option("--all", "scope", flag_value="all", help="Also the log and the settings file.")
@click.option("--vector-only", "scope", flag_value="vector_only", help="Only the vectors.")
@click.option("--config-only", "scope", flag_value="config_only", help="Only the settings file.")
@click.option("--orphans-only", "scope", flag_value="orphans_only", help="Only lost documents.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def main(invocation: Invocation, scope: Scope, *, yes: bool) -> None:
    """Delete the knowledge base, or parts of it. Documents on the disk are never touched."""
    settings = invocation.load().settings
    refuse_if_readonly(settings.security.readonly, "deleting")
    if not yes and not _agreed(settings, scope):
        raise click.Abort
    since = datetime.now(UTC).isoformat(timespec="seconds")
    emit_lines(invocation, asyncio.run(reset(settings, scope, since)), reset_lines)


def _agreed(settings: Settings, scope: Scope) -> bool:
    if not sys.stdin.isatty():
        raise InvalidInputError(
            f"reset would delete {_SAID[scope]}, and nobody is there to be asked",
            hint="add --yes",
        )
    paths = choose_targets(settings, scope).paths()
    lines: list[Line] = [line(f"This deletes {_SAID[scope]}:"), *(line(f"  {p}") for p in paths)]
    sys.stderr.write(to_plain(lines))
    return click.confirm("Go on?", err=True)
