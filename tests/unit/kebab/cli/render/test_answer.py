"""How answers and refusals look."""

from __future__ import annotations

import io

from rich.console import Console
from support.answers import a_citation, an_answer

from kebab.cli.render.answer import (
    answer_notes,
    evidence_lines,
    plain_citations,
    plain_text,
    terminal_citations,
)
from kebab.cli.render.lines import to_plain
from kebab.wire.answer import AnswerModel, AnswerUsage, EvidenceItem, HopRecord, SentenceSupport


def on_terminal(answer, width=60):
    screen = io.StringIO()
    console = Console(file=screen, width=width, force_terminal=True, color_system="standard")
    console.print(terminal_citations(answer))
    return screen.getvalue()


def notes(answer):
    return to_plain(answer_notes(answer)).splitlines()


def test_text_is_written_as_it_is_without_control_characters():
    answer = an_answer("One. [1]\n\n둘. [2]\n\x1b[31m\n")

    assert plain_text(answer, citations=False) == "One. [1]\n\n둘. [2]\n�[31m\n"
    assert plain_text(answer, citations=True) == "One. [1]\n\n둘. [2]\n�[31m\n\n"


def test_citation_has_its_marker_its_lines_and_its_section():
    assert plain_citations(an_answer()) == (
        "[1] guide/start.md#L5-L9  Install\n    Run `pip install kebab` first.\n"
    )


def test_quote_that_the_answer_shows_anyway_is_not_repeated():
    answer = an_answer("Run `pip\ninstall kebab`  first. [1]")

    assert plain_citations(answer) == "[1] guide/start.md#L5-L9  Install\n"


def test_long_quote_is_cut():
    long = a_citation(quote="\n".join(f"line {n}" for n in range(9)))

    written = plain_citations(an_answer(citations=[long]))

    assert written.splitlines()[1:] == ["    line 0", "    line 1", "    line 2", "    …"]


def test_what_speaks_against_a_citation_stands_beside_it():
    doubtful = [
        a_citation("[1]", stale=True, verified=False),
        a_citation("[2]", verified=None, trust_level="generated"),
    ]

    lines = plain_citations(an_answer(citations=doubtful)).splitlines()

    assert lines[0].endswith("Install  [stale]  [no longer in the source]")
    assert lines[2].endswith("Install  [not verified]  [generated]")


def test_refusal_lists_its_candidates_once():
    refused = an_answer(
        "Nothing answers that.\n\nThe nearest:\n- guide/start.md#L5-L9",
        grounded=False,
        refusal_reason="score_gate",
        citations=[a_citation(None, verified=None)],
        hint="ask otherwise",
    )

    assert plain_text(refused, citations=True) == "Nothing answers that.\n\nThe nearest:\n"
    assert plain_citations(refused).splitlines()[0] == "- guide/start.md#L5-L9  Install"
    assert plain_text(refused, citations=False).endswith("nearest:\n- guide/start.md#L5-L9\n")
    assert notes(refused)[:2] == ["refused: score_gate", "hint: ask otherwise"]


def test_no_citation_is_no_line():
    assert plain_citations(an_answer(citations=[])) == ""


def test_terminal_shows_place_heading_and_dimmed_quote():
    shown = on_terminal(an_answer(citations=[a_citation(stale=True)]))

    assert "\x1b[1m[1]\x1b[0m" in shown
    assert "\x1b[1;36mguide/start.md\x1b[0m\x1b[36m#L5-L9\x1b[0m" in shown
    assert "\x1b[33m  stale\x1b[0m" in shown
    assert "\x1b[2mRun `pip install kebab` first." in shown


def test_document_cannot_steer_the_terminal():
    evil = a_citation(quote="\x1b]0;owned\x07 [bold]text[/bold]")

    shown = on_terminal(an_answer("x", citations=[evil]))

    assert "\x1b]0" not in shown
    assert "[bold]text[/bold]" in shown


def test_notes_tell_what_was_looked_up_and_what_it_rests_on():
    answer = an_answer(
        question="how is kebab 2 installed?",
        model=AnswerModel(id="gemma3:4b", provider="ollama"),
        usage=AnswerUsage(prompt_tokens=900, completion_tokens=41, latency_ms=1234),
        session_id="s1",
        turn=2,
    )

    assert notes(answer) == [
        "looked up: how is kebab 2 installed?",
        "8 chunks found, 3 used, gemma3:4b (ollama), 41 tokens, 1.2 s",
        "session s1, turn 2: go on with --session s1",
    ]


def test_notes_name_the_sentences_that_lack_support():
    answer = an_answer(
        sentences=[
            SentenceSupport(text="It is\nred.", markers=["[1]"], supported=False, coverage=0.1),
            SentenceSupport(text="It is blue.", markers=["[1]"], supported=True, coverage=1.0),
        ]
    )

    assert notes(answer)[0] == "not supported: It is red."


def test_explanation_shows_hops_support_and_evidence():
    answer = an_answer(
        sentences=[
            SentenceSupport(
                text="It is blue.", markers=["[1]"], supported=True, coverage=1.0, cosine=0.93
            )
        ],
        hops=[
            HopRecord(
                iter=1,
                kind="decompose",
                sub_queries=["a?", "b?"],
                context_chunks_added=3,
                forced_stop=True,
                llm_call_ms=10,
            )
        ],
        evidence=[
            EvidenceItem(
                number=1,
                chunk_ids=["c" * 32],
                doc_path="guide/start.md",
                heading_path=["Start", "Install"],
                trust_level="primary",
                text="Run it.\n",
                tokens=3,
            )
        ],
    )

    assert to_plain(evidence_lines(answer)).splitlines() == [
        "decompose 1  a?; b?  stopped at the limit",
        "✓ 1.00 0.93  It is blue. [1]",
        "[1] guide/start.md  Start / Install",
        "    Run it.",
    ]
