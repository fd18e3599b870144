"""`kebab ingest`: brings the index up to date with the sources, or with some paths of them."""

from __future__ import annotations

import click

from kebab.cli.ingesting import print_report, run_ingest
from kebab.cli.options import Invocation, absolute_path, command, split_words
from kebab.cli.passwords import ask_beforehand
from kebab.ingest.scope import IngestOptions


@command("ingest", short_help="Bring the index up to date with the sources.")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--force", is_flag=True, help="Read every file again, changed or not.")
@click.option("--source", "sources", multiple=True, help="Only these sources, by id.")
@click.option("--ask-passwords", is_flag=True, help="Ask for passwords of documents first.")
@click.option("--summary-only", is_flag=True, help="Leave the list of files out of the JSON.")
def main(
    invocation: Invocation,
    paths: tuple[str, ...],
    *,
    force: bool,
    sources: tuple[str, ...],
    ask_passwords: bool,
    summary_only: bool,
) -> None:
    """Bring the index up to date with the sources, or with the PATHs in them.

    Words can be searched as soon as a file is read; vectors follow. Ctrl-C stops in good order
    and keeps what is done. Documents with a password are tried with those in KEBAB_PASSWORDS, one
    a line.
    """
    settings = invocation.load().settings
    options = IngestOptions(
        force=force,
        sources=tuple(split_words(sources)),
        paths=tuple(absolute_path(path) for path in paths),
        summary_only=summary_only,
    )
    if ask_passwords:
        ask_beforehand()
    report = run_ingest(
        invocation,
        settings,
        lambda base: lambda on_progress, stop: base.ingest(options, on_progress, stop),
    )
    print_report(invocation, report)
