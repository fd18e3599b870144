"""Which text comes back for a chunk, a document and a span."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kebab.documents.source_text import split_lines
from kebab.errors import (
    ChunkNotFoundError,
    DocumentNotFoundError,
    InvalidInputError,
    SpanNotSupportedError,
    StaleCursorError,
    StoreError,
)
from kebab.wire.documents import FetchResult
from kebab.wire.wire_object import to_json

TEN = "".join(f"line {n}\n" for n in range(1, 11))


@pytest.mark.parametrize(
    ("end", "encoding", "head"),
    [
        ("\n", "utf-8", ""),
        ("\r\n", "utf-8", ""),
        ("\r", "utf-8", ""),
        ("\n", "utf-8-sig", ""),
        ("\r\n", "cp949", ""),
        ("\n", "utf-16", ""),
        ("\n", "utf-8", "form\x0cfeed\u2028and\x85more "),
    ],
)
def test_span_of_a_citation_is_the_text_of_its_chunk(corpus, end, encoding, head):
    lines = [f"{head}한글 줄 {n}" for n in range(1, 11)]
    document = corpus.add("a.md", end.join(lines) + end, encoding=encoding)

    for chunk in corpus.reader.chunks_of(document.id):
        fetched = corpus.fetch(
            kind="span", doc_id="a.md", line_start=chunk.line_start, line_end=chunk.line_end
        )
        assert fetched.text == chunk.text
        assert fetched.effective_end == chunk.line_end
        assert not fetched.stale


@pytest.mark.parametrize(
    ("start", "end", "text", "effective"),
    [
        (9, 99, "line 9\nline 10", 10),
        (10, 10, "line 10", 10),
        (11, 12, "", 0),
        (500, 900, "", 0),
        (3, 0, "line 3", 3),
    ],
)
def test_span_beyond_the_end_is_clamped(corpus, start, end, text, effective):
    corpus.add("a.md", TEN)

    fetched = corpus.fetch(kind="span", doc_id="a.md", line_start=start, line_end=end)

    assert (fetched.text, fetched.effective_end, fetched.truncated) == (text, effective, False)


@pytest.mark.parametrize(("start", "end"), [(0, 3), (5, 4)])
def test_span_that_is_no_range_is_refused(corpus, start, end):
    corpus.add("a.md", TEN)

    with pytest.raises(InvalidInputError):
        corpus.fetch(kind="span", doc_id="a.md", line_start=start, line_end=end)


def test_span_over_the_budget_is_cut_and_says_where(corpus):
    corpus.add("a.md", TEN)

    fetched = corpus.fetch(kind="span", doc_id="a.md", line_start=2, line_end=9, max_tokens=6)

    assert fetched.truncated
    assert fetched.text == "line 2\nline 3\nline 4"
    assert fetched.effective_end == 4


def test_span_of_a_medium_without_lines_is_refused(corpus):
    corpus.add("a.pdf", TEN, media="pdf")

    with pytest.raises(SpanNotSupportedError):
        corpus.fetch(kind="span", doc_id="a.pdf", line_start=1)


def test_pages_of_a_document_join_to_all_of_it(corpus):
    text = TEN + "x" * 500 + "\nlast\n"
    corpus.add("a.md", text)

    pages, cursor = [], ""
    while cursor is not None:
        page = corpus.fetch(kind="doc", doc_id="a.md", max_tokens=20, cursor=cursor)
        pages.append(page)
        cursor = page.next_cursor

    assert len(pages) > 5
    joined = ""
    for before, after in zip([None, *pages], pages, strict=False):
        joins = before is None or before.line_end == after.line_start
        joined += ("" if joins else "\n") + after.text
    assert joined == text.rstrip("\n")
    assert not pages[-1].truncated


def test_cursor_of_a_document_is_stale_after_an_edit(corpus):
    corpus.add("a.md", TEN)
    cursor = corpus.fetch(kind="doc", doc_id="a.md", max_tokens=5).next_cursor
    (corpus.root / "a.md").write_text("new\n" + TEN)

    with pytest.raises(StaleCursorError):
        corpus.fetch(kind="doc", doc_id="a.md", cursor=cursor)


def test_chunk_comes_with_its_neighbours_in_document_order(corpus):
    document = corpus.add("a.md", TEN)
    chunks = corpus.reader.chunks_of(document.id)

    fetched = corpus.fetch(kind="chunk", chunk_id=chunks[2].chunk_id, context=5)

    assert fetched.chunk.text == "line 7\nline 8\nline 9"
    assert [c.ordinal for c in fetched.context_before] == [0, 1]
    assert [c.ordinal for c in fetched.context_after] == [3]
    assert FetchResult.model_validate_json(to_json(fetched)) == fetched


def test_nearest_neighbours_are_kept_within_the_budget(corpus):
    document = corpus.add("a.md", "".join(f"line {n}\n" for n in range(1, 31)))
    chunks = corpus.reader.chunks_of(document.id)

    fetched = corpus.fetch(kind="chunk", chunk_id=chunks[5].chunk_id, context=5, max_tokens=20)

    assert fetched.truncated
    assert [c.ordinal for c in (*fetched.context_before, *fetched.context_after)] == [4, 6]


def test_unknown_chunk_and_document_are_their_own_errors(corpus):
    corpus.add("guide/install.md", TEN)

    with pytest.raises(ChunkNotFoundError):
        corpus.fetch(kind="chunk", chunk_id="0" * 32)
    with pytest.raises(DocumentNotFoundError) as caught:
        corpus.fetch(kind="doc", doc_id="guide/instal.md")
    assert caught.value.details["did_you_mean"] == "guide/install.md"


def test_document_is_found_by_id_path_and_source(corpus):
    document = corpus.add("a.md", TEN)

    for name in (document.id, document.id.upper(), "a.md", "./a.md", "default:a.md", " a.md "):
        assert corpus.fetch(kind="doc", doc_id=name).doc_id == document.id


def test_path_in_two_sources_has_to_name_one(corpus):
    corpus.add("a.md", TEN)
    other = corpus.add("a.md", TEN, source="other")

    with pytest.raises(InvalidInputError) as caught:
        corpus.fetch(kind="doc", doc_id="a.md")

    assert "other:a.md" in caught.value.hint
    assert corpus.fetch(kind="doc", doc_id="other:a.md").doc_id == other.id


def test_edited_file_is_stale_and_a_touched_one_is_not(corpus):
    corpus.add("edited.md", TEN)
    corpus.add("touched.md", TEN)
    (corpus.root / "edited.md").write_text(TEN.replace("1", "2"))
    for name in ("edited.md", "touched.md"):
        os.utime(corpus.root / name, (1, 1))

    assert corpus.fetch(kind="doc", doc_id="edited.md").stale
    assert not corpus.fetch(kind="doc", doc_id="touched.md").stale


def test_gone_file_is_answered_from_the_index(corpus):
    document = corpus.add("a.md", TEN)
    chunk = corpus.reader.chunks_of(document.id)[1]
    (corpus.root / "a.md").unlink()

    whole = corpus.fetch(kind="doc", doc_id="a.md")
    span = corpus.fetch(kind="span", doc_id="a.md", line_start=4, line_end=6)
    part = corpus.fetch(kind="chunk", chunk_id=chunk.chunk_id)

    assert whole.text == TEN.rstrip("\n")
    assert span.text == part.chunk.text == "line 4\nline 5\nline 6"
    assert all(fetched.gone and fetched.stale for fetched in (whole, span, part))


def test_lines_that_the_index_did_not_keep_are_an_error(corpus):
    corpus.add("a.md", TEN)
    document = corpus.reader.find_documents("a.md")[0]
    kept = corpus.reader.chunks_of(document.id)
    corpus.writer._db.execute("DELETE FROM chunks WHERE id = ?", (kept[1].row,))
    (corpus.root / "a.md").unlink()

    with pytest.raises(StoreError):
        corpus.fetch(kind="span", doc_id="a.md", line_start=3, line_end=5)


def test_document_without_a_file_comes_from_its_body(corpus):
    corpus.add("stdin/a.md", TEN, body=True)

    fetched = corpus.fetch(kind="doc", doc_id="stdin/a.md")

    assert fetched.text == TEN.rstrip("\n")
    assert not fetched.stale
    assert not fetched.gone


def test_link_that_leads_out_of_the_source_is_refused(corpus, tmp_path):
    corpus.add("a.md", TEN)
    (tmp_path / "secret.txt").write_text("secret\n")
    (corpus.root / "a.md").unlink()
    (corpus.root / "a.md").symlink_to(tmp_path / "secret.txt")

    with pytest.raises(StoreError):
        corpus.fetch(kind="doc", doc_id="a.md")


def test_pipe_in_the_place_of_a_file_does_not_block(corpus):
    corpus.add("a.md", TEN)
    (corpus.root / "a.md").unlink()
    os.mkfifo(corpus.root / "a.md")

    with pytest.raises(StoreError):
        corpus.fetch(kind="doc", doc_id="a.md")


@pytest.mark.parametrize("path", sorted(Path(__file__).parents[4].glob("README.md")))
def test_lines_are_those_an_editor_counts(path):
    text = path.read_text()

    assert len(split_lines(text)) == text.count("\n")


def test_empty_document_has_no_lines(corpus):
    corpus.add("a.md", "")

    fetched = corpus.fetch(kind="doc", doc_id="a.md")

    assert (fetched.text, fetched.line_end, fetched.next_cursor) == ("", 0, None)
