"""`kebab fetch`: prints a chunk, a document or some of its lines, as they stand on the disk."""

from __future__ import annotations

import re
import sys
from urllib.parse import unquote

import click

from kebab.cli.opening import use_base
from kebab.cli.options import Invocation, command, group
from kebab.cli.output import say
from kebab.cli.render.documents import fetch_notes, plain_text
from kebab.wire.inputs import FetchInput
from kebab.wire.wire_object import to_json

main = group("fetch", short_help="Print a chunk, a document or some of its lines.")
_BUDGET = click.option("--max-tokens", type=click.IntRange(0, 100_000), default=0)
_CITED = re.compile(r"(?P<path>.+)#L(?P<start>\d+)(?:-L?(?P<end>\d+))?")


@command("chunk")
@click.argument("chunk_id", metavar="CHUNK")
@click.option("--context", type=click.IntRange(0, 10), default=0, help="Neighbours on each side.")
@_BUDGET
def fetch_chunk(invocation: Invocation, chunk_id: str, context: int, max_tokens: int) -> None:
    """Print a chunk, with its neighbours if wanted."""
    _fetch(
        invocation,
        FetchInput(kind="chunk", chunk_id=chunk_id, context=context, max_tokens=max_tokens),
    )


@command("doc")
@click.argument("doc_id", metavar="DOC")
@click.option("--cursor", default="", help="Go on where an earlier part ended.")
@_BUDGET
def fetch_doc(invocation: Invocation, doc_id: str, cursor: str, max_tokens: int) -> None:
    """Print a document. DOC is an id or a path."""
    _fetch(invocation, FetchInput(kind="doc", doc_id=doc_id, cursor=cursor, max_tokens=max_tokens))


@command("span")
@click.argument("doc_id", metavar="DOC")
@click.argument("start", type=int, required=False)
@click.argument("end", type=int, required=False)
@_BUDGET
def fetch_span(
    invocation: Invocation, doc_id: str, start: int | None, end: int | None, max_tokens: int
) -> None:
    """Print the lines START to END of a document; END is START where it is left out.

    DOC is an id, a path, or a citation such as guide.md#L5-L9, which holds the lines itself.
    """
    if start is None:
        doc_id, start, end = parse_citation(doc_id)
    last = start if end is None else end
    if start < 1 or last < start:
        raise click.UsageError(f"lines count from 1, and {start} to {last} is no range of them")
    _fetch(
        invocation,
        FetchInput(
            kind="span", doc_id=doc_id, line_start=start, line_end=last, max_tokens=max_tokens
        ),
    )


def parse_citation(uri: str) -> tuple[str, int, int]:
    """Take `path#L5-L9` apart."""
    cited = _CITED.fullmatch(uri)
    if cited is None:
        raise click.UsageError("START is missing: kebab fetch span DOC START [END]")
    start = int(cited["start"])
    return unquote(cited["path"]), start, int(cited["end"] or start)


def _fetch(invocation: Invocation, wanted: FetchInput) -> None:
    settings = invocation.load().settings
    result = use_base(invocation, settings, lambda base: base.fetch(wanted))
    sys.stdout.write(to_json(result) + "\n" if invocation.json else plain_text(result))
    say(invocation, fetch_notes(result))


for made in (fetch_chunk, fetch_doc, fetch_span):
    main.add_command(made)
