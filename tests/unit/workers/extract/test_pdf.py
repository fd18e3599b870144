"""What a PDF is made into: text in reading order, headings, tables, and pages for OCR."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.pdfs import BOLD, KOREAN, MONO, PRIVATE, WIDTH, Pdf, image, lines, rule, text

from kebab.errors import EncryptedDocumentError, KebabError, TooLargeError, UnreadableDocumentError
from kebab.wire.place import Place
from workers.chunk.blocks import Kind
from workers.extract.limits import Limits
from workers.extract.pdf import parse_pdf, render_page
from workers.ocr.line import OcrLine

WORD = "s3cret-word"
PROSE = [
    "The keeper of the lighthouse writes down each ship that",
    "passes, with the hour and the weather, and keeps the books",
    "in a chest that has stood below the lamp for ninety years.",
]


def parsed(pages, limits=None, passwords=(), read_pages=None, **fields):
    data = Pdf(pages, **fields).write()
    return parse_pdf(data, "a.pdf", limits or Limits(), passwords=passwords, read_pages=read_pages)


def blocks(made, kind=None):
    return [block.text for block in made.blocks if kind in (None, block.kind)]


def test_a_paragraph_is_one_line_with_its_page():
    made = parsed([lines(72, 72, "First page."), lines(72, 72, *PROSE)])

    assert made.lines == ["First page.", "", " ".join(PROSE)]
    assert [block.place for block in made.blocks] == [
        Place(kind="page", page=1),
        Place(kind="page", page=2),
    ]
    assert [block.division for block in made.blocks] == [1, 2]


def test_columns_are_read_one_after_the_other():
    left = [f"The left column has line {n} of it" for n in range(1, 9)]
    right = [f"The right column has line {n} of it" for n in range(1, 9)]
    pairs = zip(lines(72, 100, *left), lines(320, 105, *right), strict=True)
    drawn = [order for pair in pairs for order in pair]
    made = parsed([[text(72, 72, "A title that goes over both of the columns", 16), *drawn]])

    assert blocks(made) == [
        "A title that goes over both of the columns",
        " ".join(left),
        " ".join(right),
    ]


def test_headings_are_told_by_their_size():
    made = parsed(
        [
            [
                text(72, 72, "The book", 24),
                text(72, 110, "A chapter", 16),
                *lines(72, 140, *PROSE),
                text(72, 200, "Another chapter", 16),
                *lines(72, 230, *PROSE),
            ]
        ]
    )

    headings = [(block.text, block.level) for block in made.blocks if block.kind is Kind.HEADING]
    assert headings == [("The book", 1), ("A chapter", 2), ("Another chapter", 2)]


def test_headings_are_told_by_the_outline_where_they_look_like_text():
    made = parsed(
        [[text(72, 72, "2 Storms"), *lines(72, 100, *PROSE)]], outline=[("Storms", 1), ("Gone", 1)]
    )

    assert [(block.kind, block.text) for block in made.blocks] == [
        (Kind.HEADING, "2 Storms"),
        (Kind.PARAGRAPH, " ".join(PROSE)),
    ]


def test_a_ruled_table_stays_a_table():
    rules = [rule(72, y, 372, y) for y in (100, 120, 140, 160)]
    rules += [rule(x, 100, x, 160) for x in (72, 172, 272, 372)]
    cells = [
        text(x, y, words)
        for y, row in ((114, ("Ship", "Hour", "Sea")), (134, ("Ada", "9|10", "calm")))
        for x, words in zip((76, 176, 276), row, strict=True)
    ]
    made = parsed([[*lines(72, 60, "Before."), *rules, *cells, *lines(72, 200, "After.")]])

    table = "| Ship | Hour | Sea |\n| --- | --- | --- |\n| Ada | 9\\|10 | calm |"
    assert blocks(made) == ["Before.", table, "After."]


def test_columns_of_short_cells_are_a_table_without_rules():
    rows = (("Ship", "Hour", "Sea"), ("Ada", "9", "calm"), ("Bee", "12", "rough"))
    cells = [
        text(72 + 100 * column, 100 + 14 * row, words)
        for row, line in enumerate(rows)
        for column, words in enumerate(line)
    ]
    made = parsed([cells])

    assert blocks(made, Kind.TABLE) == [
        "| Ship | Hour | Sea |\n| --- | --- | --- |\n| Ada | 9 | calm |\n| Bee | 12 | rough |"
    ]


def test_words_broken_at_the_line_are_made_whole():
    made = parsed([lines(72, 72, "It was an extra-", "ordinary and well-known light-", "house.")])

    assert blocks(made) == ["It was an extraordinary and well-known lighthouse."]


def test_bullets_become_list_items():
    marks = [text(72, y, "\x95") for y in (100, 112, 124)]
    made = parsed([[*marks, *(text(90, y, f"Item at {y}") for y in (100, 112, 124))]])

    assert blocks(made, Kind.LIST) == ["- Item at 100\n- Item at 112\n- Item at 124"]


def test_a_listing_keeps_its_lines_and_indents():
    code = [text(72, 130, "def f():", font=MONO), text(96, 142, "return 1", font=MONO)]
    made = parsed([[*lines(72, 72, *PROSE), *code]])

    assert blocks(made, Kind.CODE) == ["def f():\n    return 1"]


def test_what_repeats_on_every_page_is_left_out_and_told():
    pages = [
        [
            text(72, 30, "Lighthouse gazette"),
            *lines(72, 100, *(f"{line} {n}" for line in PROSE)),
            text(300, 770, f"Page {n}"),
        ]
        for n in range(1, 5)
    ]
    made = parsed(pages)

    assert blocks(made) == [" ".join(f"{line} {n}" for line in PROSE) for n in range(1, 5)]
    assert made.metadata["repeated_lines"] == ["Lighthouse gazette", "Page"]


def test_korean_lines_join_with_a_space_where_words_end_at_them():
    made = parsed(
        [lines(72, 72, "등대지기는 지나가는 배를", "모두 적어 둔다", font=KOREAN, pitch=14)]
    )

    assert blocks(made) == ["등대지기는 지나가는 배를 모두 적어 둔다"]


@pytest.mark.parametrize("rotate", [90, 180, 270])
def test_text_on_a_turned_page_is_read_along_its_lines(rotate):
    made = parsed([[text(72, 72, "Above", 20), *lines(72, 110, *PROSE)]], rotate=rotate)

    assert blocks(made) == ["Above", " ".join(PROSE)]


@pytest.mark.parametrize(
    ("title", "taken"),
    [
        ("The lighthouse", "The lighthouse"),
        ("Microsoft Word - The lighthouse", "The lighthouse"),
        ("Microsoft Word - report.docx", ""),
        ("untitled", ""),
        ("A", "A"),
    ],
)
def test_a_stated_title_is_taken_where_it_is_one(title, taken):
    assert parsed([lines(72, 72, "Text.")], title=title).title == taken


def test_an_encrypted_file_opens_with_one_of_the_passwords():
    made = parsed([lines(72, 72, "Hidden.")], password=WORD, passwords=["no", WORD])

    assert blocks(made) == ["Hidden."]


@pytest.mark.parametrize("passwords", [[], ["wr0ng-word"]])
def test_an_encrypted_file_that_does_not_open_says_how_and_tells_no_password(passwords):
    with pytest.raises(EncryptedDocumentError) as caught:
        parsed([lines(72, 72, "Hidden.")], password=WORD, passwords=passwords)

    told = str(caught.value.to_fields()) + str(caught.value.__cause__)
    assert "KEBAB_PASSWORDS" in caught.value.hint
    assert "wr0ng-word" not in told
    assert WORD not in told


@pytest.mark.parametrize(
    "data", [b"", b"%PDF-1.7\nnothing", b"PK\x03\x04", b"%PDF-1.4" + bytes(99)]
)
def test_what_is_no_pdf_is_refused(data):
    with pytest.raises(UnreadableDocumentError, match="not a PDF"):
        parse_pdf(data, "a.pdf", Limits())


def test_more_pages_than_the_limit_are_refused():
    with pytest.raises(TooLargeError, match="3 pages"):
        parsed([lines(72, 72, "Text.")] * 3, limits=Limits(max_pages=2))


def test_more_text_than_the_limit_is_refused():
    with pytest.raises(TooLargeError, match="more text"):
        parsed([lines(72, 72, *PROSE)], limits=Limits(max_unpacked_bytes=50))


def test_pages_without_enough_text_are_to_be_read_by_ocr():
    made = parsed(
        [
            [image()],
            [image(), text(72, 72, "Scanned with care")],
            lines(72, 72, "Short, and all there is."),
            [],
            [image(WIDTH, 20), *lines(72, 72, *PROSE)],
        ]
    )

    assert made.pages_to_read == (1, 2)
    assert "Scanned with care" in blocks(made)


@pytest.mark.parametrize(
    "orders",
    [
        lines(72, 72, *PROSE, font=PRIVATE),
        lines(72, 72, *("".join(chr(ord(c) - 29) for c in s if c > "=") for s in PROSE * 2)),
    ],
    ids=["private characters", "shifted letters"],
)
def test_fonts_without_a_usable_mapping_are_read_by_ocr_and_their_text_left_out(orders):
    made = parsed([orders, lines(72, 72, "Fine.")])

    assert made.pages_to_read == (1,)
    assert blocks(made) == ["Fine."]
    assert "pages show: 1" in made.warnings[0]


def test_lines_read_by_ocr_take_their_place_with_boxes():
    read = [
        OcrLine("Read by eye,", (100, 200, 400, 30), 0.9),
        OcrLine("line by line.", (100, 240, 380, 30), 0.9),
        OcrLine("Far below.", (100, 900, 300, 30), 0.8),
    ]
    made = parsed([lines(72, 72, "Text."), [image()]], read_pages={2: read})

    assert made.pages_to_read == ()
    assert [(block.text, block.place) for block in made.blocks[1:]] == [
        ("Read by eye, line by line.", Place(kind="region", page=2, box=(100, 200, 400, 70))),
        ("Far below.", Place(kind="region", page=2, box=(100, 900, 300, 30))),
    ]
    assert [block.division for block in made.blocks] == [1, 2, 2]


def test_a_page_keeps_its_own_text_where_ocr_reads_less():
    made = parsed([[image(), text(72, 72, "Scanned with care")]], read_pages={1: []})

    assert blocks(made) == ["Scanned with care"]
    assert made.pages_to_read == ()


def test_a_page_is_drawn_for_ocr_within_the_pixel_limit():
    data = Pdf([lines(72, 72, *PROSE, font=BOLD)]).write()

    whole, small = (render_page(data, 1, limit) for limit in (100_000_000, 40_000))

    assert whole.shape == (2200, 1700, 3)
    assert 20_000 < small.shape[0] * small.shape[1] <= 40_000
    assert whole.min() < 50
    assert whole.max() > 250


def test_text_outside_of_the_page_is_left_out():
    made = parsed([[text(72, 72, "Shown."), text(72, -40, "Above."), text(900, 72, "Beside.")]])

    assert blocks(made) == ["Shown."]


def test_the_same_bytes_give_the_same_document():
    data = Pdf([lines(72, 72, *PROSE), [image()]], title="A title").write()

    assert parse_pdf(data, "a.pdf", Limits()) == parse_pdf(data, "a.pdf", Limits())


WHOLE = Pdf([lines(72, 72, *PROSE), [image()]], title="A title", outline=[("One", 1)]).write()


@settings(max_examples=150, deadline=None)
@given(
    st.integers(0, len(WHOLE)),
    st.integers(0, 40),
    st.binary(max_size=40) | st.sampled_from([b"-1", b"0 R", b"99999999999", b">>", b"[[[["]),
)
def test_a_damaged_file_is_read_or_refused_and_nothing_else(start, length, put):
    damaged = WHOLE[:start] + put + WHOLE[start + length :]

    try:
        outcome = parse_pdf(damaged, "a.pdf", Limits()).metadata["pages"]
    except KebabError as error:
        outcome = error.code

    assert outcome in {1, 2, "unreadable_document", "encrypted"}


def test_a_page_that_is_damaged_is_left_out_and_told():
    data = Pdf([lines(72, 72, "Kept."), lines(72, 72, "Lost.")]).write()
    second = data.rindex(b"/Type/Page/Parent")
    damaged = data[:second] + b"/Type/Pace/Parent" + data[second + 17 :]

    made = parse_pdf(damaged, "a.pdf", Limits())

    assert blocks(made) == ["Kept."]
