"""`kebab ingest-file`: adds one file, which later runs leave alone."""

from __future__ import annotations

import click

from kebab.cli.ingesting import print_report, run_ingest
from kebab.cli.options import Invocation, absolute_path, command


@command("ingest-file", short_help="Add one file.")
@click.argument("path")
def main(invocation: Invocation, path: str) -> None:
    """Add the file PATH, wherever it lies. Adding it again updates it."""
    settings = invocation.load().settings
    absolute = absolute_path(path)
    report = run_ingest(
        invocation,
        settings,
        lambda base: (
            lambda on_progress, stop: base.ingest_file(absolute, on_progress=on_progress, stop=stop)
        ),
    )
    print_report(invocation, report)
