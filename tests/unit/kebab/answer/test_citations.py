"""Citations hold: their lines, their freshness, and whether the source still says so."""

import asyncio
from types import SimpleNamespace

import pytest

from kebab.answer.citations import Cited, Citer
from kebab.answer.evidence import Passage, pack
from kebab.catalog.records import Chunk

TEXT = "# Title\n\nThe pool opens at six.\nIt closes at ten.\n"


@pytest.fixture
def document(tmp_path):
    path = tmp_path / "a b.md"
    path.write_text(TEXT)
    status = path.stat()
    return SimpleNamespace(
        id="d",
        path="a b.md",
        disk_path=str(path),
        source_id="notes",
        trust_level="primary",
        encoding="utf-8",
        size_bytes=status.st_size,
        mtime_ns=status.st_mtime_ns,
        content_hash="00",
        updated_at_ms=0,
        has_body=False,
        code_lang="",
        file=path,
    )


def cite(document, quote="It closes at ten.", roots=None):
    chunk = Chunk(1, "c" * 32, "d", 0, 0, ("Title",), TEXT.rstrip(), 1, 4, 10)
    (piece,) = pack([Passage(None, chunk, document, 10)])
    start = piece.text.index(quote)
    citer = Citer(SimpleNamespace(body=lambda _id: None), roots or {})
    (found,) = asyncio.run(citer.cite([Cited("1", piece, start, start + len(quote))]))
    return found


def test_a_citation_names_the_very_line_and_is_verified(document):
    found = cite(document)

    assert (found.citation.start, found.citation.end) == (4, 4)
    assert found.citation.uri == "a%20b.md#L4"
    assert (found.marker, found.quote) == ("[1]", "It closes at ten.")
    assert (found.verified, found.stale) == (True, False)


def test_a_quotation_over_two_lines_cites_both(document):
    found = cite(document, "The pool opens at six.\nIt closes at ten.")

    assert (found.citation.start, found.citation.end) == (3, 4)


def test_a_quotation_that_moved_is_cited_where_it_stands_now(document):
    document.file.write_text("New first line.\n\n" + TEXT)

    found = cite(document)

    assert (found.citation.start, found.verified, found.stale) == (6, True, True)


def test_a_quotation_that_was_changed_is_not_verified(document):
    document.file.write_text(TEXT.replace("ten", "nine"))

    found = cite(document)

    assert (found.citation.start, found.verified, found.stale) == (4, False, True)


def test_a_source_that_is_gone_verifies_nothing(document):
    document.file.unlink()

    found = cite(document)

    assert (found.verified, found.stale) == (False, True)


def test_what_must_not_be_read_is_not_said_to_be_wrong(document, tmp_path):
    (tmp_path / "inner").mkdir()

    found = cite(document, roots={"notes": tmp_path / "inner"})

    assert found.verified is None
