"""`kebab ingest-file`: adds one file, which later runs leave alone."""

from __future__ import annotations

import click

from kebab.cli.ingesting import print_report, run_ingest
from kebab.cli.options import Invocation, absolute_path, command, split_pairs, split_words
from kebab.cli.passwords import ask_when_needed
from kebab.wire.ingest import IngestReport


@command("ingest-file", short_help="Add one file.")
@click.argument("path")
@click.option("--tag", "--tags", "tags", multiple=True, help="A tag; may be repeated.")
@click.option("--meta", "metadata", multiple=True, metavar="NAME=VALUE", help="May be repeated.")
def main(
    invocation: Invocation, path: str, tags: tuple[str, ...], metadata: tuple[str, ...]
) -> None:
    """Add the file PATH, wherever it lies. Adding it again updates it.

    Where a password is needed, it is asked for, unless it is in KEBAB_PASSWORDS.
    Tags and metadata are for files outside of the sources; the last ones given count.
    """
    said = split_pairs(metadata)
    settings = invocation.load().settings
    absolute = absolute_path(path)

    def run() -> IngestReport:
        return run_ingest(
            invocation,
            settings,
            lambda base: (
                lambda on_progress, stop: base.ingest_file(
                    absolute,
                    tags=tuple(split_words(tags)),
                    metadata=said,
                    on_progress=on_progress,
                    stop=stop,
                )
            ),
        )

    report = ask_when_needed(invocation, run)
    print_report(invocation, report)
