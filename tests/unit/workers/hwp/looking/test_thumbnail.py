"""The preview picture that a word processor leaves in a document."""

import io
import struct
import zlib

import pytest
from PIL import Image
from support.hwpx import hwpx, paragraph

from kebab.errors import UnreadableDocumentError
from workers.hwp.looking.preview import MAX_BYTES, judge_preview


def picture(size=(3, 2), kind="PNG"):
    written = io.BytesIO()
    Image.new("RGB", size).save(written, kind)
    return written.getvalue()


def with_preview(data, name="Preview/PrvImage.png"):
    return hwpx(paragraph("본문"), extra={name: data})


def test_the_picture_comes_with_its_type_by_content_and_its_size(ask):
    reply = ask("thumbnail", with_preview(picture(kind="GIF")))

    assert reply["result"] == {
        "present": True,
        "mime": "image/gif",
        "width": 3,
        "height": 2,
        "bytes": len(picture(kind="GIF")),
    }
    assert reply["attachment"] == {"mime": "image/gif", "data": picture(kind="GIF")}


def test_a_document_without_one_is_no_error(ask):
    reply = ask("thumbnail", hwpx(paragraph("본문")))

    assert reply["result"] == {"present": False}
    assert reply["attachment"] is None
    assert reply["warnings"] == []


@pytest.mark.parametrize(
    "data", [b"no picture", b"\x89PNG\r\n\x1a\n", picture()[:20], b"\0" * (MAX_BYTES + 1)]
)
def test_what_is_no_picture_is_absent(ask, data):
    reply = ask("thumbnail", with_preview(data))

    assert reply["result"] == {"present": False}
    assert reply["attachment"] is None


def test_a_head_that_promises_a_huge_picture_is_refused_unread():
    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    chunk = struct.pack(">I", len(head)) + b"IHDR" + head
    png = b"\x89PNG\r\n\x1a\n" + chunk + struct.pack(">I", zlib.crc32(b"IHDR" + head))

    assert judge_preview(png + picture()[33:]) is None


def test_what_is_no_document_is_an_error(ask):
    with pytest.raises(UnreadableDocumentError):
        ask("thumbnail", b"%PDF-1.7")


@pytest.mark.parametrize(("name", "mime"), [("01", "image/gif"), ("03", "image/png")])
def test_the_samples_of_hwp_5_have_theirs(ask, sample, name, mime):
    assert ask("thumbnail", sample(name))["result"]["mime"] == mime


@pytest.mark.parametrize("name", ["06", "07"])
def test_an_encrypted_document_is_asked_without_being_opened(ask, sample, name):
    assert ask("thumbnail", sample(name))["result"] == {"present": False}
