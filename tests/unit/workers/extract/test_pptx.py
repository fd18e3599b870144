"""What is read of a presentation."""

import io

import pptx
import pytest
from pptx.util import Inches
from support.office_files import png, presentation, saved, word_document

from kebab.errors import UnreadableDocumentError
from workers.chunk.blocks import Kind
from workers.extract.limits import Limits
from workers.extract.pptx import parse_pptx


def read(data, **limits):
    return parse_pptx(data, "talks/a.pptx", Limits(**limits))


def test_slides_have_titles_bullets_tables_charts_and_notes():
    canonical = read(presentation())

    assert [(block.place.slide, block.kind, block.text) for block in canonical.blocks] == [
        (1, Kind.HEADING, "Road map"),
        (1, Kind.LIST, "- Search in Korean\n  - bigrams first"),
        (1, Kind.PARAGRAPH, "[Notes: Mention the measurements.]"),
        (2, Kind.HEADING, "Figures"),
        (2, Kind.TABLE, "| quarter | users |\n| --- | --- |\n| Q1 | 120 |"),
        (2, Kind.TABLE, "|  | Sales |\n| --- | --- |\n| East | 19.2 |\n| West | 21.4 |"),
        (3, Kind.HEADING, "Slide 3"),
        (3, Kind.PARAGRAPH, "Not for the audience"),
    ]
    assert canonical.title == "Road map"


def test_each_slide_is_a_division_of_its_own():
    assert all(block.division == block.place.slide for block in read(presentation()).blocks)


def test_hidden_slides_are_read_and_told():
    assert read(presentation()).warnings == ("hidden slides were read too: 3",)


def test_groups_are_opened_and_images_counted_with_what_describes_them():
    slides = pptx.Presentation()
    slide = slides.slides.add_slide(slides.slide_layouts[6])
    group = slide.shapes.add_group_shape()
    group.shapes.add_textbox(0, 0, Inches(1), Inches(1)).text_frame.text = "in the group"
    picture = slide.shapes.add_picture(io.BytesIO(png()), 0, 0)
    picture._element.nvPicPr.cNvPr.set("descr", "a lighthouse")

    canonical = read(saved(slides))

    texts = [block.text for block in canonical.blocks]
    assert texts == ["Slide 1", "in the group", "[image: a lighthouse]"]
    assert canonical.warnings == ("1 image was left out",)


def test_slides_beyond_the_limit_are_left_out_and_told():
    canonical = read(presentation(), max_pages=1)

    assert {block.place.slide for block in canonical.blocks} == {1}
    assert "slides from 2 on were left out" in canonical.warnings


@pytest.mark.parametrize("data", [b"", presentation()[:3000], word_document()])
def test_what_is_no_sound_presentation_is_one_clear_error(data):
    with pytest.raises(UnreadableDocumentError, match=r"talks/a\.pptx is no PowerPoint"):
        read(data)
