"""How the hits of a search look, in a pipe and on a terminal."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from kebab.cli.render.highlight import matched_ranges
from kebab.cli.render.lines import Line, clean, line, percent, to_plain
from kebab.wire.search import SearchHit, SearchResponse

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

INDENT = 4


def plain_hits(response: SearchResponse) -> str:
    """Write one line for a hit, `rank. score  path#L5-L9  heading / path`, and its snippet."""
    return to_plain([part for hit in response.hits for part in _plain_hit(hit)])


def _plain_hit(hit: SearchHit) -> list[Line]:
    head = f"{hit.rank}. {hit.score:.3f}  {'[stale] ' if hit.stale else ''}{hit.citation.uri}"
    if hit.heading_path:
        head += f"  {' / '.join(hit.heading_path)}"
    return [line(head), *(line(" " * INDENT + text) for text in snippet_lines(hit.snippet))]


def snippet_lines(snippet: str) -> list[str]:
    """Cut a snippet into lines, without the indentation that all of them share."""
    lines = clean(textwrap.dedent(snippet.expandtabs(4)).replace("\r", "")).split("\n")
    return [text.rstrip() for text in lines if text.strip()]


def terminal_hits(response: SearchResponse) -> RenderableType:
    """Lay the hits out with colours, the words that were asked for in bold."""
    from rich.console import Group  # noqa: PLC0415 - 0.1 s, and only terminals need it
    from rich.padding import Padding  # noqa: PLC0415 - see above

    parts: list[RenderableType] = []
    for hit in response.hits:
        parts.append(_head(hit))
        parts.append(Padding(_snippet(hit, response.query), (0, 0, 1, INDENT)))
    return Group(*parts)


def _head(hit: SearchHit) -> Text:
    from rich.text import Text  # noqa: PLC0415 - see terminal_hits

    lines = str(hit.citation.start)
    if hit.citation.end != hit.citation.start:
        lines += f"-{hit.citation.end}"
    head = Text.assemble(
        (f"{hit.rank:>3} ", "bold"),
        (clean(hit.doc_path), "bold cyan"),
        (f":{lines}", "cyan"),
        (f"  {hit.score:.2f}", "green"),
        ("  stale" if hit.stale else "", "yellow"),
    )
    if hit.heading_path:
        head.append(f"\n    {clean(' › '.join(hit.heading_path))}", "dim")  # noqa: RUF001 - a bread crumb
    return head


def _snippet(hit: SearchHit, query: str) -> Text:
    from rich.text import Text  # noqa: PLC0415 - see terminal_hits

    text = "\n".join(snippet_lines(hit.snippet))
    shown = Text(text)
    for start, end in matched_ranges(text, query):
        shown.stylize("bold yellow", start, end)
    return shown


def search_notes(response: SearchResponse) -> list[Line]:
    """Say what a reader of the hits should know: how they were found, and what is missing."""
    notes: list[Line] = []
    if not response.hits:
        notes.append(line(("no hits", "bold")))
    if response.fallback:
        notes.append(line(("note: ", "yellow"), f"searched {response.mode}: {response.fallback}"))
    if response.relaxed and response.hits:
        notes.append(line(("note: ", "yellow"), "no hit holds every word of the question"))
    if response.degraded:
        notes.append(line(("note: ", "yellow"), f"without {', '.join(response.degraded)}"))
    if response.behind:
        shards = ", ".join(response.behind)
        notes.append(line(("note: ", "yellow"), f"without the newest documents of {shards}"))
    if response.vector_coverage < 1 and not response.fallback and response.mode != "lexical":
        share = percent(response.vector_coverage)
        notes.append(line(("note: ", "yellow"), f"{share} of the chunks have a vector so far"))
    if response.hint:
        notes.append(line(("hint: ", "cyan"), response.hint))
    if response.next_cursor:
        notes.append(line(("more: ", "dim"), (f"--cursor {response.next_cursor}", "dim")))
    return notes


def trace_lines(response: SearchResponse) -> list[Line]:
    """Write a trace: what each engine proposed, and how long each stage took."""
    trace = response.trace
    if trace is None:
        return []
    lines: list[Line] = []
    for name, candidates in (("lexical", trace.lexical), ("vector", trace.vector)):
        lines.append(line((name, "bold")))
        lines += [
            line(f"  {row.rank:>3}  {row.score:8.4f}  {row.doc_path}  ", (row.chunk_id, "dim"))
            for row in candidates
        ]
    timing = trace.timing.model_dump()
    shown = "  ".join(f"{name.removesuffix('_ms')} {value:.1f}" for name, value in timing.items())
    lines.append(line(("ms  ", "bold"), shown))
    return lines
