"""Which fields somebody may have meant."""

import unicodedata

import pytest

from workers.hwp.editing.near_names import composed, confusable

NAMES = ("제목", "수신자", "수신자명단", "전화번호", "팩스번호")


@pytest.mark.parametrize(
    ("wanted", "near"),
    [
        ("제 목", ["제목"]),
        ("수신", ["수신자", "수신자명단"]),
        ("수신자명단(참조)", ["수신자", "수신자명단"]),
        ("전화번화", ["전화번호"]),
        ("TEL", []),
        ("", []),
    ],
)
def test_a_name_that_looks_alike_is_near(wanted, near):
    assert confusable([wanted], NAMES) == ({wanted: near} if near else {})


def test_a_name_in_letters_is_composed_to_syllables():
    assert composed(unicodedata.normalize("NFD", " 제목 ")) == "제목"


def test_no_more_than_three_are_named():
    assert len(confusable(["이름"], [f"이름{number}" for number in range(9)])["이름"]) == 3
