"""`kebab ingest-stdin`: adds a text that has no file."""

from __future__ import annotations

import sys

import click

from kebab.cli.ingesting import print_report, run_ingest
from kebab.cli.options import Invocation, command, split_pairs, split_words
from kebab.ingest.text_medium import TextMedium


@command("ingest-stdin", short_help="Add a text from stdin.")
@click.option("--title", required=True, help="What the document is called.")
@click.option("--source-uri", default="", metavar="URI", help="Where it comes from.")
@click.option("--tag", "--tags", "tags", multiple=True, help="A tag; may be repeated.")
@click.option("--meta", "metadata", multiple=True, metavar="NAME=VALUE", help="May be repeated.")
@click.option(
    "--format",
    "media",
    type=click.Choice(["markdown", "html", "text"]),
    help="What the text is; otherwise it is guessed.",
)
def main(
    invocation: Invocation,
    title: str,
    source_uri: str,
    tags: tuple[str, ...],
    metadata: tuple[str, ...],
    media: TextMedium | None,
) -> None:
    """Add the Markdown, HTML or plain text on stdin.

    The same URI, or else the same title, updates it.
    """
    said = split_pairs(metadata)
    settings = invocation.load().settings
    content = sys.stdin.buffer.read()
    report = run_ingest(
        invocation,
        settings,
        lambda base: (
            lambda on_progress, stop: base.ingest_stdin(
                content,
                title=title,
                source_uri=source_uri.strip() or None,
                tags=tuple(split_words(tags)),
                metadata=said,
                media=media,
                on_progress=on_progress,
                stop=stop,
            )
        ),
    )
    print_report(invocation, report)
