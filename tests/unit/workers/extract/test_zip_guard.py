"""Zip files are looked at before anything of them is unpacked."""

import struct
import zipfile

import pytest
from support.office_files import zipped

from kebab.errors import EncryptedDocumentError, TooLargeError, UnreadableDocumentError
from workers.extract.limits import Limits
from workers.extract.zip_guard import open_archive, read_entry


def opened(data, **limits):
    return open_archive(data, "a.docx", Limits(**limits), "Word document")


def test_sound_archive_is_opened():
    with opened(zipped({"a": "text"})) as archive:
        assert read_entry(archive, "a", "a.docx", "Word document") == b"text"


@pytest.mark.parametrize(
    ("parts", "limits", "problem", "hint"),
    [
        ({"a": b"\0" * 30_000_000}, {}, "times its size", "exclude the file"),
        (
            {"a": b"0123456789", "b": b"01"},
            {"max_unpacked_bytes": 11},
            "unpacks to 12 bytes",
            "max_unpacked_bytes",
        ),
        ({f"{n}": b"" for n in range(20_001)}, {}, "holds 20001 parts", "exclude the file"),
    ],
)
def test_bomb_is_refused_unopened_and_only_a_limit_of_the_settings_is_to_be_raised(
    parts, limits, problem, hint
):
    with pytest.raises(TooLargeError, match=problem) as raised:
        opened(zipped(parts), **limits)

    assert hint in raised.value.hint
    assert ("limits" in raised.value.hint) == bool(limits)


def test_size_that_is_a_lie_gives_no_more_than_it_says():
    data = bytearray(zipped({"a": b"\0" * 10_000_000}))
    for signature, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        start = data.index(signature) + place
        data[start : start + 4] = struct.pack("<I", 100)

    with opened(bytes(data)) as archive, pytest.raises(UnreadableDocumentError):
        read_entry(archive, "a", "a.docx", "Word document")


def test_encrypted_entry_says_so():
    data = bytearray(zipped({"a": "text"}))
    data[data.index(b"PK\x01\x02") + 8] |= 1

    with pytest.raises(EncryptedDocumentError):
        opened(bytes(data))


def test_packing_that_no_document_uses_is_refused():
    with pytest.raises(UnreadableDocumentError, match="packed in a way"):
        opened(zipped({"a": "text"}, method=zipfile.ZIP_LZMA))


def test_missing_and_broken_entries_are_one_clear_error():
    data = zipped({"a": b"text" * 50}, method=zipfile.ZIP_STORED)

    with opened(data.replace(b"texttext", b"textTEXT", 1)) as archive:
        for name in ("a", "b"):
            with pytest.raises(UnreadableDocumentError, match=r"a\.docx is no Word document"):
                read_entry(archive, name, "a.docx", "Word document")
