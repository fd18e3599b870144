"""Old and encrypted Office documents are told by what lies in them."""

import pytest

from kebab.errors import EncryptedDocumentError, UnreadableDocumentError, UnsupportedMediaError
from workers.extract.limits import Limits
from workers.extract.ole import parse_legacy_office


def ole(stream):
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 504 + f"{stream}\0".encode("utf-16-le")


@pytest.mark.parametrize(
    ("stream", "ending"),
    [("WordDocument", "docx"), ("PowerPoint Document", "pptx"), ("Workbook", "xlsx")],
)
def test_old_document_is_refused_with_what_to_save_it_as(stream, ending):
    with pytest.raises(UnsupportedMediaError) as raised:
        parse_legacy_office(ole(stream), "a.doc", Limits())

    assert f"Save it as .{ending}" in raised.value.hint


def test_encrypted_document_is_refused_as_such():
    with pytest.raises(EncryptedDocumentError):
        parse_legacy_office(ole("EncryptedPackage"), "a.docx", Limits())


@pytest.mark.parametrize("data", [b"", b"{\\rtf1 text}", ole("Something")])
def test_anything_else_is_unreadable(data):
    with pytest.raises(UnreadableDocumentError):
        parse_legacy_office(data, "a.doc", Limits())
