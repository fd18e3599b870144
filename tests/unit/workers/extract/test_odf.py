"""What is read of OpenDocument texts, slides and sheets."""

import pytest
from support.office_files import (
    rezipped,
    sheet_document,
    slide_document,
    text_document,
    word_document,
    zipped,
)

from kebab.errors import EncryptedDocumentError, UnreadableDocumentError
from workers.chunk.blocks import Kind
from workers.extract.limits import Limits
from workers.extract.odf import parse_odf

NAMESPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for name in ("office", "text", "table", "drawing", "presentation", "manifest")
).replace("xmlns:drawing", "xmlns:draw")
NAMESPACES += ' xmlns:dc="http://purl.org/dc/elements/1.1/"'


def document(kind, body):
    content = (
        f"<office:document-content {NAMESPACES}><office:body><office:{kind}>{body}"
        f"</office:{kind}></office:body></office:document-content>"
    )
    return zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content})


def read(data, **limits):
    return parse_odf(data, "a.odt", Limits(**limits))


def texts(data, **limits):
    return [block.text for block in read(data, **limits).blocks]


def test_text_has_headings_notes_lists_and_tables():
    canonical = read(text_document())

    assert [(block.kind, block.text) for block in canonical.blocks] == [
        (Kind.HEADING, "Decisions"),
        (Kind.PARAGRAPH, "We move in spring[^1]."),
        (Kind.PARAGRAPH, "[^1]: Unless it rains."),
        (Kind.LIST, "- boxes\n- van"),
        (Kind.TABLE, "| what | cost |\n| --- | --- |\n| van | 90 |"),
    ]
    assert [block.place.paragraph for block in canonical.blocks] == [1, 2, 3, 4, 5]
    assert canonical.title == "Minutes"


def test_deleted_text_is_left_out_and_inserted_text_is_read():
    data = document(
        "text",
        "<text:tracked-changes><text:changed-region><text:deletion><text:p>gone</text:p>"
        "</text:deletion></text:changed-region></text:tracked-changes>"
        "<text:p>It is <text:change-start/>here<text:change-end/>.</text:p>",
    )

    assert texts(data) == ["It is here."]


def test_spaces_tabs_breaks_and_comments_are_kept():
    data = document(
        "text",
        "<text:p>a<text:s text:c='2'/>b<text:tab/>c<text:line-break/>d<office:annotation>"
        "<dc:creator>Kim</dc:creator><text:p>why?</text:p></office:annotation></text:p>",
    )

    assert texts(data) == ["a  b\tc\nd", "[Comment by Kim: why?]"]


def test_nested_lists_frames_and_images_are_found():
    data = document(
        "text",
        "<text:list><text:list-item><text:p>one</text:p><text:list><text:list-item>"
        "<text:p>two</text:p></text:list-item></text:list></text:list-item></text:list>"
        "<text:p>see<draw:frame><draw:text-box><text:p>boxed</text:p></draw:text-box></draw:frame>"
        "<draw:frame><draw:image/></draw:frame></text:p>",
    )

    assert texts(data) == ["- one\n  - two", "see", "boxed"]
    assert read(data).warnings == ("1 image was left out",)


def test_sheet_gives_rows_and_takes_its_title_from_the_file():
    canonical = parse_odf(sheet_document(), "lists/stock.ods", Limits())

    (heading, table) = canonical.blocks
    assert (heading.text, table.text) == (
        "Stock",
        "| item | count |\n| --- | --- |\n| nails | 250 |",
    )
    assert (table.place.sheet, table.place.row, table.place.row_end) == ("Stock", 1, 2)
    assert (canonical.title, canonical.is_named_by_file) == ("", True)


def test_cells_that_are_repeated_are_counted_and_blank_ones_cost_nothing():
    cell = "<table:table-cell{}><text:p>{}</text:p></table:table-cell>"
    data = document(
        "spreadsheet",
        "<table:table table:name='S'>"
        f"<table:table-row>{cell.format('', 'a')}{cell.format('', 'b')}</table:table-row>"
        "<table:table-row table:number-rows-repeated='2'>"
        + cell.format(" table:number-columns-repeated='2'", "1")
        + "<table:table-cell table:number-columns-repeated='16000'/></table:table-row>"
        "<table:table-row table:number-rows-repeated='1048000'><table:table-cell/>"
        "</table:table-row></table:table>",
    )

    assert texts(data)[1] == "| a | b |\n| --- | --- |\n| 1 | 1 |\n| 1 | 1 |"


def test_sheet_that_repeats_a_full_row_a_million_times_is_cut():
    cell = (
        "<table:table-cell table:number-columns-repeated='9'><text:p>x</text:p></table:table-cell>"
    )
    data = document(
        "spreadsheet",
        "<table:table table:name='S'><table:table-row table:number-rows-repeated='1048576'>"
        f"{cell}</table:table-row></table:table>",
    )

    canonical = read(data, max_cells=90)

    assert canonical.blocks[-1].place.row_end == 10
    assert canonical.warnings == ("S: cut at row 11, after 90 cells in all",)


def test_slide_has_its_title_and_is_a_division():
    canonical = read(slide_document())

    assert [(block.text, block.place.slide, block.division) for block in canonical.blocks] == [
        ("Welcome", 1, 1),
        ("Coffee is outside.", 1, 1),
    ]


def test_encrypted_document_says_so():
    manifest = f"<manifest:manifest {NAMESPACES}><manifest:encryption-data/></manifest:manifest>"

    data = rezipped(text_document(), {"META-INF/manifest.xml": lambda _: manifest})
    with pytest.raises(EncryptedDocumentError, match="password"):
        read(data)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        word_document(),
        text_document()[:1500],
        zipped({"content.xml": "<a>"}),
        document("chart", ""),
        document("text", "<text:p>" * 3000 + "</text:p>" * 3000),
    ],
)
def test_what_is_no_sound_document_is_one_clear_error(data):
    with pytest.raises(UnreadableDocumentError, match=r"a\.odt is no OpenDocument"):
        read(data)
