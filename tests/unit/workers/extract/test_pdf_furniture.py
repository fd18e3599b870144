"""Which lines of a PDF are headers, footers and page numbers."""

import pytest

from workers.extract.pdf_furniture import furniture, told
from workers.extract.pdf_page import Line


def line(text, top):
    return Line(text, 72, top, 300, top + 10, 10.0)


def page(number, *, head="", foot="", body="Text"):
    lines = [line(f"{body} {n} of page {number}", 200 + 14 * n) for n in range(5)]
    top = [line(head, 30)] if head else []
    return [*top, *lines, *([line(foot, 770)] if foot else [])]


def left_out(pages):
    numbered = dict(enumerate(pages, 1))
    return furniture(numbered, dict.fromkeys(numbered, 800.0))


@pytest.mark.parametrize("foot", ["{n}", "Page {n} of 4", "- {n} -", "{n} / 4", "{n} | Gazette"])
def test_page_numbers_are_left_out(foot):
    pages = [page(n, foot=foot.format(n=n)) for n in range(1, 5)]

    assert set(left_out(pages)) == {(n, 5) for n in range(1, 5)}


def test_page_numbers_that_begin_elsewhere_are_left_out():
    pages = [page(n, foot=str(n + 40)) for n in range(1, 5)]

    assert len(left_out(pages)) == 4


def test_a_header_that_only_some_pages_have_is_left_out():
    pages = [page(n, head="Storms" if 3 <= n <= 6 else "") for n in range(1, 12)]

    assert set(left_out(pages)) == {(n, 0) for n in range(3, 7)}


def test_lines_that_differ_in_a_number_are_kept():
    pages = [page(n, head=f"Balance {n * 17}.50") for n in range(1, 6)]

    assert left_out(pages) == {}


def test_two_pages_alike_lose_nothing_but_their_numbers():
    pages = [page(n, head="Invoice", foot=f"{n}") for n in (1, 2)]

    assert set(left_out(pages)) == {(1, 6), (2, 6)}


def test_a_page_with_nothing_else_keeps_its_lines():
    pages = [[line("Appendix", 30)] for _ in range(4)]

    assert left_out(pages) == {}


def test_what_was_left_out_is_told_without_numbers_and_once():
    assert told(["Page 1", "Page 2", "3", "1.2 Storms 4"]) == ["Page", "Storms"]
