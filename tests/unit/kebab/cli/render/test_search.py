"""How hits look."""

from __future__ import annotations

import io

from rich.console import Console

from kebab.cli.render.lines import to_plain
from kebab.cli.render.search import plain_hits, search_notes, terminal_hits
from kebab.wire.search import Citation, Retrieval, SearchHit, SearchResponse


def a_hit(rank=1, *, stale=False, snippet="Run `pip install kebab` first.", headings=("Install",)):
    return SearchHit(
        rank=rank,
        score=0.875,
        score_kind="convex",
        chunk_id="c" * 32,
        doc_id="d" * 32,
        doc_path="guide/start.md",
        title="Start",
        heading_path=list(headings),
        snippet=snippet,
        citation=Citation(
            kind="line",
            path="guide/start.md",
            uri="guide/start.md#L5-L9",
            start=5,
            end=9,
            indexed_at="2025-01-01T00:00:00Z",
            stale=stale,
        ),
        retrieval=Retrieval(method="hybrid", fusion_score=0.875),
        media="markdown",
        lang="en",
        source_id="default",
        trust_level="primary",
        indexed_at="2025-01-01T00:00:00Z",
        stale=stale,
    )


def a_response(*hits, **changes):
    fields = {
        "query": "installing kebab",
        "mode": "hybrid",
        "hits": list(hits),
        "next_cursor": None,
        "truncated": False,
        "relaxed": False,
        "best_cosine": 0.9,
        "best_coverage": 1.0,
        "vector_coverage": 1.0,
    }
    return SearchResponse(**{**fields, **changes})


def on_terminal(response):
    screen = io.StringIO()
    Console(file=screen, force_terminal=True, width=80, color_system="standard").print(
        terminal_hits(response)
    )
    return screen.getvalue()


def test_hit_in_a_pipe_is_one_line_with_its_snippet_below():
    assert plain_hits(a_response(a_hit(headings=("Install", "With pip")))) == (
        "1. 0.875  guide/start.md#L5-L9  Install / With pip\n    Run `pip install kebab` first.\n"
    )


def test_stale_hit_says_so_in_a_pipe():
    assert "  [stale] guide/start.md#L5-L9" in plain_hits(a_response(a_hit(stale=True)))


def test_no_hits_print_nothing_in_a_pipe():
    assert plain_hits(a_response()) == ""


def test_words_that_were_asked_for_are_bold_on_a_terminal():
    shown = on_terminal(a_response(a_hit()))

    assert "\x1b[1;33minstall\x1b[0m" in shown
    assert "\x1b[1;33mkebab\x1b[0m" in shown
    assert "\x1b[1;33mfirst" not in shown


def test_hit_on_a_terminal_has_its_place_and_headings():
    shown = on_terminal(a_response(a_hit()))

    assert "guide/start.md" in shown
    assert ":5-9" in shown
    assert "Install" in shown


def test_document_cannot_steer_the_terminal():
    evil = a_hit(snippet="\x1b]0;owned\x07\x9b2J text", headings=("\x1b[31mred",))

    for shown in (plain_hits(a_response(evil)), on_terminal(a_response(evil))):
        assert "\x1b]0" not in shown
        assert "\x9b" not in shown
        assert "\x1b[31m" not in shown


def test_markup_of_rich_in_a_snippet_is_literal():
    assert "[bold]x[/bold]" in on_terminal(a_response(a_hit(snippet="[bold]x[/bold]")))


def test_notes_say_what_a_reader_should_know():
    response = a_response(
        a_hit(), relaxed=True, vector_coverage=0.5, degraded=["shard 1"], next_cursor="abc"
    )

    notes = to_plain(search_notes(response))

    assert "no hit holds every word" in notes
    assert "50.0 % of the chunks have a vector" in notes
    assert "without shard 1" in notes
    assert "--cursor abc" in notes


def test_fallback_is_told_once_and_not_as_missing_vectors():
    notes = to_plain(
        search_notes(
            a_response(a_hit(), mode="lexical", fallback="no embedder", vector_coverage=0.0)
        )
    )

    assert notes == "note: searched lexical: no embedder\n"


def test_complete_answer_needs_no_notes():
    assert search_notes(a_response(a_hit())) == []


def test_empty_answer_says_so():
    assert to_plain(search_notes(a_response(hint="try other words"))) == (
        "no hits\nhint: try other words\n"
    )
