"""Where paragraphs and tables stand: the same for the editor as for the reader."""

import io
import zipfile

import pytest
from lxml import etree
from support.hwp_forms import blocks, build, shapes
from support.hwpx import box, hwpx, paragraph, table

from workers.extract.limits import Limits
from workers.hwp.document import HwpDocument
from workers.hwp.editing.edited import EditedDocument
from workers.hwp.editing.hwpx_library import StoryPart
from workers.hwp.editing.places import find
from workers.hwp.editing.stretches import text_of
from workers.hwp.plain import clean

_SAMPLES = ["01", "02", "03", "04", "08", "10", "11", "13", "14", "15"]
_HOLDING_TEXT = {
    "paragraph",
    "list_item",
    "footnote",
    "endnote",
    "caption",
    "text_box",
    "memo",
    "header",
    "footer",
}


def by_address(document):
    found = {}
    for place in document.find().places:
        found.setdefault(place.address, []).append(text_of(place.element))
    return {address: "\n".join(lines) for address, lines in found.items()}


def squeezed(text):
    return "".join(clean(text).split())


def test_every_kind_of_text_has_the_readers_address(form):
    found = by_address(EditedDocument(form, "form.hwpx"))

    read = blocks(form)

    assert {one for one in read if squeezed(read[one])} <= found.keys()
    assert found["s0/p2/t0/r2c2/p1/t0/r0c0/p0"] == "안쪽"
    assert found["s0/p3/fn0"].strip() == "각주 본문"
    assert found["s0/p0/head0"] == "머리말 글"


def test_tables_are_numbered_with_the_inner_ones_after_the_outer(form):
    tables = EditedDocument(form, "form.hwpx").tables()

    assert [one.address for one in tables] == ["s0/p2/t0", "s0/p2/t0/r2c2/p1/t0"]
    assert [one.shape for one in tables] == [(3, 3), (1, 2)]


def test_a_table_in_a_note_comes_after_those_of_its_paragraph():
    def write(document):
        paragraph = document.add_paragraph("글")
        document.notes.add_footnote("각주", paragraph).body_paragraph.add_table(1, 2)
        paragraph.add_table(2, 2)

    data = build(write)
    tables = EditedDocument(data, "a.hwpx").tables()

    assert [one.address for one in tables] == ["s0/p1/t0", "s0/p1/fn0/t0"]
    assert [one.shape for one in tables] == shapes(data)


def test_a_list_of_memos_moves_the_addresses_of_both_libraries_alike():
    remarks = paragraph("메모") + paragraph("표", table(["칸"]))
    group = f"<hp:memogroup><hp:memo><hp:paraList>{remarks}</hp:paraList></hp:memo></hp:memogroup>"
    data = hwpx(paragraph("앞") + group + paragraph("뒤", box("상자")))
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        section = etree.fromstring(package.read("Contents/section0.xml"))

    read = blocks(data)
    places = find([StoryPart(section, None)]).places

    assert read["s0/p3/box0"] == "상자"
    assert {one.address: text_of(one.element) for one in places} == {
        address: text for address, text in read.items() if text
    }


@pytest.mark.parametrize("name", _SAMPLES)
def test_real_documents_have_the_same_addresses_for_both_libraries(name, sample):
    data = sample(name)
    read = HwpDocument(data, name, Limits())
    try:
        document = EditedDocument(data, name)
        found = by_address(document)

        assert [one.address for one in document.tables()] == [
            one.block.address for one in read.tables
        ]
        assert [one.shape for one in document.tables()] == [
            (one.table.rows, one.table.columns) for one in read.tables
        ]
        for block in read.blocks:
            if block.kind in _HOLDING_TEXT:
                assert squeezed(found[block.address]) == squeezed(block.text)
    finally:
        read.close()
