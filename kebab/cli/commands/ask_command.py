"""`kebab ask`: answers a question from the documents, with citations, or says why not."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from kebab.cli.answering import OnEvent, follow, ignore_event, print_event
from kebab.cli.opening import use_base
from kebab.cli.options import Invocation, command, split_words
from kebab.cli.output import console, is_terminal, say
from kebab.cli.render.answer import (
    answer_notes,
    evidence_lines,
    plain_citations,
    plain_text,
    terminal_citations,
)
from kebab.cli.render.lines import line
from kebab.wire.answer import Answer, AskInput
from kebab.wire.wire_object import to_json

if TYPE_CHECKING:
    from kebab.settings.model import Settings

REFUSED = 1
_LISTS = ("tags", "media", "lang", "source", "source_type", "repo", "code_lang")


@command("ask", short_help="Answer a question, with citations.")
@click.argument("question", nargs=-1, required=True)
@click.option("--k", type=click.IntRange(1, 50), help="How many chunks are read.")
@click.option("--mode", type=click.Choice(["lexical", "vector", "hybrid"]))
@click.option("--tag", "--tags", "tags", multiple=True, help="Only documents with such a tag.")
@click.option("--media", multiple=True, help="Only these media: markdown, pdf, code …")
@click.option("--lang", multiple=True, help="Only these languages: en, ko …")
@click.option("--source", multiple=True, help="Only these sources, by id.")
@click.option("--source-type", multiple=True, help="Only these types of source.")
@click.option("--repo", multiple=True, help="Only these repositories.")
@click.option("--code-lang", multiple=True, help="Only these programming languages: python …")
@click.option("--path-glob", help="Only paths like this; ** crosses folders.")
@click.option("--trust-min", type=click.Choice(["primary", "secondary", "generated"]))
@click.option("--doc-id", help="Only this document.")
@click.option("--ingested-after", metavar="RFC3339", help="Only what was indexed after that.")
@click.option("--max-tokens", type=click.IntRange(0, 32_000), help="Longest answer.")
@click.option("--temperature", type=click.FloatRange(0, 2), help="How freely the model words it.")
@click.option("--seed", type=int, help="Makes a model's answer repeatable.")
@click.option("--multi-hop", is_flag=True, help="Take the question apart first; needs a model.")
@click.option("--explain", is_flag=True, help="Also the evidence, and how each sentence is borne.")
@click.option("--session", "session_id", metavar="ID", help="Go on with a conversation; or: new.")
@click.option(
    "--show-citations/--hide-citations", "citations", default=True, help="What it rests on."
)
@click.option("--stream", is_flag=True, help="Print as it comes, also into a pipe or as JSON.")
def main(
    invocation: Invocation,
    question: tuple[str, ...],
    *,
    citations: bool,
    stream: bool,
    **options: Any,
) -> int:
    """Answer QUESTION from the documents, with citations that can be checked, or refuse.

    A refusal lists the nearest candidates, and its exit status is 1. With --stream --json every
    line is an answer_event.v1, and the last one holds the answer.
    """
    settings = invocation.load().settings
    asked = ask_input(" ".join(question), options, settings)

    def ask(on_event: OnEvent) -> Answer:
        # As with a search: one worker is there sooner than several.
        return use_base(invocation, settings, lambda base: base.ask(asked, on_event), workers=1)

    if invocation.json:
        answer = ask(print_event if stream else ignore_event)
        if not stream:
            sys.stdout.write(to_json(answer) + "\n")
    else:
        with follow(invocation, stream=stream) as typist:
            answer = ask(typist)
        _print(invocation, answer, typist.typed, citations=citations)
        say(invocation, evidence_lines(answer) if asked.explain else [])
        say(invocation, answer_notes(answer))
    return 0 if answer.grounded else REFUSED


def ask_input(question: str, options: dict[str, Any], settings: Settings) -> AskInput:
    """Fill what was not said from the settings."""
    defaults = {"mode": settings.search.mode, "k": settings.ask.k}
    lists = {name: split_words(options[name]) for name in _LISTS}
    given = {name: value for name, value in options.items() if value is not None}
    return AskInput(query=question, **{**defaults, **given, **lists})


def _print(invocation: Invocation, answer: Answer, typed: str, *, citations: bool) -> None:
    """Print what has not been typed yet."""
    if typed.strip() != answer.answer.strip():
        if typed:
            say(invocation, [line(("withdrawn: ", "yellow"), "the answer did not hold")])
        sys.stdout.write(plain_text(answer, citations=citations))
    elif citations:
        sys.stdout.write("\n")
    if citations and is_terminal(sys.stdout):
        sys.stdout.flush()
        console(sys.stdout).print(terminal_citations(answer))
    elif citations:
        sys.stdout.write(plain_citations(answer))
