"""`kebab reindex`: builds the views afresh from the catalog, in more or fewer shards if wanted."""

from __future__ import annotations

import click

from kebab.cli.opening import use_base
from kebab.cli.options import Invocation, command
from kebab.cli.output import emit_lines
from kebab.cli.render.state import reindex_lines


@command("reindex", short_help="Build the indexes afresh from the catalog.")
@click.option("--shards", type=click.IntRange(1, 64), help="Cut the index into so many parts.")
def main(invocation: Invocation, shards: int | None) -> None:
    """Build the indexes afresh from the catalog. Nothing is read or embedded again."""
    settings = invocation.load().settings
    emit_lines(
        invocation, use_base(invocation, settings, lambda base: base.reindex(shards)), reindex_lines
    )
