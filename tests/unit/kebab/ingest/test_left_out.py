"""Documents of old formats are left out, and the report says what to do about them."""

from __future__ import annotations

import asyncio

import pytest

from kebab.errors import UnsupportedMediaError
from kebab.ingest.external import ingest_file
from kebab.ingest.media import MEDIUM_BY_EXTENSION, SAVE_AS
from kebab.settings.model import IngestSettings


def test_what_to_save_as_is_read_and_what_is_read_needs_no_saving():
    assert set(SAVE_AS.values()) <= set(MEDIUM_BY_EXTENSION)
    assert not set(SAVE_AS) & set(MEDIUM_BY_EXTENSION)


def test_report_counts_old_documents_and_says_what_to_save_them_as(base):
    for name in ("a.doc", "b.DOC", "c.xls", "d.bin", "e.md"):
        base.write(name)

    report = base.ingest()

    assert (report.new, report.skipped) == (1, 4)
    (warning,) = report.warnings
    assert warning.endswith("(.doc 2, .xls 1): save them as .docx, .xlsx")


def test_files_that_are_no_documents_are_no_matter_for_a_warning(base):
    base.write("d.bin")

    assert base.ingest().warnings == []


def test_nobody_is_warned_who_chose_the_media(base):
    base.write("a.doc")
    base.more = {"ingest": IngestSettings(media=("markdown",))}

    assert base.ingest().warnings == []


@pytest.mark.parametrize(("name", "better"), [("a.doc", ".docx"), ("a.PPT", ".pptx")])
def test_an_old_document_that_is_named_is_refused_with_what_to_save_it_as(base, name, better):
    path = base.write(name, root=base.home)

    with pytest.raises(UnsupportedMediaError) as raised:
        asyncio.run(ingest_file(base.context, path))

    assert f"save it as {better}" in raised.value.hint


def test_a_file_of_another_kind_is_refused_with_what_is_read(base):
    path = base.write("a.bin", root=base.home)

    with pytest.raises(UnsupportedMediaError) as raised:
        asyncio.run(ingest_file(base.context, path))

    assert "save it as .txt if it is text" in raised.value.hint
    assert ".docx" in raised.value.hint
    assert len(raised.value.hint) < 500
