"""On which page a paragraph begins."""

import random

from workers.hwp.pages import key_of, pages_of, squeeze, text_of_svg


def test_a_text_that_stands_on_one_page_is_found_there():
    pages = ["첫째쪽의본문입니다", "둘째쪽의본문입니다"]

    assert pages_of(["첫째쪽의본문", "둘째쪽의본문"], pages) == [1, 2]


def test_a_text_between_two_others_of_one_page_is_there_however_short():
    pages = ["머리말과본문입니다", "둘째쪽입니다끝인사말"]

    assert pages_of(["둘째쪽입니다", "가", "끝인사말", "끝인사말입"], pages)[:2] == [2, 2]


def test_a_text_of_several_pages_is_told_by_its_neighbours():
    pages = [
        "같은문장입니다하나하나하나",
        "같은문장입니다두울두울두울",
        "같은문장입니다세엣세엣세엣",
    ]

    assert pages_of(["두울두울두울", "같은문장입니다", "두울두울두울"], pages) == [2, 2, 2]
    assert pages_of(["하나하나하나", "같은문장입니다", "세엣세엣세엣"], pages) == [1, None, 3]


def test_what_is_nowhere_has_no_page():
    assert pages_of(["어디에도없는문장"], ["하나", "둘"]) == [None]
    assert pages_of(["어디에도없는문장"], []) == [None]
    assert pages_of([], ["하나"]) == []


def test_pages_never_go_back():
    chance = random.Random(5)  # noqa: S311 - the same ones each time
    pages = [f"{number:03}번째쪽에만있는글" * 3 for number in range(1, 40)]
    keys = [f"{chance.randrange(1, 40):03}번째쪽에만있는글" for _ in range(200)]

    found = [page for page in pages_of(keys, pages) if page is not None]

    assert found == sorted(found)


def test_one_paragraph_out_of_order_does_not_drag_the_others_along():
    pages = ["하나하나하나", "두울두울두울", "세엣세엣세엣"]

    found = pages_of(["하나하나하나", "세엣세엣세엣", "하나하나하나", "두울두울두울"], pages)

    assert found == [1, None, 1, 2]


def test_a_key_is_the_beginning_without_white_space():
    assert key_of("  한 글\t자 " * 40) == ("한글자" * 8)
    assert squeeze(" a\n b\u3000c ") == "abc"


def test_the_text_of_a_page_is_read_from_its_runs():
    svg = '<svg><text x="1">가 &amp;</text><path/><text><tspan>나</tspan> 다</text></svg>'

    assert text_of_svg(svg) == "가&나다"
