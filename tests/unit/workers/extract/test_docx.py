"""What is read of a Word document, and what is not."""

import unicodedata

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from support.office_files import rezipped, saved, word_document, workbook, zipped

from kebab.errors import EncryptedDocumentError, UnreadableDocumentError
from workers.chunk.blocks import Kind
from workers.extract.docx import parse_docx
from workers.extract.limits import Limits


def read(data, **limits):
    return parse_docx(data, "a.docx", Limits(**limits))


def texts(data):
    return [block.text for block in read(data).blocks]


def with_body(*paragraphs):
    document = docx.Document()
    for xml in paragraphs:
        body = document.element.body
        body.insert(len(body) - 1, parse_xml(xml.replace("<w:p>", f"<w:p {nsdecls('w')}>", 1)))
    return saved(document)


def test_headings_lists_tables_and_comments_come_in_reading_order():
    canonical = read(word_document())

    assert [(block.kind, block.level, block.text) for block in canonical.blocks] == [
        (Kind.HEADING, 1, "Harvest 2026"),
        (Kind.PARAGRAPH, 0, "The harvest began on the second of September."),
        (Kind.HEADING, 2, "By orchard"),
        (Kind.LIST, 0, "- north\n- south"),
        (
            Kind.TABLE,
            0,
            "| orchard | tonnes |\n| --- | --- |\n| north | 12 |\n| south \\| east | 7 |",
        ),
        (Kind.PARAGRAPH, 0, "The south was dry."),
        (Kind.PARAGRAPH, 0, "[Comment by Lee: Ask for rain data.]"),
    ]
    assert canonical.title == "Harvest report"
    assert canonical.metadata["author"] == "Kim Minji"
    assert canonical.warnings == ("1 image was left out",)


def test_every_block_has_the_number_of_its_paragraph_and_a_comment_that_of_what_it_is_about():
    canonical = read(word_document())

    numbers = [(block.place.kind, block.place.paragraph) for block in canonical.blocks]
    assert numbers == [("paragraph", number) for number in (1, 2, 3, 4, 5, 6, 6)]


def test_blocks_stand_on_the_lines_of_the_canonical_text():
    canonical = read(word_document())

    for block in canonical.blocks:
        lines = canonical.lines[block.start - 1 :][: block.text.count("\n") + 1]
        assert "\n".join(lines) == block.text


def test_tracked_changes_are_read_as_accepted():
    data = with_body(
        "<w:p><w:r><w:t xml:space='preserve'>The price is </w:t></w:r>"
        "<w:del w:id='1' w:author='a'><w:r><w:delText>ten</w:delText></w:r></w:del>"
        "<w:ins w:id='2' w:author='a'><w:r><w:t>twelve</w:t></w:r></w:ins></w:p>"
    )

    assert texts(data) == ["The price is twelve"]


def test_paragraph_whose_end_was_deleted_goes_on_in_the_next():
    data = with_body(
        "<w:p><w:pPr><w:rPr><w:del w:id='1' w:author='a'/></w:rPr></w:pPr>"
        "<w:r><w:t>one </w:t></w:r></w:p>".replace("<w:t>", "<w:t xml:space='preserve'>"),
        "<w:p><w:r><w:t>two</w:t></w:r></w:p>",
    )

    assert texts(data) == ["one two"]


def test_content_controls_and_links_are_text():
    data = with_body(
        "<w:p><w:sdt><w:sdtPr><w:alias w:val='hint'/></w:sdtPr><w:sdtContent><w:r><w:t>inside</w:t>"
        "</w:r></w:sdtContent></w:sdt><w:hyperlink><w:r><w:t> linked</w:t></w:r></w:hyperlink>"
        "</w:p>".replace("<w:t> ", "<w:t xml:space='preserve'> ")
    )

    assert texts(data) == ["inside linked"]


def test_text_box_is_read_once_though_the_file_has_it_twice():
    box = "<w:txbxContent><w:p><w:r><w:t>in the box</w:t></w:r></w:p></w:txbxContent>"
    data = with_body(
        "<w:p><w:r><w:t>before</w:t></w:r><w:r>"
        '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
        f"<mc:Choice Requires='wps'><w:drawing>{box}</w:drawing></mc:Choice>"
        f"<mc:Fallback><w:pict>{box}</w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>"
    )

    assert texts(data) == ["before", "in the box"]


def test_heading_of_another_language_or_of_an_own_style_is_found_by_its_outline_level():
    document = docx.Document()
    style = document.styles.add_style("Kapitel", 1)
    style.element.get_or_add_pPr().append(parse_xml(f'<w:outlineLvl {nsdecls("w")} w:val="1"/>'))
    document.add_paragraph("Das zweite Kapitel", style="Kapitel")

    (block,) = read(saved(document)).blocks
    assert (block.kind, block.level) == (Kind.HEADING, 2)


