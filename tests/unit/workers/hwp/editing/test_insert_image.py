"""Putting pictures into a document."""

import pytest
from support.hwp_forms import build, picture

from kebab.errors import InvalidInputError, NotFoundError
from workers.extract.limits import Limits
from workers.hwp.document import HwpDocument
from workers.hwp.file_format import Format, recognise


def two(document):
    for color in ("red", "blue"):
        document.add_picture(picture(color=color), "png", width_mm=20)


def insert(editor, image, **more):
    return editor.apply("insert_image", {"image": image, **more}, dry_run=False)


def pictures(data):
    """Return the number, address and bytes of each picture."""
    document = HwpDocument(data, "a.hwpx", Limits())
    try:
        return [
            (one.bin_id, one.address, document._native.picture(one.bin_id))
            for one in document.blocks
            if one.kind == "picture"
        ]
    finally:
        document.close()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "BMP"])
@pytest.mark.parametrize("form_", ["hwpx", "hwp5"])
def test_a_picture_comes_back_byte_by_byte(kind, form_, form, edited):
    editor = edited(form)
    image = picture(kind)

    made = insert(editor, image)

    saved = editor.to_bytes(form_)
    assert made["applied"]
    assert recognise(saved) is Format(form_)
    assert [found for _, _, found in pictures(saved)] == [image]


@pytest.mark.parametrize(
    ("where", "address"),
    [
        ({"name": "주소"}, "s0/p6/pic0"),
        ({"name": "칸필드"}, "s0/p2/t0/r1c1/p0/pic0"),
        ({"address": "s0/p1"}, "s0/p1/pic0"),
        ({}, "s0/p9/pic0"),
    ],
)
def test_it_stands_where_it_was_told_to(where, address, form, edited):
    editor = edited(form)

    insert(editor, picture(), **where)

    assert [found for _, found, _ in pictures(editor.to_bytes("hwpx"))] == [address]


@pytest.mark.parametrize(
    ("size", "shown"),
    [
        ({}, "50.0 x 25.0 mm"),
        ({"width_mm": 30}, "30.0 x 15.0 mm"),
        ({"height_mm": 30}, "60.0 x 30.0 mm"),
        ({"width_mm": 30, "height_mm": 30}, "30.0 x 30.0 mm"),
    ],
)
def test_it_keeps_its_proportions_unless_told_otherwise(size, shown, form, edited):
    assert shown in insert(edited(form), picture(), **size)["changes"][0]["after"]


@pytest.mark.parametrize("hwp5", [False, True])
def test_other_bytes_come_behind_a_picture_and_every_number_stays(hwp5, edited):
    data = build(two)
    editor = edited(edited(data).to_bytes("hwp5") if hwp5 else data)
    form_ = "hwp5" if hwp5 else "hwpx"
    before = pictures(editor.to_bytes(form_))
    number = before[0][0]

    for image in (picture("JPEG", "green"), picture("PNG", "black")):
        insert(editor, image, bin_id=number)

        after = pictures(editor.to_bytes(form_))
        assert after == [(number, before[0][1], image), before[1]]


def test_the_old_bytes_are_gone_from_the_file(edited):
    old = picture(color="red")
    editor = edited(build(two))

    insert(editor, picture("JPEG", "green"), bin_id=pictures(editor.to_bytes("hwpx"))[0][0])

    assert old not in [found for _, _, found in pictures(editor.to_bytes("hwpx"))]


@pytest.mark.parametrize("image", [b"", b"%PDF-1.7", picture()[:20], b"<svg/>"])
def test_what_is_no_picture_is_refused(image, form, edited):
    with pytest.raises(InvalidInputError, match="the image is no PNG"):
        insert(edited(form), image)


@pytest.mark.parametrize("where", [{"name": "없음"}, {"address": "s9/p9"}, {"bin_id": 7}])
def test_a_place_that_is_not_there_is_an_error(where, form, edited):
    with pytest.raises(NotFoundError):
        insert(edited(form), picture(), **where)


@pytest.mark.parametrize(
    "wrong", [{"name": "이름"}, {"name": "주소", "bin_id": 1}, {"width_mm": 0}, {"height_mm": 1e9}]
)
def test_senseless_arguments_are_refused(wrong, form, edited):
    with pytest.raises(InvalidInputError):
        insert(edited(form), picture(), **wrong)
