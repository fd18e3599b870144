"""What is read of an EPUB book."""

import pytest
from support.office_files import book, text_document, zipped

from kebab.errors import EncryptedDocumentError, UnreadableDocumentError
from workers.extract.epub import parse_epub
from workers.extract.limits import Limits

ENCRYPTION = (
    '<encryption><EncryptedData><EncryptionMethod Algorithm="{}"/></EncryptedData></encryption>'
)


def read(data, **limits):
    return parse_epub(data, "a.epub", Limits(**limits))


def test_chapters_come_in_the_order_of_the_spine_and_have_a_heading_each():
    canonical = read(book())

    assert [(b.place.section, b.place.paragraph, b.level, b.text) for b in canonical.blocks] == [
        (1, 1, 1, "Storm"),
        (1, 2, 0, "The wind rose."),
        (2, 1, 1, "Calm"),
        (2, 1, 0, "The sea lay still."),
    ]
    assert [block.division for block in canonical.blocks] == [1, 1, 2, 2]
    assert (canonical.title, canonical.lang) == ("The Lighthouse", "en")
    assert canonical.metadata == {"author": "A. Keeper"}


def test_missing_chapter_is_told_and_the_others_are_read():
    spine = "<package><manifest><item id='a' href='{}' media-type='text/html'/></manifest>"
    package = (spine + "<spine><itemref idref='a'/></spine></package>").format("gone.xhtml")

    canonical = read(book(parts={"OPS/book.opf": package}))

    assert canonical.blocks == []
    assert canonical.warnings == ("OPS/gone.xhtml is named in the spine and missing",)


def test_chapter_that_is_no_xml_is_read_as_html():
    canonical = read(book(parts={"OPS/text/one.xhtml": "<h1>Storm<p>The <b>wind<br>rose"}))

    assert canonical.blocks[0].text.startswith("Storm")
    assert "The wind" in "\n".join(canonical.lines)


def test_chapters_beyond_the_limit_are_left_out_and_told():
    canonical = read(book(), max_pages=1)

    assert {block.place.section for block in canonical.blocks} == {1}
    assert canonical.warnings == ("chapters from 2 on were left out",)


def test_protected_book_says_so_and_one_with_disguised_fonts_is_read():
    fonts = ENCRYPTION.format("http://www.idpf.org/2008/embedding")
    rights = ENCRYPTION.format("http://www.w3.org/2001/04/xmlenc#aes128-cbc")

    assert read(book(parts={"META-INF/encryption.xml": fonts})).blocks
    with pytest.raises(EncryptedDocumentError, match="digital rights"):
        read(book(parts={"META-INF/encryption.xml": rights}))


@pytest.mark.parametrize(
    "data", [b"", b"PK", text_document(), zipped({"META-INF/container.xml": "<container/>"})]
)
def test_what_is_no_sound_book_is_one_clear_error(data):
    with pytest.raises(UnreadableDocumentError, match=r"a\.epub is no EPUB"):
        read(data)
