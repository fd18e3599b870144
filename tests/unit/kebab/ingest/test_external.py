"""Documents that were added one by one, and outlive every run over the folders."""

from __future__ import annotations

import asyncio
import os
import zlib

import pytest

from kebab.errors import (
    FileNotFoundInputError,
    InvalidInputError,
    TooLargeError,
    UnsupportedMediaError,
    WorkerLostError,
)
from kebab.ingest.external import ingest_file, ingest_stdin, stdin_path
from kebab.settings.model import IngestSettings


def add_file(base, path):
    return asyncio.run(ingest_file(base.context, path))


def add_text(base, content, **given):
    return asyncio.run(ingest_stdin(base.context, content, **given))


def test_external_documents_survive_every_later_run(base):
    one = base.write("one.md", "first", root=base.home)
    two = base.write("two.md", "second", root=base.home)
    add_file(base, one)
    add_file(base, two)
    add_text(base, b"third", title="Third")
    base.write("a.md")
    base.ingest()
    two.unlink()
    base.ingest()

    assert base.paths() == sorted([str(one), str(two), "a.md", stdin_path("Third", None)])
    assert {source for source, _path, _id in base.reader.paths()} == {"external", "notes"}


def test_same_file_again_is_unchanged_then_updated(base):
    file = base.write("one.md", "first", root=base.home)
    first = add_file(base, file)
    os.utime(file, ns=(5, 5))
    second = add_file(base, file)
    (document,) = base.reader.documents()
    file.write_text("first, edited")
    third = add_file(base, file)

    assert (first.new, second.unchanged, third.updated) == (1, 1, 1)
    assert document.mtime_ns == 5
    assert base.texts() == ["first, edited"]
    assert third.vector_coverage == 1.0


def test_file_of_a_source_is_that_source_s_document(base):
    file = base.write("sub/a.md")
    base.write("b.md")
    report = add_file(base, file)
    later = base.ingest()

    assert report.scope.sources == ["notes"]
    assert base.reader.paths()[1][:2] == ("notes", "sub/a.md")
    assert (later.new, later.unchanged) == (1, 1)


def test_ignored_file_of_a_source_is_external_so_that_it_stays(base):
    base.write(".gitignore", "secret.md")
    file = base.write("secret.md")
    add_file(base, file)
    base.ingest()

    assert base.reader.paths()[0][:2] == ("external", str(file))


def test_text_is_kept_and_named_by_its_origin(base):
    first = add_text(base, b"# Hi\n\nthere", title="Page", source_uri="https://x.y/z", tags=["t"])
    again = add_text(base, b"# Hi\n\nthere", title="Page", source_uri="https://x.y/z", tags=["t"])
    renamed = add_text(base, b"# Hi\n\nthere", title="Other", source_uri="https://x.y/z")
    (document,) = base.reader.documents()

    assert (first.new, again.unchanged, renamed.updated) == (1, 1, 1)
    assert (document.title, document.source_uri, document.disk_path) == (
        "Other",
        "https://x.y/z",
        None,
    )
    assert document.tags == ()
    assert zlib.decompress(base.reader.body(document.id)) == b"# Hi\n\nthere"


def test_titles_that_look_alike_are_two_documents():
    assert stdin_path("A b", None) != stdin_path("a-b", None)
    assert stdin_path("회의 기록 #3", None).startswith("stdin/회의-기록-3-")
    assert stdin_path("t", "https://x") == stdin_path("u", "https://x")


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("nowhere.md", FileNotFoundInputError),
        ("a.zip", UnsupportedMediaError),
        ("big.md", TooLargeError),
        (".", InvalidInputError),
    ],
)
def test_file_that_cannot_be_added_is_an_error_before_anything_is_read(base, name, error):
    base.more = {"ingest": IngestSettings(max_markdown_bytes=10)}
    base.write("a.zip", root=base.home)
    base.write("big.md", "x" * 11, root=base.home)

    with pytest.raises(error):
        add_file(base, base.home / name)
    assert base.pool.calls == []


@pytest.mark.parametrize(
    ("content", "given", "error"),
    [
        (b" \n", {"title": "t"}, InvalidInputError),
        (b"text", {}, InvalidInputError),
        (b"x" * 11, {"title": "t"}, TooLargeError),
    ],
)
def test_text_that_cannot_be_added_is_an_error(base, content, given, error):
    base.more = {"ingest": IngestSettings(max_markdown_bytes=10)}

    with pytest.raises(error):
        add_text(base, content, **given)


def test_file_that_cannot_be_read_raises_its_own_error(base):
    file = base.write("one.md", root=base.home)
    base.pool.fails = lambda method, _params: (
        WorkerLostError("2 workers died") if method == "extract" else None
    )

    with pytest.raises(WorkerLostError, match="2 workers died"):
        add_file(base, file)
