"""What is said of a document that is added by itself: format, tags and metadata."""

from __future__ import annotations

import asyncio

import pytest

from kebab.errors import InvalidInputError, TooLargeError
from kebab.ingest.external import check_text, ingest_file, ingest_stdin
from kebab.settings.model import IngestSettings


def add_file(base, path, **given):
    return asyncio.run(ingest_file(base.context, path, **given))


def add_text(base, content, **given):
    return asyncio.run(ingest_stdin(base.context, content, **given))


def test_tags_and_metadata_of_a_file_are_kept_and_the_last_ones_count(base):
    file = base.write("one.md", "first", root=base.home)
    add_file(base, file, tags=["a"], metadata={"owner": "Kim"})
    same = add_file(base, file, tags=["a"], metadata={"owner": "Kim"})
    (document,) = base.reader.documents()
    other = add_file(base, file, tags=["b"])
    (later,) = base.reader.documents()

    assert (document.tags, document.metadata) == (("a",), {"owner": "Kim"})
    assert (same.unchanged, other.updated) == (1, 1)
    assert other.items[0].reason == "version"
    assert (later.tags, later.metadata) == (("b",), {})


def test_file_of_a_source_keeps_its_own_tags(base):
    file = base.write("one.md", "first")

    with pytest.raises(InvalidInputError, match="belongs to the source"):
        add_file(base, file, tags=["a"])
    assert base.paths() == []


def test_text_is_read_as_what_it_is_and_updated_where_its_origin_is_the_same(base):
    uri = "https://example.org/a"
    first = add_text(base, b"<html><p>one", title="One", source_uri=uri, metadata={"by": "me"})
    (page,) = base.reader.documents()
    second = add_text(base, b"# Two", title="Two", source_uri=uri)
    (note,) = base.reader.documents()
    add_text(base, b"# Two", title="Two", source_uri=uri, media="text")
    (plain,) = base.reader.documents()

    assert (first.new, second.updated) == (1, 1)
    assert second.read_by_reason == {"changed": 1}
    assert [one.media for one in (page, note, plain)] == ["html", "markdown", "text"]
    assert (page.metadata, note.metadata) == ({"by": "me"}, {})
    assert {page.id} == {note.id, plain.id}


def test_limit_of_a_text_is_that_of_its_medium(base):
    base.more = {"ingest": IngestSettings(max_office_bytes=5, max_markdown_bytes=50)}

    check_text(b"# long enough", base.settings)
    with pytest.raises(TooLargeError) as caught:
        check_text(b"# long enough", base.settings, "html")
    assert "ingest.max_office_bytes" in caught.value.hint
