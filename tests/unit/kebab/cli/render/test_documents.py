"""How documents and fetched texts look."""

from __future__ import annotations

import io

from rich.console import Console

from kebab.cli.render.documents import (
    document_lines,
    fetch_notes,
    forget_lines,
    list_notes,
    plain_list,
    plain_text,
    terminal_list,
)
from kebab.cli.render.lines import to_plain
from kebab.wire.documents import (
    ChunkOutline,
    ChunkText,
    DocumentInspection,
    DocumentList,
    DocumentSummary,
    FetchResult,
    ForgetReport,
    LineSpan,
)


def a_document(**changes):
    fields = {
        "doc_id": "d" * 32,
        "doc_path": "guide/start.md",
        "source_id": "default",
        "title": "Start",
        "media": "markdown",
        "lang": "en",
        "tags": ["guide"],
        "trust_level": "primary",
        "source_type": "note",
        "byte_len": 2048,
        "chunk_count": 3,
        "version": 2,
        "created_at": "2025-01-01T00:00:00Z",
        "updated_at": "2025-02-01T00:00:00Z",
        "parser_version": "markdown-1",
        "chunker_version": "heading-1",
    }
    return DocumentSummary(**{**fields, **changes})


def a_chunk(text, start):
    return ChunkText(
        chunk_id="c" * 32,
        doc_id="d" * 32,
        ordinal=0,
        heading_path=["Install"],
        text=text,
        source_spans=[LineSpan(start=start, end=start + 1)],
        token_estimate=5,
    )


def a_fetch(**changes):
    fields = {
        "kind": "doc",
        "doc_id": "d" * 32,
        "doc_path": "guide/start.md",
        "indexed_at": "2025-01-01T00:00:00Z",
        "stale": False,
        "gone": False,
        "truncated": False,
    }
    return FetchResult(**{**fields, **changes})


def test_document_in_a_pipe_is_three_fields_between_tabs():
    page = DocumentList(documents=[a_document(title="A\ttab")], total=1, next_cursor=None)

    assert plain_list(page) == f"{'d' * 32}\tA tab\tguide/start.md\n"


def test_documents_on_a_terminal_are_a_table():
    screen = io.StringIO()
    page = DocumentList(documents=[a_document()], total=1, next_cursor=None)

    Console(file=screen, width=100).print(terminal_list(page))

    assert "guide/start.md" in screen.getvalue()
    assert "2025-02-01" in screen.getvalue()


def test_page_says_how_many_documents_there_are():
    page = DocumentList(documents=[a_document()], total=1005, next_cursor="next")

    assert to_plain(list_notes(page)) == "1 of 1,005 documents\nmore: --cursor next\n"


def test_document_is_shown_with_facts_warnings_and_outline():
    shown = to_plain(
        document_lines(
            DocumentInspection(
                document=a_document(),
                disk_path="/notes/guide/start.md",
                encoding="utf-8",
                content_hash="f" * 64,
                shard=1,
                warnings=["no text"],
                metadata={"date": "2025-01-01"},
                chunks=[
                    ChunkOutline(
                        chunk_id="c" * 32,
                        ordinal=0,
                        heading_path=["Install", "pip"],
                        source_spans=[LineSpan(start=1, end=9)],
                        token_estimate=12,
                        has_vector=False,
                    )
                ],
            )
        )
    )

    assert "default (note, primary)" in shown
    assert "warning  no text" in shown
    assert "no vector  Install / pip" in shown
    assert "2025-01-01" in shown


def test_fetched_text_is_printed_as_it_is():
    assert plain_text(a_fetch(text="a\n\x1b")) == "a\n\x1b\n"
    assert plain_text(a_fetch(text="")) == ""


def test_lone_chunk_is_its_text():
    assert plain_text(a_fetch(kind="chunk", chunk=a_chunk("the text", 5))) == "the text\n"


def test_neighbours_of_a_chunk_are_set_apart():
    fetched = a_fetch(
        kind="chunk",
        chunk=a_chunk("two", 3),
        context_before=[a_chunk("one", 1)],
        context_after=[a_chunk("three", 5)],
    )

    assert plain_text(fetched) == (
        "=== before  lines 1-2  Install\none\n\n"
        "=== target  lines 3-4  Install\ntwo\n\n"
        "=== after  lines 5-6  Install\nthree\n"
    )


def test_notes_say_where_the_text_stands_and_what_is_wrong_with_it():
    notes = to_plain(
        fetch_notes(
            a_fetch(stale=True, truncated=True, next_cursor="n", text="x", line_start=1, line_end=2)
        )
    )

    assert notes == (
        "guide/start.md:1-2\n"
        "note: the file has changed since it was indexed\n"
        "note: cut at the budget; more: --cursor n\n"
    )


def test_file_that_is_gone_is_said_to_be():
    assert "the file is gone" in to_plain(fetch_notes(a_fetch(stale=True, gone=True)))


def test_forgetting_is_counted():
    assert to_plain(forget_lines(ForgetReport(documents=["a"], chunks=4))) == (
        "forgot 1 document, 4 chunks\n"
    )
