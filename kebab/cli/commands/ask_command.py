"""`kebab ask`: answers a question from the documents, with citations, or says why not."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from kebab.cli.answering import OnEvent, follow, ignore_event, print_event
from kebab.cli.filter_options import filter_options, listed
from kebab.cli.opening import use_base
from kebab.cli.options import Invocation, command
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


@command("ask", short_help="Answer a question, with citations.")
@click.argument("question", nargs=-1, required=True)
@click.option("-k", "--k", type=click.IntRange(1, 50), help="How many chunks are read.")
@filter_options
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
    lists = listed(options)
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
