"""`kebab ingest`: brings the index up to date with the sources, or with some paths of them."""

from __future__ import annotations

import click

from kebab.cli.ingesting import print_report, run_ingest
from kebab.cli.options import Invocation, absolute_path, command, split_words
from kebab.ingest.scope import IngestOptions


@command("ingest", short_help="Bring the index up to date with the sources.")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--force", is_flag=True, help="Read every file again, changed or not.")
@click.option("--source", "sources", multiple=True, help="Only these sources, by id.")
@click.option("--summary-only", is_flag=True, help="Leave the list of files out of the JSON.")
def main(
    invocation: Invocation,
    paths: tuple[str, ...],
    *,
    force: bool,
    sources: tuple[str, ...],
    summary_only: bool,
) -> None:
    """Bring the index up to date with the sources, or with the PATHs in them.

    Words can be searched as soon as a file is read; vectors follow. Ctrl-C stops in good order
    and keeps what is done.
    """
    settings = invocation.load().settings
    options = IngestOptions(
        force=force,
        sources=tuple(split_words(sources)),
        paths=tuple(absolute_path(path) for path in paths),
        summary_only=summary_only,
    )
    report = run_ingest(
        invocation,
        settings,
        lambda base: lambda on_progress, stop: base.ingest(options, on_progress, stop),
    )
    print_report(invocation, report)
