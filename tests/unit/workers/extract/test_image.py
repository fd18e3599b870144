"""The canonical document of an image."""

import io

import pytest
from PIL import Image

from kebab.errors import TooLargeError
from kebab.wire.place import Place, fragment
from workers.chunk.blocks import Kind
from workers.extract.image import parse_image
from workers.extract.limits import Limits
from workers.ocr.line import OcrLine


def saved(kind, pages=1, size=(400, 300)):
    file = io.BytesIO()
    frames = [Image.new("RGB", size, (n * 50, 0, 0)) for n in range(pages)]
    options = {"save_all": True, "append_images": frames[1:]} if pages > 1 else {}
    frames[0].save(file, kind, **options)
    return file.getvalue()


LINES = [
    OcrLine("The first para-", (10, 10, 200, 20), 0.9),
    OcrLine("graph of it.", (10, 34, 150, 20), 0.9),
    OcrLine("The second.", (10, 120, 100, 20), 0.8),
]


def test_an_image_names_its_page_to_read():
    canonical = parse_image(saved("PNG"), "a.png", Limits())

    assert canonical.pages_to_read == (1,)
    assert canonical.blocks == []
    assert canonical.lines == []
    assert canonical.metadata == {"format": "png", "width": 400, "height": 300}


def test_lines_become_paragraphs_with_the_region_they_stand_in():
    canonical = parse_image(saved("PNG"), "a.png", Limits(), read_pages={1: LINES})

    assert canonical.pages_to_read == ()
    assert [block.kind for block in canonical.blocks] == [Kind.PARAGRAPH] * 2
    first, second = (block.place for block in canonical.blocks)
    assert first == Place(kind="region", box=(10, 10, 200, 44))
    assert fragment(second, 1, 1) == "xywh=10,120,100,20"
    assert canonical.blocks[0].text == "\n".join(canonical.lines[: canonical.blocks[1].start - 2])


def test_pages_of_a_tiff_are_divisions_with_their_number():
    data = saved("TIFF", pages=3)

    canonical = parse_image(data, "a.tif", Limits(), read_pages={1: LINES, 3: LINES[2:]})

    assert canonical.pages_to_read == (2,)
    assert [block.division for block in canonical.blocks] == [1, 1, 3]
    assert fragment(canonical.blocks[-1].place, 1, 1) == "p=3&xywh=10,120,100,20"
    assert canonical.metadata["pages"] == 3


def test_an_image_without_text_is_read_and_empty():
    canonical = parse_image(saved("PNG"), "a.png", Limits(), read_pages={1: []})

    assert canonical.pages_to_read == ()
    assert canonical.blocks == []


def test_frames_of_an_animation_are_said_to_be_left_out():
    canonical = parse_image(saved("GIF", pages=3), "a.gif", Limits())

    assert canonical.pages_to_read == (1,)
    assert canonical.warnings == ("only the first of 3 frames is read",)


def test_too_many_pages_are_refused():
    with pytest.raises(TooLargeError, match="3 pages"):
        parse_image(saved("TIFF", pages=3), "a.tif", Limits(max_pages=2))


def test_captions_come_last_in_chunks_of_their_own_and_are_cited_as_the_whole_image():
    said = [(1, "A red barn in the snow.")]

    canonical = parse_image(saved("PNG"), "a.png", Limits(), read_pages={1: LINES}, captions=said)

    caption = canonical.blocks[-1]
    assert (caption.kind, caption.text) == (Kind.PARAGRAPH, "A red barn in the snow.")
    assert fragment(caption.place, 1, 1) == "caption"
    assert caption.division not in {block.division for block in canonical.blocks[:-1]}


def test_caption_of_a_page_names_it():
    said = [(2, "A red barn.")]

    canonical = parse_image(saved("TIFF", pages=3), "a.tif", Limits(), read_pages={}, captions=said)

    (caption,) = canonical.blocks
    assert fragment(caption.place, 1, 1) == "p=2&caption"
