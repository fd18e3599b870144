"""Old and encrypted Office documents are told by what lies in them."""

import pytest

from kebab.errors import EncryptedDocumentError, UnreadableDocumentError, UnsupportedMediaError
from workers.extract.ole import is_encrypted_package, refuse_ole


def ole(stream):
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 504 + f"{stream}\0".encode("utf-16-le")


@pytest.mark.parametrize(
    ("stream", "ending"),
    [("WordDocument", "docx"), ("PowerPoint Document", "pptx"), ("Workbook", "xlsx")],
)
def test_old_document_is_refused_with_what_to_save_it_as(stream, ending):
    with pytest.raises(UnsupportedMediaError) as raised:
        refuse_ole(ole(stream), "a.docx")

    assert f"Save it as .{ending}" in raised.value.hint


def test_encrypted_document_is_refused_as_such():
    assert is_encrypted_package(ole("EncryptedPackage"))
    with pytest.raises(EncryptedDocumentError):
        refuse_ole(ole("EncryptedPackage"), "a.odt")


def test_any_other_of_the_kind_is_unreadable():
    with pytest.raises(UnreadableDocumentError):
        refuse_ole(ole("Something"), "a.docx")


@pytest.mark.parametrize("data", [b"", b"{\\rtf1 text}", b"PK\x03\x04"])
def test_what_is_of_another_kind_is_left_to_its_parser(data):
    refuse_ole(data, "a.docx")

    assert not is_encrypted_package(data)
