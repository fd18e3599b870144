"""A file whose name lies about its content is told what name would be right."""

from __future__ import annotations

import pytest
from support import office_files, pdfs

from kebab.errors import UnreadableDocumentError
from kebab.wire.worker import ChunkingConfig
from workers.extract.extract import extract
from workers.extract.real_kind import kind_of

PDF = pdfs.Pdf([[pdfs.text(60, 60, "The lighthouse keeper.")]]).write()


def read(path, media, data):
    return extract(
        path=path,
        media=media,
        data=data,
        size_bytes=len(data),
        mtime_ns=0,
        chunking=ChunkingConfig(target_tokens=100, overlap_tokens=0, max_tokens=200),
        count_tokens=lambda texts: [len(text) for text in texts],
    )


@pytest.mark.parametrize(
    ("path", "media", "data", "ending"),
    [
        ("a.docx", "docx", office_files.workbook(), ".xlsx"),
        ("a.pptx", "pptx", office_files.word_document(), ".docx"),
        ("a.xlsx", "xlsx", PDF, ".pdf"),
        ("a.pdf", "pdf", b"<!DOCTYPE html><html>Please log in.", ".html"),
        ("a.docx", "docx", b"{\\rtf1 Hello}", ".rtf"),
        ("a.epub", "epub", office_files.text_document(), ".odt"),
        ("a.eml", "email", office_files.png(), ".png"),
    ],
)
def test_file_of_another_kind_is_told_its_right_name(path, media, data, ending):
    with pytest.raises(UnreadableDocumentError) as raised:
        read(path, media, data)

    assert f"a {ending} file" in raised.value.hint


@pytest.mark.parametrize(
    ("path", "media", "data"),
    [
        ("a.pdf", "pdf", b"%PDF-1.4\nnothing"),
        ("a.jpeg", "image", b"\xff\xd8\xff\xe0 nothing"),
        ("a.docm", "docx", office_files.word_document()[:-200]),
        ("a.xlsx", "xlsx", b"a,b\n1,2\n"),
    ],
)
def test_damaged_file_of_the_right_name_is_not_to_be_renamed(path, media, data):
    with pytest.raises(UnreadableDocumentError) as raised:
        read(path, media, data)

    assert "rename" not in raised.value.hint


@pytest.mark.parametrize("media", ["pdf", "image", "docx", "hwp", "mbox", "epub", "notebook"])
def test_empty_file_of_a_binary_medium_is_called_empty(media):
    with pytest.raises(UnreadableDocumentError, match=r"^a is empty$"):
        read("a", media, b"")


@pytest.mark.parametrize("media", ["markdown", "text", "csv", "code", "html"])
def test_empty_text_is_a_document_without_text(media):
    assert read("a.x", media, b"").warnings == ("no text",)


def test_kind_of_unknown_bytes_is_unknown():
    assert kind_of(b"\x00\x01 whatever") is None
