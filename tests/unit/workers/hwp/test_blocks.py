"""The flat blocks of a document and their addresses."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.hwpx import box, equation, hwpx, memo, note, paragraph, shown, table

from workers.extract.limits import Limits
from workers.hwp.blocks import walk
from workers.hwp.document import HwpDocument
from workers.hwp.elements import Cell, Field, Formula, Note, Part, Picture, Table, Text


@pytest.fixture
def blocks_of():
    """Give a function that opens a document and returns its blocks."""

    def blocks(data):
        document = HwpDocument(data, "a.hwpx", Limits())
        try:
            return document.blocks
        finally:
            document.close()

    return blocks


def told(blocks):
    return [(block.address, block.kind, block.where, block.text) for block in blocks]


def test_an_address_leads_from_the_section_to_the_paragraph_in_a_cell(blocks_of):
    inner = paragraph("둘째", table(["x"]))
    blocks = blocks_of(
        hwpx(paragraph("a"), paragraph("b") + paragraph("c", table(["y", paragraph("z") + inner])))
    )

    assert told(blocks) == [
        ("s0/p0", "paragraph", "body", "a"),
        ("s1/p0", "paragraph", "body", "b"),
        ("s1/p1", "paragraph", "body", "c"),
        ("s1/p1/t0", "table", "body", ""),
        ("s1/p1/t0/r0c0/p0", "paragraph", "cell", "y"),
        ("s1/p1/t0/r0c1/p0", "paragraph", "cell", "z"),
        ("s1/p1/t0/r0c1/p1", "paragraph", "cell", "둘째"),
        ("s1/p1/t0/r0c1/p1/t0", "table", "cell", ""),
        ("s1/p1/t0/r0c1/p1/t0/r0c0/p0", "paragraph", "cell", "x"),
    ]


def test_what_stands_beside_the_text_has_an_address_and_says_where_it_stands(blocks_of):
    hanging = (note("각주"), note("미주", kind="endNote"), box("상자", "둘째 줄"), memo("메모"))
    furniture = (shown("머리말"), shown("꼬리말", "footer"))
    blocks = blocks_of(hwpx(paragraph("글", *furniture, *hanging, equation("a over b"))))

    assert told(blocks)[0] == ("s0/p0", "paragraph", "body", "글")
    assert sorted(told(blocks)[1:]) == [
        ("s0/p0/box0", "text_box", "text_box", "상자\n둘째 줄"),
        ("s0/p0/en0", "endnote", "note", "미주"),
        ("s0/p0/eq0", "formula", "body", "a over b"),
        ("s0/p0/fn0", "footnote", "note", "각주"),
        ("s0/p0/foot0", "footer", "header", "꼬리말"),
        ("s0/p0/head0", "header", "header", "머리말"),
        ("s0/p0/memo0", "memo", "memo", "메모"),
    ]


def test_a_caption_belongs_to_its_table(blocks_of):
    blocks = blocks_of(hwpx(paragraph("글", table(["x"], caption="표 1. 이름"))))

    assert ("s0/p0/t0/cap", "caption", "caption", "표 1. 이름") in told(blocks)


def test_tables_are_numbered_in_order_with_nested_ones_after_the_one_around():
    inner = Table(1, 1, (Cell(0, 0, 1, 1, (Text("innermost"),)),))
    middle = Table(1, 1, (Cell(0, 0, 1, 1, (Text(""), inner)),))
    parts = [
        Part(
            1, 1, (Text(""), Table(2, 1, (Cell(1, 0, 1, 1, (Text(""), middle)),)), Table(1, 1, ()))
        ),
        Part(1, 2, (Text(""), Table(3, 4, ()))),
    ]

    tables = walk(parts).tables

    assert [(one.index, one.nested_in, one.block.address) for one in tables] == [
        (0, None, "s0/p0/t0"),
        (1, 0, "s0/p0/t0/r1c0/p0/t0"),
        (2, 1, "s0/p0/t0/r1c0/p0/t0/r0c0/p0/t0"),
        (3, None, "s0/p0/t1"),
        (4, None, "s0/p1/t0"),
    ]
    assert [(one.table.rows, one.block.rows, one.block.cols) for one in tables][-1] == (3, 3, 4)


def test_a_table_in_a_note_is_in_the_note():
    table_ = Table(1, 1, (Cell(0, 0, 1, 1, (Text("x"),)),))
    parts = [Part(1, 1, (Text("a"), Note("footnote", 1, (Text("b"), table_), 1)))]

    assert told(walk(parts).blocks)[-2:] == [
        ("s0/p0/fn0/t0", "table", "note", ""),
        ("s0/p0/fn0/t0/r0c0/p0", "paragraph", "note", "x"),
    ]


ELEMENTS = st.deferred(
    lambda: st.one_of(
        st.builds(Text, st.text("가나 a", max_size=4), st.none() | st.integers(0, 3)),
        st.builds(Formula, st.text("ab", max_size=2), st.none() | st.integers(0, 3)),
        st.builds(
            Picture,
            st.none() | st.integers(1, 3),
            st.lists(st.builds(Text, st.just("c")), max_size=2).map(tuple),
        ),
        st.builds(Field, st.sampled_from(["toc", "clickhere"]), st.just(""), st.just("")),
        st.builds(
            Note, st.sampled_from(["footnote", "endnote"]), st.integers(1, 3), CONTENT, st.none()
        ),
        st.builds(one_row, st.lists(CONTENT, max_size=2), CONTENT),
    )
)
CONTENT = st.deferred(lambda: st.lists(ELEMENTS, max_size=2).map(tuple))


def one_row(contents, caption):
    cells = tuple(Cell(0, at, 1, 1, content) for at, content in enumerate(contents))
    return Table(1, len(cells), cells, caption)


@given(
    st.lists(
        st.tuples(CONTENT, CONTENT, CONTENT, st.lists(st.just("b"), max_size=2).map(tuple)),
        max_size=3,
    )
)
def test_no_two_blocks_have_one_address(drawn):
    parts = [
        Part(1, number, elements, 0, boxes, boxes, headers, footers)
        for number, (elements, headers, footers, boxes) in enumerate(drawn, 1)
    ]

    addresses = Counter(block.address for block in walk(parts).blocks)

    assert [address for address, count in addresses.items() if count > 1] == []


@pytest.mark.parametrize("name", ["01", "04", "10", "11", "14", "15"])
def test_addresses_of_real_documents_are_unique(blocks_of, sample, name):
    blocks = blocks_of(sample(name))

    assert len({block.address for block in blocks}) == len(blocks)


def test_both_formats_of_one_document_have_the_same_addresses(blocks_of, sample):
    one, other = (blocks_of(sample(name)) for name in ("01", "02"))

    assert [block.address for block in one] == [block.address for block in other]
