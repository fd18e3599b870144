"""`kebab search`: finds by words and by meaning; with --bulk, answers many questions from stdin."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any

import click

from kebab.cli.filter_options import filter_options, listed
from kebab.cli.opening import use_base
from kebab.cli.options import Invocation, command
from kebab.cli.output import emit, say
from kebab.cli.render.lines import line
from kebab.cli.render.search import plain_hits, search_notes, terminal_hits, trace_lines
from kebab.errors import InvalidInputError
from kebab.settings.model import Settings
from kebab.wire.search import BulkResponse, SearchInput
from kebab.wire.wire_object import to_json


@command("search", short_help="Find by words and by meaning.")
@click.argument("query", nargs=-1)
@click.option("-k", "--k", type=click.IntRange(1, 100), help="How many hits.")
@filter_options
@click.option("--snippet-chars", type=click.IntRange(20, 2000), help="Length of a snippet.")
@click.option("--max-tokens", type=click.IntRange(0, 100_000), help="Budget for the answer.")
@click.option("--cursor", help="Go on where an earlier answer ended.")
@click.option("--trace", is_flag=True, help="Also what each engine proposed, and the timing.")
@click.option("--bulk", is_flag=True, help="Read queries from stdin, a JSON object a line.")
def main(
    invocation: Invocation,
    query: tuple[str, ...],
    *,
    bulk: bool,
    **options: Any,
) -> None:
    """Find by words and by meaning.

    Everything in QUERY is literal, except that "quotes" make a phrase and a leading dash excludes
    a word; put `--` in front of a query that begins with a dash.
    """
    if bulk:
        if query:
            raise click.UsageError("--bulk reads its queries from stdin, not from arguments")
        _search_many(invocation)
        return
    if not query:
        raise click.UsageError("a query is missing")
    settings = invocation.load().settings
    asked = search_input(" ".join(query), options, settings)
    # One question is answered sooner by one worker for all shards than by several that boot.
    response = use_base(invocation, settings, lambda base: base.search(asked), workers=1)
    emit(invocation, response, plain_hits, terminal_hits)
    say(invocation, [*search_notes(response), *trace_lines(response)])


def search_input(query: str, options: dict[str, Any], settings: Settings) -> SearchInput:
    """Fill what was not said from the settings."""
    defaults = {
        "mode": settings.search.mode,
        "k": settings.search.default_k,
        "snippet_chars": settings.search.snippet_chars,
    }
    lists = listed(options)
    given = {name: value for name, value in options.items() if value is not None}
    return SearchInput(query=query, **{**defaults, **given, **lists})


def _search_many(invocation: Invocation) -> None:
    queries = read_queries(sys.stdin)
    settings = invocation.load().settings
    response: BulkResponse = use_base(invocation, settings, lambda base: base.bulk_search(queries))
    for item in response.results:
        sys.stdout.write(to_json(item) + "\n")
    summary = response.summary
    say(invocation, [line(f"{summary.succeeded} of {summary.total} answered")])


def read_queries(lines: Iterable[str]) -> list[Any]:
    """Parse a JSON value a line; blank lines count for nothing."""
    queries: list[Any] = []
    for number, text in enumerate(lines, 1):
        if not text.strip():
            continue
        try:
            queries.append(json.loads(text))
        except (ValueError, RecursionError) as cause:
            raise InvalidInputError(
                f"line {number} of stdin is not JSON: {cause}",
                hint='write one object a line: {"query": "…"}',
                details={"line": number},
            ) from cause
    if not queries:
        raise InvalidInputError(
            "stdin holds no query", hint='write one object a line: {"query": "…"}'
        )
    return queries