def test_numbered_list_counts_and_begins_anew_below_each_item():
    document = docx.Document()
    for text in ("first", "second"):
        document.add_paragraph(text, style="List Number")

    assert texts(saved(document)) == ["1. first\n2. second"]


def test_frame_of_one_cell_is_text_and_no_table():
    document = docx.Document()
    document.add_table(1, 1).cell(0, 0).text = "Keep away from heat."

    (block,) = read(saved(document)).blocks
    assert (block.kind, block.text) == (Kind.PARAGRAPH, "Keep away from heat.")


def test_footnotes_stand_behind_their_paragraph():
    main = "word/document.xml"
    mark = b'<w:r><w:footnoteReference w:id="2"/></w:r></w:p>'
    notes = (
        f"<w:footnotes {nsdecls('w')}><w:footnote w:id='2'><w:p><w:r><w:t>As of May.</w:t></w:r>"
        "</w:p></w:footnote></w:footnotes>"
    )
    link = (
        b'<Relationship Id="rIdN" Target="footnotes.xml" Type="http://schemas.openxmlformats.org/'
        b'officeDocument/2006/relationships/footnotes"/></Relationships>'
    )
    kind = (
        b'<Override PartName="/word/footnotes.xml" ContentType="application/vnd.openxmlformats-'
        b'officedocument.wordprocessingml.footnotes+xml"/></Types>'
    )
    document = docx.Document()
    document.add_paragraph("It costs ten.")
    data = rezipped(
        saved(document),
        {
            main: lambda old: old.replace(b"</w:p>", mark, 1),
            "word/footnotes.xml": lambda _: notes,
            "word/_rels/document.xml.rels": lambda old: old.replace(b"</Relationships>", link),
            "[Content_Types].xml": lambda old: old.replace(b"</Types>", kind),
        },
    )

    assert texts(data) == ["It costs ten.[^2]", "[^2]: As of May."]


def test_headers_that_say_something_are_told_to_be_left_out():
    document = docx.Document()
    document.add_paragraph("body")
    document.sections[0].header.paragraphs[0].text = "Confidential"

    assert read(saved(document)).warnings == ("headers and footers were left out",)


def test_document_with_macros_is_read_without_them():
    kind = (
        b"vnd.openxmlformats-officedocument.wordprocessingml.document.main",
        b"vnd.ms-word.document.macroEnabled.main",
    )
    data = rezipped(word_document(), {"[Content_Types].xml": lambda old: old.replace(*kind)})

    assert texts(data) == texts(word_document())


def test_entities_are_not_expanded():
    bomb = b'<!DOCTYPE w [<!ENTITY a "boom"><!ENTITY f SYSTEM "file:///etc/hostname">]>'
    document = docx.Document()
    document.add_paragraph("safe TOKEN")
    data = rezipped(
        saved(document),
        {
            "word/document.xml": lambda old: old.replace(
                b"<w:document", bomb + b"<w:document", 1
            ).replace(b"TOKEN", b"&a;&f;")
        },
    )

    assert texts(data) == ["safe &a;&f;"]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"plain words",
        b"PK\x03\x04 cut off",
        word_document()[:2000],
        zipped({"a.txt": "no document"}),
        rezipped(word_document(), {"word/document.xml": lambda old: old[:300]}),
        rezipped(
            word_document(),
            {"word/document.xml": lambda old: old.replace(b"<w:p>", b"<w:p>" + b"<w:x>" * 5000)},
        ),
        workbook(),
    ],
)
def test_what_is_no_sound_word_document_is_one_clear_error(data):
    with pytest.raises(UnreadableDocumentError) as raised:
        read(data)

    assert "a.docx" in str(raised.value)
    assert raised.value.hint


def test_nested_tables_beyond_the_limit_do_no_harm():
    inner = "<w:p><w:r><w:t>deep</w:t></w:r></w:p>"
    for _ in range(40):
        inner = f"<w:tbl><w:tr><w:tc>{inner}</w:tc></w:tr></w:tbl>"
    data = with_body(inner.replace("<w:tbl>", f"<w:tbl {nsdecls('w')}>", 1))

    assert texts(data) == ["deep"]
    assert read(data, max_nesting=8).blocks == []


def test_document_under_a_password_says_so():
    data = (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600 + "EncryptedPackage\0".encode("utf-16-le")
    )

    with pytest.raises(EncryptedDocumentError, match=r"a\.docx is protected"):
        read(data)


def test_text_is_composed():
    document = docx.Document()
    document.add_paragraph(unicodedata.normalize("NFD", "한국어 é"))

    assert texts(saved(document)) == ["한국어 é"]
