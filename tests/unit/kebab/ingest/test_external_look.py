"""Documents that were added one by one are derived again when what reads them changes."""

from __future__ import annotations

import asyncio
import sqlite3
import zlib

import pytest

from kebab.errors import InvalidInputError
from kebab.ingest.external import ingest_file, ingest_stdin
from kebab.settings.model import ChunkingSettings

SMALLER = {"chunking": ChunkingSettings(target_tokens=100)}


def add_file(base, path, **given):
    return asyncio.run(ingest_file(base.context, path, **given))


def add_text(base, content, **given):
    return asyncio.run(ingest_stdin(base.context, content, **given))


def document_at(base, path):
    (found,) = base.reader.find_documents(path)
    return found


def reasons(report):
    return {item.doc_path: (item.kind, item.reason) for item in report.items}


def test_change_of_the_chunker_derives_them_again_with_what_was_said_of_them(base):
    base.write("a.md", "in a source")
    file = base.write("one.md", "first", root=base.home)
    add_file(base, file, tags=["b", "a"], metadata={"owner": "Kim"})
    add_text(base, b"second", title="Two", source_uri="https://x.y/z", tags=["t"])
    text_path = next(path for path in base.paths() if path.startswith("stdin/"))
    base.ingest()
    base.more = SMALLER
    report = base.ingest()

    updated = ("updated", "version")
    assert reasons(report) == {"a.md": updated, str(file): updated, text_path: updated}
    assert (report.scanned, report.updated) == (3, 3)
    one, two = document_at(base, str(file)), document_at(base, text_path)
    assert (one.tags, one.metadata, one.version) == (("a", "b"), {"owner": "Kim"}, 2)
    assert (two.title, two.tags, two.source_uri) == ("Two", ("t",), "https://x.y/z")
    assert sorted(base.texts()) == ["first", "in a source", "second"]


def test_after_that_adding_the_same_again_changes_nothing(base):
    file = base.write("one.md", "first", root=base.home)
    given = {"tags": ["b", "a"], "metadata": {"owner": "Kim"}}
    add_file(base, file, **given)
    add_text(base, b"second", title="Two", **given)
    base.more = SMALLER
    base.ingest()
    again = [add_file(base, file, **given), add_text(base, b"second", title="Two", **given)]

    assert [report.unchanged for report in again] == [1, 1]
    assert base.ingest().scanned == 0


def test_run_without_a_change_leaves_them_alone_though_their_file_changed(base):
    file = base.write("one.md", "first", root=base.home)
    add_file(base, file)
    file.write_text("edited")
    report = base.ingest()

    assert (report.scanned, report.items) == (0, [])
    assert base.texts() == ["first"]


def test_one_whose_file_is_gone_stays_and_is_told_of(base):
    file = base.write("one.md", "first", root=base.home)
    add_file(base, file)
    file.unlink()
    base.more = SMALLER
    report = base.ingest()

    assert reasons(report) == {str(file): ("unchanged", None)}
    assert report.items[0].warnings == ["kept as it was indexed: what it was made of is gone"]
    assert len(report.warnings) == 1
    assert "kebab forget" in report.warnings[0]
    assert base.texts() == ["first"]


def test_one_that_cannot_be_read_any_more_is_an_error_and_stays(base):
    file = base.write("one.md", "first", root=base.home)
    add_file(base, file)
    base.pool.fails = lambda method, _params: (
        InvalidInputError("no") if method == "extract" else None
    )
    base.more = SMALLER
    report = base.ingest()

    assert (report.errors, report.items[0].error) == (1, "no")
    assert base.texts() == ["first"]


def test_text_whose_body_is_its_canonical_text_is_derived_from_what_came(base):
    answer = base.pool.call
    seen = []

    async def call(method, params, **limits):
        result = await answer(method, params, **limits)
        if method == "extract":
            seen.append(params["content"])
            result["body"] = zlib.compress(b"canonical")
        return result

    base.pool.call = call
    page = b"<html><p>canonical"
    add_text(base, page, title="Page")
    (document,) = base.reader.documents()
    base.more = SMALLER
    base.ingest()

    assert zlib.decompress(base.reader.body(document.id)) == b"canonical"
    assert seen == [page, page]


def test_text_that_is_damaged_in_the_catalog_stays_and_is_told_of(base):
    add_text(base, b"second", title="Two")
    with sqlite3.connect(base.writer.path) as db:
        db.execute("UPDATE documents SET body = x'00'")
    base.more = SMALLER
    report = base.ingest()

    assert (report.unchanged, len(report.warnings)) == (1, 1)
    assert base.texts() == ["second"]


def test_document_of_an_older_kebab_keeps_what_it_has(base):
    add_text(base, b"second", title="Two", tags=["t"], metadata={"by": "me"})
    with sqlite3.connect(base.writer.path) as db:
        db.execute("DELETE FROM given")
    base.more = SMALLER
    report = base.ingest()
    (document,) = base.reader.documents()

    assert report.updated == 1
    assert (document.title, document.tags, document.metadata) == ("Two", ("t",), {"by": "me"})
    assert base.ingest().scanned == 0


def test_forced_run_reads_them_too_and_a_partial_one_does_not(base):
    base.write("a.md")
    add_text(base, b"second", title="Two")
    base.ingest()
    whole = base.ingest(force=True)
    part = base.ingest(force=True, sources=("notes",))

    assert whole.read_by_reason == {"forced": 2}
    assert part.read_by_reason == {"forced": 1}


def test_base_without_a_source_brings_them_up_to_date(base):
    add_text(base, b"second", title="Two")
    base.sources = ()
    base.more = SMALLER
    report = base.ingest()

    assert report.updated == 1
    assert report.scope.sources == ["external"]


def test_base_without_a_source_and_without_them_has_nothing_to_ingest(base):
    base.sources = ()

    with pytest.raises(InvalidInputError, match="no source to ingest"):
        base.ingest()


def test_what_was_said_goes_with_the_document(base):
    add_text(base, b"second", title="Two")
    (document,) = base.reader.documents()
    base.writer.delete_document(document.id)

    assert base.reader.given(document.id) is None
