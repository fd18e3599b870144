"""A document exported as Markdown with its pictures."""

import io
import zipfile

import pytest
from support.hwpx import hwpx, paragraph, table

from workers.hwp.looking.picture_type import extension_of


def test_the_text_is_one_file_where_there_are_no_pictures(ask):
    reply = ask("markdown_files", hwpx(paragraph("본문"), paragraph("표", table(["가", "나"]))))

    (document,) = reply["files"]
    assert document["name"] == "document.md"
    assert document["page"] is None
    assert "| 가 | 나 |" in document["data"].decode()
    assert reply["result"] == {"pages": 2}


def test_pictures_are_files_that_the_text_links_to(ask, sample):
    reply = ask("markdown_files", sample("01"))
    document, *pictures = reply["files"]
    text = document["data"].decode()

    assert len(pictures) == 4
    assert "bin://" not in text
    for picture in pictures:
        assert picture["name"] in text
        ending = picture["name"].rpartition(".")[2]
        assert ending == extension_of(picture["data"]) != "bin"


def test_a_picture_that_the_document_does_not_hold_is_told(ask, sample):
    # A link to a file elsewhere: the picture's element is there, its bytes are not.
    data = sample("02")
    reply = ask("markdown_files", without_part(data, "BinData/"))

    assert [one["name"] for one in reply["files"]] == ["document.md"]
    assert any("is not in the document" in warning for warning in reply["warnings"])


def without_part(data, prefix):
    kept = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(kept, "w") as new:
        for name in old.namelist():
            if not name.startswith(prefix):
                new.writestr(name, old.read(name))
    return kept.getvalue()


@pytest.mark.parametrize(
    ("data", "ending"),
    [
        (b"\x89PNG\r\n\x1a\n", "png"),
        (b"\xff\xd8\xff\xe0", "jpg"),
        (b"GIF89a", "gif"),
        (b"BM....", "bmp"),
        (b"RIFF....WEBPVP8 ", "webp"),
        (b"\x01\0\0\0" + b"." * 36 + b" EMF", "emf"),
        (b"\xd7\xcd\xc6\x9a", "wmf"),
        (b"../../etc/passwd", "bin"),
        (b"", "bin"),
    ],
)
def test_a_picture_s_ending_is_told_by_its_bytes_and_never_by_the_document(data, ending):
    assert extension_of(data) == ending
