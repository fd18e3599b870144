"""`kebab list`: lists documents by path."""

from __future__ import annotations

from typing import Any

import click

from kebab.cli.opening import use_base
from kebab.cli.options import Invocation, command, split_words
from kebab.cli.output import emit, say
from kebab.cli.render.documents import list_notes, plain_list, terminal_list
from kebab.wire.inputs import ListInput


@command("list", short_help="List documents.")
@click.option("--path-glob", default="", help="Only paths like this; ** crosses folders.")
@click.option("--tag", "--tags", "tags", multiple=True, help="Only documents with such a tag.")
@click.option("--media", multiple=True, help="Only these media: markdown, pdf, code …")
@click.option("--lang", multiple=True, help="Only these languages: en, ko …")
@click.option("--source", multiple=True, help="Only these sources, by id.")
@click.option("--limit", type=click.IntRange(1, 200), default=50, show_default=True)
@click.option("--cursor", default="", help="Go on where an earlier page ended.")
def main(invocation: Invocation, *, path_glob: str, limit: int, cursor: str, **lists: Any) -> None:
    """List documents, by path."""
    asked = ListInput(
        path_glob=path_glob,
        limit=limit,
        cursor=cursor,
        **{name: split_words(words) for name, words in lists.items()},
    )
    settings = invocation.load().settings
    page = use_base(invocation, settings, lambda base: base.list_docs(asked))
    emit(invocation, page, plain_list, terminal_list)
    say(invocation, list_notes(page))
