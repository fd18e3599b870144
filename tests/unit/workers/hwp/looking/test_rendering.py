"""Pages as pictures and as SVG."""

import struct

import pytest
from support.hwpx import equation, hwpx, paragraph

from kebab.errors import InvalidInputError, PageOutOfRangeError, RefusedByPreflightError

LATIN, HANGUL = hwpx(paragraph("A page")), hwpx(paragraph("한글 본문"))
TWO_PAGES = hwpx(paragraph("one"), paragraph("two"))


def test_a_page_is_a_picture_of_the_size_that_the_answer_names(ask):
    reply = ask("render", LATIN, scale=0.5)
    result, png = reply["result"], reply["attachment"]

    assert png["mime"] == "image/png"
    assert struct.unpack(">II", png["data"][16:24]) == (result["width"], result["height"])
    assert (result["width"], result["height"], result["pages"]) == (397, 562, 1)
    assert result["bytes"] == len(png["data"])


def test_svg_is_measured_in_points_and_needs_no_font(ask):
    reply = ask("render", HANGUL, format="svg")

    assert reply["attachment"]["mime"] == "image/svg+xml"
    assert (reply["result"]["width"], reply["result"]["height"]) == (595, 842)
    assert reply["result"]["fonts"] == {"ok": True, "code": None, "reason": None}


def test_13_a_picture_whose_hangul_no_font_shows_says_so(ask):
    fonts = ask("render", HANGUL, scale=0.5)["result"]["fonts"]

    assert fonts["ok"] is False
    assert fonts["code"] == "no_hangul_font"
    assert "fonts-nanum" in fonts["reason"]


def test_a_picture_without_hangul_does_not_ask_for_a_hangul_font(ask):
    assert ask("render", LATIN, scale=0.5)["result"]["fonts"]["code"] is None
    assert ask("render", hwpx(paragraph("")), scale=0.5)["result"]["fonts"]["ok"] is True


@pytest.mark.parametrize("page", [-1, 1, 10**9])
def test_a_page_that_is_not_there_is_named_with_the_number_of_pages(ask, page):
    with pytest.raises(PageOutOfRangeError) as raised:
        ask("render", LATIN, page=page)

    assert raised.value.details["pages"] == 1


@pytest.mark.parametrize("scale", [2.2, 1000.0, 0.0, -1.0, float("inf"), float("nan")])
def test_a_picture_too_large_or_too_small_is_refused_with_the_scale_that_is_not(ask, scale):
    with pytest.raises(InvalidInputError) as raised:
        ask("render", LATIN, scale=scale)

    assert raised.value.details["largest_scale"] == pytest.approx(2.11)


def test_the_largest_scale_that_is_named_is_drawn(ask):
    assert ask("render", LATIN, scale=2.11)["result"]["width"] > 1600


def test_what_must_not_be_laid_out_is_refused_and_not_tried(ask):
    deep = hwpx(paragraph("x", equation("{" * 300)))

    for operation in ("render", "render_svgs"):
        with pytest.raises(RefusedByPreflightError):
            ask(operation, deep)


def test_all_pages_are_files_in_order_and_some_are_those_asked_for(ask):
    every = ask("render_svgs", TWO_PAGES)
    some = ask("render_svgs", TWO_PAGES, pages=[1, 1])

    assert [(one["name"], one["page"]) for one in every["files"]] == [
        ("page-000.svg", 0),
        ("page-001.svg", 1),
    ]
    assert [one["page"] for one in some["files"]] == [1]
    assert all(one["data"].startswith(b"<svg") for one in every["files"])
    with pytest.raises(PageOutOfRangeError):
        ask("render_svgs", TWO_PAGES, pages=[0, 2])
