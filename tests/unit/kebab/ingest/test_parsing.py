"""What workers have parsed: kept by content, given back to be cut, and never more than a cache."""

from __future__ import annotations

import asyncio
import sqlite3

import pytest

from kebab.errors import StoreError
from kebab.ingest.external import ingest_stdin
from kebab.ingest.parsing import parser_identity
from kebab.settings.model import ChunkingSettings, LimitsSettings
from kebab.wire.extraction import KEPT_PARSED

SMALLER = {"chunking": ChunkingSettings(target_tokens=100)}


@pytest.fixture
def parsed(base):
    """Give a base whose workers parse what is not kept, and say what they made of it."""
    answer = base.pool.call

    async def call(method, params, **limits):
        result = await answer(method, params, **limits)
        if method == "extract" and "kept" not in params:
            result["parsed"] = b"parsed " + result["content_hash"].encode()
        return result

    base.pool.call = call
    return base


def given(base):
    """Tell of each extract so far whether it was given something kept."""
    return ["kept" in params for method, params in base.pool.calls if method == "extract"]


def kept(base):
    return {
        one.kind: one.entries
        for one in base.reader.cache_holdings()
        if one.kind.startswith("parse:")
    }


def test_change_of_the_chunker_cuts_and_does_not_parse_again(parsed):
    parsed.write("a.pdf", "one")
    parsed.ingest()
    parsed.more = SMALLER
    report = parsed.ingest()

    assert report.read_by_reason == {"version": 1}
    assert given(parsed) == [False, True]
    assert kept(parsed) == {"parse:pdf-1": 1}


def test_file_that_is_renamed_copied_or_forgotten_is_not_parsed_again(parsed):
    file = parsed.write("a.pdf", "one")
    parsed.ingest()
    file.rename(file.with_name("b.pdf"))
    parsed.ingest()
    parsed.write("c.pdf", "one")
    parsed.ingest()
    for _source, _path, key in parsed.reader.paths():
        parsed.writer.delete_document(key)
    parsed.ingest()

    assert given(parsed) == [False, True, True, True, True]
    assert kept(parsed) == {"parse:pdf-1": 1}


def test_run_that_reads_every_file_again_parses_it_too(parsed):
    parsed.write("a.pdf", "one")
    parsed.ingest()
    parsed.ingest(force=True)

    assert given(parsed) == [False, False]
    assert kept(parsed) == {"parse:pdf-1": 1}


def test_medium_that_is_cheap_to_parse_is_not_kept(parsed):
    parsed.write("a.md", "one")
    parsed.ingest()
    parsed.more = SMALLER
    parsed.ingest()

    assert given(parsed) == [False, False]


def test_edited_file_is_parsed(parsed):
    parsed.write("a.pdf", "one")
    parsed.ingest()
    parsed.write("a.pdf", "another")
    parsed.ingest()

    assert given(parsed) == [False, False]
    assert kept(parsed) == {"parse:pdf-1": 2}


def test_other_limit_that_shapes_the_parse_is_another_entry(parsed):
    parsed.write("a.pdf", "one")
    parsed.ingest()
    parsed.more = {**SMALLER, "limits": LimitsSettings(max_pages=3)}
    parsed.ingest()

    assert given(parsed) == [False, False]


def test_text_without_a_file_is_not_parsed_again_either(parsed):
    def add():
        return asyncio.run(ingest_stdin(parsed.context, b"<html><p>one", title="One"))

    add()
    parsed.more = SMALLER
    report = add()

    assert report.read_by_reason == {"version": 1}
    assert given(parsed) == [False, True]


def test_pages_read_by_ocr_are_part_of_what_is_kept(parsed):
    answer = parsed.pool.call

    async def call(method, params, **limits):
        if method == "read_page":
            return {"lines": [["words", [0, 0, 9, 9], 0.9]], "warnings": []}
        result = await answer(method, params, **limits)
        if method == "extract" and "read_pages" not in params:
            result["pages_to_read"] = [1]
        return result

    parsed.pool.call = call
    parsed.write("a.pdf", "one")
    parsed.ingest()
    parsed.more = SMALLER
    parsed.ingest()

    assert given(parsed) == [False, False, True, True]
    assert kept(parsed) == {"parse:pdf-1": 2}


def test_what_was_parsed_of_a_file_that_failed_later_is_kept(parsed):
    answer = parsed.pool.call

    async def call(method, params, **limits):
        if method == "read_page":
            return {"lines": [], "warnings": []}
        if "read_pages" in params:
            raise StoreError("the file cannot be read")
        result = await answer(method, params, **limits)
        result["pages_to_read"] = [1] if method == "extract" else []
        return result

    parsed.pool.call = call
    parsed.write("a.pdf", "one")
    report = parsed.ingest()

    assert report.errors == 1
    assert kept(parsed) == {"parse:pdf-1": 1}


def test_damaged_entry_is_parsed_again_and_replaced(parsed):
    parsed.write("a.pdf", "one")
    parsed.ingest()
    with sqlite3.connect(parsed.writer.path) as db:
        db.execute("UPDATE derivations SET value = x'00' WHERE kind LIKE 'parse:%'")
    parsed.more = SMALLER
    parsed.ingest()
    parsed.more = {}
    parsed.ingest()

    assert given(parsed) == [False, False, True]
    assert kept(parsed) == {"parse:pdf-1": 1}


def test_pruned_entry_is_parsed_again(parsed):
    parsed.write("a.pdf", "one")
    parsed.ingest()
    pruned = parsed.writer.prune_derivations(1 << 60)
    parsed.more = SMALLER
    parsed.ingest()

    assert pruned == 1
    assert given(parsed) == [False, False]


def test_limits_that_leave_the_parse_alone_are_no_part_of_it():
    for media in KEPT_PARSED:
        usual = parser_identity(media, LimitsSettings())

        assert parser_identity(media, LimitsSettings(max_ocr_pages=1)) == usual
        assert parser_identity(media, LimitsSettings(max_cells=1)) != usual
